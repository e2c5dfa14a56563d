/** docs/reference/summarize.md#checksums: a checksum covers dates and amounts, and those of parts add up. */
import type { DocumentFields } from '../../../dev/sandbox';
import { checksumOf } from '../../../nodes/shared/documents/checksum';
import { exportToFile } from '../support/exported';
import { bench } from '../support/withSandbox';

const month = { issueDateFrom: '2026-03-01', issueDateTo: '2026-03-31' };

const counted = {
	resource: 'accountingDocument',
	operation: 'summarize',
	report: 'totalsByMonth',
	splitByType: false,
	options: { checksums: true },
};

const recap = (vatRate: number, base: number, vatAmount: number) => ({
	...{ vatRate, vatRateType: 1 as const, base, vatAmount, total: base + vatAmount },
});

const sumOf = (checksums: unknown[]) =>
	checksums.reduce((sum: bigint, one) => (sum + BigInt(`0x${String(one)}`)) % 2n ** 128n, 0n);

/** Documents of two months, in two currencies and both directions. */
async function books() {
	const made = await bench({ documents: 0 });
	const { admin } = made.sandbox;
	const amounts = { total: 121, totalVatExcl: 100, totalVatAmount: 21 };
	for (const issueDate of ['2026-03-05', '2026-04-05']) {
		for (const currency of ['CZK', 'EUR']) {
			const fields = { ...amounts, currency, issueDate, vatRecap: [recap(21, 100, 21)] };
			admin.createDocuments({ count: 3, fields: { ...fields, direction: 0 } });
			admin.createDocuments({ count: 4, fields: { ...fields, direction: 1 } });
		}
	}
	const run = async (parameters: Parameters<typeof made.run>[0]) => {
		const { error, json } = await made.run(parameters);
		expect(error).toBeUndefined();
		return json;
	};
	return {
		change: (place: number, fields: DocumentFields) =>
			admin.changeDocument(admin.documentAt(place).id ?? '', fields),
		placesOf: (issueDate: string) =>
			Array.from({ length: admin.count() }, (_, place) => place).filter(
				(place) => admin.documentAt(place).issueDate === issueDate,
			),
		exported: async (changes = {}) =>
			await run(exportToFile({ format: 'ndjson', filters: month, ...changes })),
		/** The groups of a month. */
		counted: async (name: string) =>
			(await run(counted)).filter(({ issueMonth }) => issueMonth === name),
	};
}

describe('The checksum of documents', () => {
	it('of a file is the sum of those of its groups, in any order and in any number of files', async () => {
		const made = await books();
		const groups = await made.counted('2026-03');
		expect(groups).toHaveLength(4);
		const expected = sumOf(groups.map(({ checksum }) => checksum));
		const several = { options: { maxDocumentsPerFile: 3 } };
		for (const [changes, count] of [
			[{}, 1],
			[{ options: { sortDirection: 'ASC' } }, 1],
			[several, 5],
		] as const) {
			const files = await made.exported(changes);
			expect(files).toHaveLength(count);
			expect(sumOf(files.map(({ checksum }) => checksum))).toBe(expected);
		}
	});

	it('shows a correction of VAT alone, and equal amounts that exchange months', async () => {
		const made = await books();
		const [place] = made.placesOf('2026-03-05');
		const [other] = made.placesOf('2026-04-05');
		const checked = async () => {
			const groups = await made.counted('2026-03');
			const checksum = sumOf(groups.map((group) => group.checksum));
			return { checksum, amounts: groups.map(({ checksum: _, ...amounts }) => amounts) };
		};
		const before = await checked();
		const onlyChecksumDiffers = async () => {
			const { checksum, amounts } = await checked();
			expect(amounts).toEqual(before.amounts);
			expect(checksum).not.toBe(before.checksum);
		};
		made.change(place, { vatRecap: [recap(12, 100, 21)] });
		await onlyChecksumDiffers();
		made.change(place, { vatRecap: [recap(21, 100, 21)] });
		expect(await checked()).toEqual(before);
		made.change(place, { issueDate: '2026-04-05' });
		made.change(other, { issueDate: '2026-03-05' });
		await onlyChecksumDiffers();
	});

	it('is in Summarize only if it is wanted', async () => {
		const { run } = await bench({ documents: 3 });
		const { json } = await run({ ...counted, options: {} });
		expect(json.filter((group) => 'checksum' in group)).toEqual([]);
	});

	it('is the same however an amount or a date is written', () => {
		const document = { id: 7, issueDate: '2026-03-05', total: 121, vatRecap: [{ base: 100 }] };
		const other = {
			...{ vatRecap: [{ base: '100.00', vatRate: null }], issueDate: '2026-03-05T00:00:00' },
			...{ total: '121.00', id: '7' },
		};
		expect(checksumOf(other)).toBe(checksumOf(document));
		for (const change of [{ id: 8 }, { total: 122 }, { taxDate: '2026-03-05' }, { vatRecap: [] }])
			expect(checksumOf({ ...document, ...change })).not.toBe(checksumOf(document));
	});

	it.each([
		[0.1, '0.10'],
		[-12_273.2, '-12273.20'],
		[-0, '0'],
		[1e-7, '0.0000001'],
		[1e21, '1000000000000000000000'],
	])('is the same for %d and "%s"', (number, text) => {
		expect(checksumOf({ id: 7, total: number })).toBe(checksumOf({ id: 7, total: text }));
	});
});
