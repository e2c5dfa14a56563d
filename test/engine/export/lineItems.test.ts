/** docs/reference/exports.md#line-items: the second table. */
import { Container } from '@n8n/di';
import { parse } from 'csv-parse/sync';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { readSheet } from 'read-excel-file/node';

import fc from '../../property';
import {
	contentOf,
	documentsOf,
	exportToFile,
	filesOf,
	onlyFile,
	recordsIn,
} from '../support/exported';
import { runNode, type RunResult } from '../support/engine';
import { serviceOf } from '../support/otherService';
import { bench, type Bench, type Parameters } from '../support/withSandbox';

type Line = Record<string, unknown>;

/** The second file of an item; fails if it does not match the output item. */
async function secondFile({ items }: RunResult, item = 0): Promise<Buffer> {
	const { json, binary } = items[item];
	const file = binary?.dataLineItems as IBinaryData;
	const content = await contentOf(file);
	expect((json.details as IDataObject).lineItems).toEqual({
		...{ rows: expect.any(Number), fileName: file.fileName, bytes: content.length },
		sha256: createHash('sha256').update(content).digest('hex'),
	});
	return content;
}

const raw = { options: { formulaProtection: false } };
const withLines = (format: string, changes: Parameters = {}) =>
	exportToFile({ format, rowsPer: 'both', ...raw, ...changes });

const csvOf = (content: Buffer) =>
	parse(content, { columns: true }) as Array<Record<string, string>>;
const ndjsonOf = recordsIn<{ id: unknown; lineItems: Line }>;

const fieldNames =
	'id description finAccount qt unitName unitPrice unitPriceVatExcl total totalVatExcl vatValue vatRate vatRateType vatRateId vatDeduction reverseChargeCode storeItemId branch project autoFinancialAccountStatus'.split(
		' ',
	);
const headings = ['id', 'accountingDocumentNo', ...fieldNames.map((name) => `lineItems.${name}`)];

const piece = fc.constantFrom(
	'"',
	"'",
	',',
	';',
	'\r\n',
	'\n',
	'=1+1',
	'@x',
	'<&>',
	']]>',
	'ž',
	'😀',
	' ',
	'\\',
	'null',
);
const text = fc
	.array(piece, { minLength: 1, maxLength: 5 })
	.map((pieces) => `t${pieces.join('')}t`);
/** As the service prints it; the longest one has more digits than a number keeps. */
const decimal = fc
	.tuple(fc.constantFrom('', '-'), fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.nat(999_999))
	.map(([sign, whole, part]) => (whole === 0n && part === 0 ? '0' : `${sign}${whole}.${part}1`));
const short = fc.tuple(fc.integer(), fc.nat(99)).map(([whole, part]) => `${whole}.${part}1`);
const longId = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String);

/** A line in JSON with unquoted numbers and a field that the specification does not name. */
const line = fc.record(
	{
		...{ id: fc.uuid(), description: text, finAccount: text, vatDeduction: fc.boolean() },
		...{ qt: short, total: decimal, unitPrice: decimal, vatRateId: longId },
		custom: fc.record({ more: fc.array(text, { maxLength: 2 }) }),
	},
	{ requiredKeys: [] },
);
const unquoted = new Set(['qt', 'total', 'unitPrice', 'vatRateId']);
const jsonOf = (one: Line) =>
	`{${Object.entries(one)
		.map(
			([name, value]) => `"${name}":${unquoted.has(name) ? String(value) : JSON.stringify(value)}`,
		)
		.join(',')}}`;
/** Undefined: a document without the field. */
const documents = fc.array(fc.option(fc.array(line, { maxLength: 4 }), { nil: undefined }), {
	maxLength: 40,
});

/** A value in a file without types: numbers in plain notation, missing ones empty. */
const cellText = (value: unknown) => (value === undefined ? '' : String(value));

describe('Export to File: Line Items', () => {
	it('has exactly the lines of the documents, with any content', async () => {
		await fc.assert(
			fc.asyncProperty(documents, async (all) => {
				const records = all.map((lines, index) => {
					const own = lines ? `,"lineItems":[${lines.map(jsonOf).join(',')}]` : '';
					return `{"id":${1000 - index},"accountingDocumentNo":"N${index}","currency":"CZK","total":1${own}}`;
				});
				const { run } = await serviceOf(records);
				const expected = all.flatMap((lines, index) =>
					(lines ?? []).map((one) => ({ id: 1000 - index, number: `N${index}`, one: one as Line })),
				);
				const rows = csvOf(await secondFile(await run(withLines('csv'))));
				expect(rows).toEqual(
					expected.map(({ id, number, one }) =>
						Object.fromEntries([
							...[['id', String(id)] as const, ['accountingDocumentNo', number] as const],
							...fieldNames.map((name) => [`lineItems.${name}`, cellText(one[name])] as const),
						]),
					),
				);
				const lines = ndjsonOf(await secondFile(await run(withLines('ndjson'))));
				expect(lines.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
				lines.forEach(({ lineItems }, index) => {
					const { one } = expected[index];
					expect(Object.keys(lineItems)).toEqual(Object.keys(one));
					for (const [name, value] of Object.entries(one)) {
						if (unquoted.has(name)) expect(String(lineItems[name])).toBe(value);
						else expect(lineItems[name]).toEqual(value);
					}
				});
				const { content } = await onlyFile(await run(withLines('xlsx')));
				const [heading, ...cells] = await readSheet(content, 2, { trim: false });
				expect(heading).toHaveLength(headings.length);
				expect(heading.slice(0, 2)).toEqual(['ID', 'Document Number']);
				expect(cells.map((row) => row.slice(0, 2))).toEqual(
					expected.map(({ id, number }) => [id, number]),
				);
				cells.forEach((row, index) => {
					const { one } = expected[index];
					fieldNames.forEach((name, at) => {
						const cell = row[at + 2];
						const value = one[name];
						if (value === undefined) expect(cell).toBeNull();
						else if (typeof cell === 'number') expect(cell).toBe(Number(value));
						else expect(cell).toEqual(value);
					});
				});
			}),
			{ numRuns: 8 * Number(process.env.TRIALS ?? 1) },
		);
	});

	it('splits with the documents: each file has the lines of its own documents', async () => {
		const { run, sandbox } = await bench({ documents: 250 });
		const split = {
			options: { maxDocumentsPerFile: 100, compress: true, fileNamePattern: 'all' },
		};
		const result = await run(withLines('ndjson', split));
		const files = await filesOf(result);
		expect(result.items.map(({ binary }) => binary?.dataLineItems.fileName)).toEqual(
			[1, 2, 3].map((part) => `all-line-items-${part}.ndjson.gz`),
		);
		const expected = documentsOf(sandbox);
		for (const [part, { account }] of files.entries()) {
			const lines = ndjsonOf(gunzipSync(await secondFile(result, part)));
			const own = expected.slice(part * 100, part * 100 + account.documents);
			expect(lines.map(({ lineItems }) => lineItems)).toEqual(own.flatMap((one) => one.lineItems));
		}
	});

	it('is absent unless chosen, and if rows are line items already', async () => {
		const { run } = await bench({ documents: 20 });
		for (const changes of [{ rowsPer: 'document' }, { rowsPer: 'lineItem' }]) {
			const { items } = await run(withLines('csv', changes));
			expect(Object.keys(items[0].binary ?? {})).toEqual(['data']);
			expect(items[0].json.details).not.toHaveProperty('lineItems');
		}
	});

	it.each([
		['data', 'start'],
		['dataLineItems', 'start'],
		['dataLineItems', 'end'],
	])('names the failure of the storage: %s at its %s', async (field, when) => {
		const { run } = await bench({ documents: 1000 });
		const service = Container.get(BinaryDataService);
		const store = service.store.bind(service);
		jest.spyOn(service, 'store').mockImplementation(async (location, content, data) => {
			const isSecond = String(data.fileName).includes('line-items');
			if (isSecond !== (field === 'dataLineItems')) return await store(location, content, data);
			for await (const _ of content as unknown as AsyncIterable<Buffer>)
				if (when === 'start') break;
			throw new Error('ENOSPC: no space left');
		});
		const { error } = await run(withLines('ndjson')).finally(() => jest.restoreAllMocks());
		expect(error?.message).toMatch(
			/^n8n could not store the file: no space left\. The export stopped/,
		);
	});
});

describe('Export Changes: Line Items', () => {
	const night = async (opened: Bench, before?: IBinaryData) => {
		const parameters = {
			...withLines('csv', { columns: ['currency'] }),
			operation: 'exportChanges',
		};
		const binary = before && [{ manifest: before }];
		const result = await runNode({ parameters, credentials: opened.credentials, binary });
		if (result.error) throw new Error(result.error.message);
		const [{ binary: files }] = result.items;
		const changes = csvOf(await contentOf(files?.data as IBinaryData));
		return { manifest: files?.manifest, changes, lines: csvOf(await secondFile(result)) };
	};

	it('a table of lines kept for thirty nights equals the documents', async () => {
		const opened = await bench({ documents: 60 });
		const { admin } = opened.sandbox;
		const table = new Map<string, unknown[]>();
		const step = fc.record({
			kind: fc.constantFrom('create', 'lines', 'none', 'delete', 'words'),
			at: fc.nat(1000),
			lines: fc.array(fc.record({ description: text, total: fc.integer() }), { maxLength: 3 }),
		});
		const nights = fc.array(fc.array(step, { maxLength: 6 }), { minLength: 30, maxLength: 30 });
		const [evenings] = fc.sample(nights, { numRuns: 1, seed: Number(process.env.SEED ?? 1) });
		let manifest: IBinaryData | undefined;
		for (const steps of evenings) {
			for (const { kind, at, lines } of steps) {
				const id = admin.documentAt(at % admin.count()).id ?? 0;
				if (kind === 'create') admin.createDocuments({ fields: { lineItems: lines } });
				else if (kind === 'delete') admin.deleteDocument(id);
				else if (kind === 'words') admin.changeDocument(id, { description: `w${at}` });
				else admin.changeDocument(id, { lineItems: kind === 'lines' ? lines : [] });
			}
			const tonight = await night(opened, manifest);
			for (const { id } of tonight.changes) table.delete(id);
			for (const { id, ...row } of tonight.lines) table.set(id, [...(table.get(id) ?? []), row]);
			manifest = tonight.manifest;
			const truth = documentsOf(opened.sandbox).map(({ id, accountingDocumentNo, lineItems }) => [
				String(id),
				(lineItems as Line[]).map((one) => ({
					accountingDocumentNo,
					...Object.fromEntries(
						fieldNames.map((name) => [`lineItems.${name}`, cellText(one[name] ?? undefined)]),
					),
				})),
			]);
			expect(table).toEqual(new Map(truth.filter(([, lines]) => lines.length > 0) as never));
		}
		expect((await night(opened, manifest)).changes).toEqual([]);
	});
});
