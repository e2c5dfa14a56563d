import { create, documentsPath, line, lines, newer, posted } from '../support/create';
import { bench, goOn, searchPath, type Bench } from '../support/withSandbox';

const quick = { lookAgainSeconds: 1 };
const unique = {
	uniqueBy: 'orderNo',
	additionalFields: { orderNo: '={{ $json.order }}' },
	options: quick,
};
const one = (order: string) => [{ order }];
const made = ({ sandbox }: Bench) => sandbox.admin.createdDocuments();

describe('a document that exists', () => {
	it('is returned, updated, refused or doubled, as the node is told', async () => {
		const b = await bench();
		const run = async (changes: object) =>
			await b.run(create({ ...unique, ...changes } as never), { items: one('A-1'), node: newer });
		expect((await run({})).json[0]).toMatchObject({ orderNo: 'A-1', existed: false });
		const again = await run({});
		expect(again.json[0]).toMatchObject({ id: made(b)[0].id, existed: true });
		expect(made(b)).toHaveLength(1);
		const failing = await run({ ifExists: 'fail' });
		expect(failing.error?.message).toMatch(
			/^A document with the Order Number A-1 exists already \(ID \d+\)/,
		);
		const updated = await run({ ifExists: 'update', ...lines(line({ qt: 5 })) });
		expect(updated.error).toBeUndefined();
		expect(updated.json[0]).toMatchObject({ id: made(b)[0].id, existed: true, total: 605 });
		expect(made(b)).toHaveLength(1);
		expect((await run({ ifExists: 'create' })).json[0]).toMatchObject({ existed: false });
		expect(made(b)).toHaveLength(2);
	});

	it('is one document for two items with the same value, and the newest are read once', async () => {
		const b = await bench({ documents: 700 });
		const items = [...one('A'), ...one('B'), ...one('A'), ...one('A')];
		const { json, error } = await b.run(create(unique), { items, node: newer });
		expect(error).toBeUndefined();
		expect(json.map(({ existed }) => existed)).toEqual([false, false, true, true]);
		expect(made(b)).toHaveLength(2);
		expect(b.asked(searchPath).length).toBeLessThanOrEqual(8);
	});

	it('is another one when its type, direction or supplier is another one', async () => {
		const b = await bench();
		const changes = [
			{},
			{ type: 3 },
			{ direction: 0, contact: { companyRegNo: '111' } },
			{ direction: 0, contact: { companyRegNo: '222' } },
			{ direction: 0, contact: { companyRegNo: '222' } },
		];
		const existed = [];
		for (const change of changes) {
			const { json } = await b.run(create({ ...unique, ...change }), {
				items: one('A'),
				node: newer,
			});
			existed.push(json[0].existed);
		}
		expect(existed).toEqual([false, false, false, false, true]);
	});
});

describe('an answer that is lost', () => {
	it.each([
		'resetAfter',
		'resetWithin',
		'truncatedJson',
		'emptyBody',
		'errorBody',
		'noRecords',
	] as const)(
		'after the document was made (%s) is settled by looking: by content, and by what is unique',
		async (kind) => {
			for (const changes of [{ options: quick }, unique]) {
				const b = await bench();
				b.sandbox.admin.addFault({ kind, match: { path: 'createDocument' } });
				const result = await b.run(create(changes), { items: one('A'), node: newer });
				expect(result.error).toBeUndefined();
				expect(result.json[0]).toMatchObject({ id: made(b)[0].id, existed: false });
				expect(made(b)).toHaveLength(1);
				expect(posted(b)).toHaveLength(1);
				if (kind !== 'emptyBody')
					expect(result.hints.join()).toMatch(/No clear answer.*once: its ID is/);
			}
		},
	);

	it('is looked for again while the service is still at work', async () => {
		const b = await bench();
		b.sandbox.admin.addFault({ kind: 'slowCommit', ms: 2500, match: { path: 'createDocument' } });
		const options = { timeoutSeconds: 1, lookAgainSeconds: 20 };
		const result = await b.run(create({ options }), { node: newer });
		expect(result.error).toBeUndefined();
		expect(result.json[0]).toMatchObject({ id: made(b)[0].id });
		expect(posted(b)).toHaveLength(1);
	});

	it('before the document was made is told as unknown, and nothing is sent again', async () => {
		const b = await bench();
		b.sandbox.admin.addFault({ kind: 'resetBefore', match: { path: 'createDocument' } });
		const items = [...one('A'), ...one('A'), ...one('B')];
		const { json } = await b.run(create(unique), { items, node: { ...newer, ...goOn } });
		expect(json[0].error).toMatch(/may or may not have been done.*looked for it.*has not found it/);
		expect(json[1].error).toMatch(
			/It is not known whether a document with the Order Number A exists/,
		);
		expect(json[2]).toMatchObject({ orderNo: 'B', existed: false });
		expect(posted(b)).toHaveLength(2);
		// Run again, it is looked for and made.
		const again = await b.run(create(unique), { items: one('A'), node: newer });
		expect(again.json[0]).toMatchObject({ existed: false });
		expect(made(b).filter(({ orderNo }) => orderNo === 'A')).toHaveLength(1);
	});

	it('that shows no document leaves nothing to update for the next item, and says so', async () => {
		const b = await bench();
		b.sandbox.admin.addFault({ kind: 'emptyBody', match: { path: 'createDocument' } });
		b.sandbox.admin.addFault({
			kind: 'status',
			status: 500,
			times: 0,
			match: { path: 'search', call: 4 },
		});
		const options = { maxTries: 1, lookAgainSeconds: 0 };
		const { json } = await b.run(create({ ...unique, ifExists: 'update', options }), {
			items: [...one('A'), ...one('A')],
			node: { ...newer, ...goOn },
		});
		expect(json[0]).toMatchObject({ created: true });
		expect(json[1].error).toMatch(/^The document with the Order Number A cannot be updated yet/);
		expect(posted(b)).toHaveLength(1);
	});

	it('is not taken for the document of another item', async () => {
		const b = await bench();
		b.sandbox.admin.addFault({ kind: 'resetBefore', match: { path: 'createDocument' } });
		b.sandbox.admin.addFault({ kind: 'resetAfter', match: { path: 'createDocument' } });
		const { json } = await b.run(create({ options: quick }), {
			items: [{}, {}],
			node: { ...newer, ...goOn },
		});
		for (const { error } of json) expect(error).toMatch(/may or may not have been done/);
		expect(json[1].error).toMatch(/It may be one of the documents \d+/);
		expect(b.asked(documentsPath)).toHaveLength(2);
	});
});
