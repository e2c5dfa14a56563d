/** docs/reference/operations.md#output: Simplified, Selected Fields and Raw. */
import type { IDataObject } from 'n8n-workflow';

import { templateRecord } from '../../../nodes/AccountingService/resources/template/templateRecord';
import { documentRecord } from '../../../nodes/shared/documents/documentRecord';
import type { RecordDescription } from '../../../nodes/shared/fields/describe';
import { simplifiedKinds } from '../../../nodes/shared/fields/output';
import { accountingDocument, template } from '../../../dev/sandbox';
import { bench, getAll, getByToken, getTemplate, search, type Bench } from '../support/withSandbox';

/** The sandbox's own records, newest first. */
function newestFirst({ admin }: Bench['sandbox'], count: number) {
	return Array.from({ length: count }, (_, index) => admin.documentAt(admin.count() - 1 - index));
}

const flat = (item: object) =>
	Object.values(item).every((value) => value === null || typeof value !== 'object');

const fieldsOf = (record: RecordDescription) => Object.keys(simplifiedKinds(record));

const raw = { options: { output: 'raw' } };

/** In whole cents, independent of the package's own method. */
function dueOf({ total, amountPaid, payments }: Record<string, unknown>): number | null {
	if (typeof total !== 'number') return null;
	const [full, paid] = [total, amountPaid].map((amount) => Math.round(Number(amount ?? 0) * 100));
	const isPaid = Object(payments).paid === true;
	const isInFull = full !== 0 && (full < 0 ? paid <= full : paid >= full);
	return isPaid || isInFull ? 0 : (full - paid) / 100;
}

describe('the output of each operation', () => {
	it('raw: the records exactly as in the service', async () => {
		const { run, sandbox } = await bench();
		for (const parameters of [getAll, search]) {
			const { json, error } = await run(parameters({ returnAll: true, ...raw }));
			expect(error).toBeUndefined();
			expect(json).toEqual(newestFirst(sandbox, 120));
			for (const record of json) accountingDocument.parse(record);
		}
		const documents = [0, 7, 119].map((place) => sandbox.admin.documentAt(place));
		const byToken = await run(getByToken('={{ $json.permalinkToken }}', { output: 'raw' }), {
			items: documents as IDataObject[],
		});
		expect([byToken.error, byToken.json]).toEqual([undefined, documents]);

		const [first, , third] = sandbox.admin.templateIds();
		const items = [{ id: first }, { id: Number(third) }];
		const { json } = await run(getTemplate('={{ $json.id }}', { output: 'raw' }), { items });
		expect(json.map(({ id }) => id)).toEqual([Number(first), Number(third)]);
		for (const record of json) expect(template.parse(record)).toEqual(record);
	});

	it('simplified: flat fields with the values of the record, and labels instead of code numbers', async () => {
		const { run, sandbox } = await bench();
		const same = ['id', 'accountingDocumentNo', 'dueDate', 'total', 'currency', 'state'];
		same.push('variableSymbol', 'orderNo');
		for (const parameters of [getAll, search]) {
			const { json } = await run(parameters({ returnAll: true }));
			expect(json).toHaveLength(120);
			for (const [index, record] of newestFirst(sandbox, 120).entries()) {
				const item = json[index];
				expect(flat(item)).toBe(true);
				expect(Object.keys(item)).toEqual(fieldsOf(documentRecord));
				expect(item.amountDue).toBe(dueOf(record));
				for (const name of same) expect(item[name]).toEqual(Object(record)[name] ?? null);
				const { companyName, firstname, lastname } = record.contact ?? {};
				const person = [firstname, lastname].join(' ').trim();
				expect(item.contactName).toBe(companyName ?? (person || null));
			}
		}
		const { json } = await run(getTemplate(sandbox.admin.templateIds()[1]));
		expect(json).toHaveLength(1);
		expect(flat(json[0])).toBe(true);
		expect(Object.keys(json[0])).toEqual(fieldsOf(templateRecord));
		expect(json[0]).toMatchObject({ id: 708, frequency: 'Weekly' });
	});

	it('keeps every digit of IDs beyond 2^53, and finds by them', async () => {
		const { run, sandbox } = await bench({ idBase: '9007199254740993' });
		const { json } = await run(getAll({ returnAll: true, ...raw }));
		expect(json).toEqual(newestFirst(sandbox, 120));
		expect(new Set(json.map(({ id }) => id)).size).toBe(120);
		expect(json.every(({ id }) => typeof id === 'string')).toBe(true);
		const simplified = await run(getAll({ limit: 1 }));
		expect(simplified.json[0].id).toBe(json[0].id);

		const [templateId] = sandbox.admin.templateIds();
		const found = await run(getTemplate(templateId));
		expect(found.json[0].id).toBe(templateId);
	});

	it('selects what is computed too', async () => {
		const { run, sandbox } = await bench({ documents: 3 });
		const { id } = sandbox.admin.documentAt(2);
		sandbox.admin.changeDocument(id ?? 0, {
			total: 100,
			amountPaid: 40,
			payments: { paid: false },
		});
		const options = { output: 'selected', outputFields: ['amountDue', 'paid', 'total'] };
		const { json } = await run(getAll({ limit: 1, options }));
		expect(json).toEqual([{ amountDue: 60, paid: false, total: 100 }]);
	});

	it('is what the form shows, whatever is left over of another operation', async () => {
		const { run, sandbox } = await bench({ documents: 3 });
		const above = { output: 'raw', outputFields: ['total'] };
		const inOptions = { options: above };
		const list = await run(getAll({ limit: 1 }), { leftOver: above });
		expect(Object.keys(list.json[0])).toEqual(fieldsOf(documentRecord));
		const token = String(sandbox.admin.documentAt(0).permalinkToken);
		const one = await run(getByToken(token), { leftOver: inOptions });
		expect(Object.keys(one.json[0])).toEqual(fieldsOf(documentRecord));
		const [templateId] = sandbox.admin.templateIds();
		const found = await run(getTemplate(templateId), { leftOver: inOptions });
		expect(Object.keys(found.json[0])).toEqual(fieldsOf(templateRecord));
	});

	it('is refused without Output Fields, which Selected Fields needs', async () => {
		const { run, asked } = await bench({ documents: 3 });
		const { error } = await run(getAll({ options: { output: 'selected' } }));
		expect(error?.message).toBe('Output Fields is empty');
		expect(error?.description).toMatch(
			/^Choose the fields to return in Output Fields, .*add Output Fields there\.$/,
		);
		expect(asked()).toEqual([]);
	});

	const scope = ['CA'];

	it.each([
		[{ output: 'raw', scope }, 'number'],
		[{ output: 'simplified', scope }, 'number'],
		[{ output: 'selected', outputFields: ['id'], scope }, 'number'],
		// A selected field that the service sends only on request is requested.
		[{ output: 'selected', outputFields: ['connectableAmount'] }, 'number'],
		[{ output: 'raw' }, 'undefined'],
		[{ output: 'simplified' }, 'undefined'],
		[{ output: 'selected', outputFields: ['id'] }, 'undefined'],
	])('shows extra properties only if they are chosen: %j', async (options, type) => {
		const { run } = await bench();
		for (const parameters of [getAll, search]) {
			const { json } = await run(parameters({ limit: 30, options }));
			expect(json).toHaveLength(30);
			expect(new Set(json.map((record) => typeof record.connectableAmount))).toEqual(
				new Set([type]),
			);
		}
	});
});
