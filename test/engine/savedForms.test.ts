import type { IDataObject } from 'n8n-workflow';

import { documentsOf, filesOf, onlyFile } from './support/exported';
import { savedBy01 } from './support/saved';
import { bench, listPath, searchPath, type Bench, type Parameters } from './support/withSandbox';

const saved = savedBy01().filter(({ type }) => type.endsWith('.accountingService'));

type Found = Awaited<ReturnType<Bench['run']>>;
type Saw = (found: Found, at: Bench) => Promise<void> | void;

const simplified = [
	'accountingDocumentNo',
	'companyName',
	'currency',
	'direction',
	'dueDate',
	'id',
	'issueDate',
	'total',
	'type',
];
const recordIds = ({ json }: Found) => json.map(({ id }) => String(id));
const newestFirst = ({ sandbox }: Bench) => documentsOf(sandbox).map(({ id }) => String(id));
const namesIn = ({ json }: Found) => Object.keys(json[0]).sort();
const rowsIn = (content: Buffer) => content.toString().trimEnd().split('\r\n');

/** What each of them did under 0.1. */
const did: Record<string, Saw> = {
	'Get Many, as dropped on the canvas': (found, at) => {
		expect(recordIds(found)).toEqual(newestFirst(at).slice(0, 50));
		expect(namesIn(found)).toEqual([...simplified, 'permalinkToken'].sort());
	},
	'Get Many, every field': (found, at) => {
		expect(recordIds(found)).toEqual(newestFirst(at).slice(0, 30));
		expect(namesIn(found)).toEqual(
			expect.arrayContaining(['connectableAmount', 'lineItems', 'vatRecap']),
		);
		expect(at.asked(listPath)[0].query).toMatchObject({ pageSize: '20', scope: 'CA' });
	},
	'Get Many, all of them': (found, at) => expect(recordIds(found)).toEqual(newestFirst(at)),
	'Search, as chosen from the list': (found, at) => {
		expect(recordIds(found)).toEqual(newestFirst(at).slice(0, 50));
		expect(namesIn(found)).toEqual([...simplified, 'permalinkToken'].sort());
	},
	'Search, every field': (found, at) => {
		const sent = at.asked(searchPath)[0].body as IDataObject;
		expect(sent).toMatchObject({ searchText: 'a', sortDirection: 'ASC', currency: 'CZK' });
		expect([sent.valueFrom, sent.valueTo].map(Number)).toEqual([100, 500_000]);
		const filters = {
			...{ searchText: 'a', valueFrom: '100', valueTo: '500000', currency: 'CZK' },
			...{ direction: '1', issueDateFrom: '2026-01-01', issueDateTo: '2026-12-31' },
		};
		const { admin } = at.sandbox;
		const count = ['0', '3'].reduce(
			(sum, type) => sum + admin.totals({ ...filters, type }).count,
			0,
		);
		expect(found.json).toHaveLength(count);
		expect(count).toBeGreaterThan(3);
		expect(recordIds(found)).toEqual([...recordIds(found)].sort((a, b) => Number(a) - Number(b)));
		expect(namesIn(found)).toEqual(expect.arrayContaining(['connectableAmount', 'lineItems']));
	},
	'Search, one value': (found, at) => {
		const { total } = inputOf(at);
		expect(found.json.length).toBeGreaterThan(0);
		expect(found.json.every((record) => record.total === total)).toBe(true);
	},
	'Get, by token': (found) => expect(namesIn(found)).toContain('lineItems'),
	'Get, from the list': (found) => expect(namesIn(found)).toContain('companyName'),
	'Get, typed as text': (found) => expect(namesIn(found)).toContain('companyName'),
	'Get, by URL': (found) => expect(namesIn(found)).toContain('companyName'),
	'Export, as chosen from the list': async (found, { sandbox }) => {
		const { account, content } = await onlyFile(found);
		expect(account).toMatchObject({ documents: sandbox.admin.count(), complete: true });
		expect(account.fileName).toMatch(/^accounting-documents-\d{4}-\d\d-\d\d\.csv$/);
		expect(rowsIn(content)[0].split(',')).toHaveLength(18);
	},
	'Export, every field': async (found, { sandbox }) => {
		const { account, content } = await onlyFile(found, 'file');
		const [heading, ...rows] = rowsIn(content);
		expect(heading).toBe('\uFEFFid;total;type;contact.street;state');
		expect(account.fileName).toMatch(/^invoices-\d{4}\.csv$/);
		const wanted = documentsOf(sandbox, 'ASC').filter(
			({ direction, type }) => direction === 1 && (type === 0 || type === 3),
		);
		expect(rows.map((row) => row.split(';')[0])).toEqual(wanted.map(({ id }) => String(id)));
		expect(rows.map((row) => row.split(';')[2])).toEqual(wanted.map(({ type }) => String(type)));
	},
	'Export, a range of pages': async (found, { sandbox }) => {
		const { content } = await onlyFile(found);
		const lines = content.toString().trim().split('\n');
		expect(lines.map((line) => (JSON.parse(line) as IDataObject).id)).toEqual(
			documentsOf(sandbox)
				.slice(20, 60)
				.map(({ id }) => id),
		);
	},
	'Export, line items': async (found, { sandbox }) => {
		const { account } = await onlyFile(found);
		const lines = documentsOf(sandbox).flatMap(({ lineItems }) => lineItems as unknown[]);
		expect(account).toMatchObject({ format: 'xlsx', rows: lines.length, complete: true });
	},
	'Export, resumed': async (found, at) => {
		const [file] = await filesOf(found);
		expect(file.account).toMatchObject({ documents: 110, format: 'ndjson' });
		expect(String(file.account.firstId)).toBe(newestFirst(at)[10]);
	},
	'Get Template': (found) => expect(found.json[0]).toHaveProperty('generateMaxCount'),
	'Get Template, every field': (found) => expect(found.json[0]).toHaveProperty('content'),
};

/** What the expressions in the workflows read. */
function inputOf({ sandbox }: Bench): IDataObject {
	const { permalinkToken, total } = sandbox.admin.documentAt(5);
	const [templateId] = sandbox.admin.templateIds();
	const { id } = documentsOf(sandbox)[9];
	return { token: permalinkToken, total, templateId, id, text: 'a' } as IDataObject;
}

describe('A form that version 0.1 saved still does what it did', () => {
	it('each of them is judged', () => {
		expect(saved.map(({ name }) => name).sort()).toEqual(Object.keys(did).sort());
	});

	it.each(saved.map((node) => [node.name, node] as const))('%s', async (name, node) => {
		const at = await bench();
		const items = [inputOf(at)];
		const found = await at.run(node.parameters as Parameters, { items });
		expect(found.error).toBeUndefined();
		await did[name](found, at);
	});
});
