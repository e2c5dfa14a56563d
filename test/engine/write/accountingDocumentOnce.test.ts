/** docs/reference/create.md#if-the-response-is-lost: what If It Exists does, and what follows a lost response. */
import type { IDataObject } from 'n8n-workflow';

import { probeOnce } from '../support/clock';
import { create, documentsPath, line, lines, posted } from '../support/create';
import { smallService } from '../support/smallService';
import { bench, goOn, hurryTimeouts, searchPath, type Bench } from '../support/withSandbox';

const unique = {
	uniqueBy: 'orderNo',
	additionalFields: { orderNo: '={{ $json.order }}' },
};
const ifExists = (chosen: string) => ({
	uniqueBy: 'orderNo',
	ifExists: chosen,
});
const one = (order: string) => [{ order }];
const made = ({ sandbox }: Bench) => sandbox.admin.createdDocuments();

it('a document that exists is returned, updated, refused or created again, as If It Exists says', async () => {
	const b = await bench();
	const run = async (changes: object) =>
		await b.run(create({ ...unique, ...changes } as never), { items: one('A-1') });
	expect((await run({})).json[0]).toMatchObject({ orderNo: 'A-1', existed: false });
	const again = await run({});
	expect(again.json[0]).toMatchObject({ id: made(b)[0].id, existed: true });
	expect(made(b)).toHaveLength(1);
	const failing = await run(ifExists('fail'));
	expect(failing.error?.message).toMatch(
		/^A document with the Order Number A-1 already exists \(ID \d+\)/,
	);
	const updated = await run({ ...ifExists('update'), ...lines(line({ qt: 5 })) });
	expect(updated.error).toBeUndefined();
	expect(updated.json[0]).toMatchObject({ id: made(b)[0].id, existed: true, total: 605 });
	expect(made(b)).toHaveLength(1);
	// Another type or direction is another document.
	for (const changes of [ifExists('create'), { type: 3 }, { direction: 0 }]) {
		expect((await run(changes)).json[0]).toMatchObject({ existed: false });
	}
	expect(made(b)).toHaveLength(4);
});

it('a repeated row of one run was made by the earlier one', async () => {
	const b = await bench();
	const items = [...one('A'), ...one('B'), ...one('A')];
	const { json, hints } = await b.run(create(unique), { items });
	expect(json.map(({ existed }) => existed)).toEqual([false, false, true]);
	const id = String(json[0].id);
	expect(hints).toEqual([
		`Row 1 created the document with the Order Number A (ID ${id}), so the node created nothing for row 3.`,
	]);
	const again = await b.run(create(unique), { items: one('A') });
	expect(again.hints).toEqual([expect.stringMatching(/^1 accounting document existed already/)]);
	const other = { ...one('C')[0], text: 'other' };
	const differing = await b.run(
		create({
			...unique,
			additionalFields: {
				orderNo: '={{ $json.order }}',
				description: '={{ $json.text ?? "same" }}',
			},
		}),
		{ items: [...one('C'), other] },
	);
	expect(differing.hints.join()).toMatch(
		/^Row 2 created nothing, because row 1 created the document with the Order Number C\. It differs .*\. To make one document from several rows, use Combine Items By\.$/,
	);
});

describe('a response that is lost', () => {
	it.each(['resetAfter', 'emptyBody', 'errorBody'] as const)(
		'after the document was made (%s) is settled by looking: by content, and by what is unique',
		async (kind) => {
			for (const changes of [{}, unique]) {
				const b = await bench();
				b.sandbox.admin.addFault({ kind, match: { path: 'createDocument' } });
				const result = await b.run(create(changes), { items: one('A') });
				expect(result.error).toBeUndefined();
				expect(result.json[0]).toMatchObject({ id: made(b)[0].id, existed: false });
				expect(made(b)).toHaveLength(1);
				expect(posted(b)).toHaveLength(1);
				if (kind !== 'emptyBody')
					expect(result.hints.join()).toMatch(/The service did not confirm.*once, with the ID/);
			}
		},
	);

	it('is searched for again while the service is still working', async () => {
		const b = await bench();
		b.sandbox.admin.addFault({ kind: 'slowCommit', ms: 150, match: { path: 'createDocument' } });
		hurryTimeouts(b.sandbox, 'slowCommit');
		const result = await b.run(create());
		expect(result.error).toBeUndefined();
		expect(result.json[0]).toMatchObject({ id: made(b)[0].id });
		expect(posted(b)).toHaveLength(1);
	});

	it('before the creation is reported as unknown, and nothing is resent', async () => {
		const b = await bench();
		b.sandbox.admin.addFault({ kind: 'resetBefore', match: { path: 'createDocument' } });
		const items = [...one('A'), ...one('A'), ...one('B')];
		const { json } = await b.run(create(unique), { items, node: goOn });
		expect(json[0].error).toMatch(/may or may not have been made.*searched.*could not identify it/);
		expect(json[1].error).toMatch(/A document with the Order Number A may or may not exist/);
		expect(json[2]).toMatchObject({ orderNo: 'B', existed: false });
		expect(posted(b)).toHaveLength(2);
		// The next run searches for it and creates it.
		const again = await b.run(create(unique), { items: one('A') });
		expect(again.json[0]).toMatchObject({ existed: false });
		expect(made(b).filter(({ orderNo }) => orderNo === 'A')).toHaveLength(1);
	});

	it('without a document in the response or the list ends the execution before the next item', async () => {
		const b = await bench();
		b.sandbox.admin.addFault({ kind: 'emptyBody', match: { path: 'createDocument' } });
		b.sandbox.admin.addFault({
			kind: 'status',
			status: 500,
			times: 0,
			match: { path: 'search', call: 4 },
		});
		const options = { maxTries: 1 };
		const { json } = await b.run(create({ ...unique, ...ifExists('update'), options }), {
			items: [...one('A'), ...one('B')],
			node: goOn,
		});
		expect(json[0]).toMatchObject({ created: true });
		expect(json[1].error).toMatch(
			/^A document .* Order Number A, but the node does not see it among the newest documents/,
		);
		expect(posted(b)).toHaveLength(1);
	});

	it('names a failed check afterwards, instead of the order of the list', async () => {
		const b = await bench();
		const fault = { kind: 'status', status: 500, times: 0 } as const;
		b.sandbox.admin.addFault({ ...fault, match: { path: 'search', call: 4 } });
		const options = { maxTries: 1 };
		const items = [...one('A'), ...one('B')];
		const { json } = await b.run(create({ ...unique, options }), { items, node: goOn });
		expect(json[0]).toMatchObject({ orderNo: 'A', existed: false });
		expect(json[1].error).toMatch(/could not check that Unique By finds it: .*HTTP 500/);
		expect(posted(b)).toHaveLength(1);
	});

	it('without a document, after one that was found at the head, blocks its key', async () => {
		probeOnce();
		const b = await bench({ documents: 15 });
		const { admin } = b.sandbox;
		admin.addFault({ kind: 'emptyBody', match: { path: 'createDocument', call: 2 } });
		admin.addFault({ kind: 'status', status: 500, times: 2, match: { path: 'search', call: 5 } });
		const items = [...one('A'), ...one('B'), ...one('B'), ...one('B')];
		const { json } = await b.run(create(unique), { items, node: goOn });
		expect(json[1]).toMatchObject({ created: true });
		expect(json[2].error).toMatch(/^A document with the Order Number B may or may not exist/);
		expect(json[3]).toMatchObject({ orderNo: 'B', existed: true });
		expect(posted(b)).toHaveLength(2);
	});

	it('is resolved by the next equal item, if its own document exists', async () => {
		const b = await bench();
		const match = { path: 'createDocument' } as const;
		b.sandbox.admin.addFault({ kind: 'resetBefore', match }, { kind: 'resetAfter', match });
		const items = [{}, {}];
		const { json } = await b.run(create(), { items, node: goOn });
		expect(json[0].error).toMatch(/may or may not have been made/);
		expect(json[1]).toMatchObject({ id: made(b)[0].id, existed: false });
		expect(made(b)).toHaveLength(1);
		expect(posted(b)).toHaveLength(2);
	});
});

describe('a validation error in a success response', () => {
	const refused = {
		kind: 'status',
		status: 200,
		body: { code: 17, message: 'The currency is unknown', params: {}, fieldsAffected: [] },
		match: { path: 'createDocument' },
	} as const;

	it('is a refusal if two quick looks find no such document, and does not block its key', async () => {
		const b = await bench({ documents: 700 });
		b.sandbox.admin.addFault(refused);
		const items = [...one('A'), ...one('A')];
		const started = Date.now();
		const { json } = await b.run(create(unique), { items, node: goOn });
		expect(json[0].error).toMatch(
			/^The service answered the request, but reported an error while .*: The currency is unknown.*Check the values/,
		);
		expect(json[0].error).not.toMatch(/may or may not/);
		expect(json[1]).toMatchObject({ orderNo: 'A', existed: false });
		expect(posted(b)).toHaveLength(2);
		const sent = b.asked().map(({ path }) => path);
		const [first, second] = [sent.indexOf(documentsPath), sent.lastIndexOf(documentsPath)];
		expect(sent.slice(first + 1, second)).toEqual([searchPath, searchPath]);
		// The node's own pauses, on the clock of these tests.
		expect(Date.now() - started).toBeLessThan(1000);
	});

	it('leaves the outcome unknown if the list cannot be read, or without Unique By', async () => {
		const fault = { kind: 'status', status: 500, times: 0 } as const;
		const unread = { ...fault, match: { path: 'search', call: 4 } } as const;
		for (const [changes, faults] of [
			[{ ...unique, options: { maxTries: 1 } }, [refused, unread]],
			[{}, [refused]],
		] as const) {
			const b = await bench();
			b.sandbox.admin.addFault(...faults);
			const { json } = await b.run(create(changes), { items: one('A'), node: goOn });
			expect(json[0].error).toMatch(
				/^The service answered the request, but reported .*: The currency is unknown\. The change may or may not have been made/,
			);
			expect(posted(b)).toHaveLength(1);
		}
	});
});

it.each([{}, { ifExists: 'create' }])(
	'a document of others with the same header and other lines is not the one that was sent (%j)',
	async (changes) => {
		let lost: IDataObject | undefined;
		const lineItems = [{ description: 'Chairs', qt: 5, unitPriceVatExcl: 999, vatRate: 21 }];
		const service = await smallService({
			answer: ({ method, path, body }, _response, socket) => {
				if (path === searchPath) {
					const others = lost ? [{ ...lost, id: 7, lineItems }] : [];
					return { accountingDocuments: [...others, { id: 1, type: 3 }], pagesCount: 1 };
				}
				if (method === 'POST') lost = JSON.parse(body) as IDataObject;
				return void socket.destroy();
			},
		});
		const { error } = await service.run(create({ ...unique, ...changes }), { items: one('A') });
		expect(error?.message).toMatch(/may or may not have been made/);
		const isCandidate = error?.description?.includes('one of the documents 7');
		expect(isCandidate).toBe(!('ifExists' in changes));
	},
);

it('an execution that is cancelled while it waits ends, and the next one still waits', async () => {
	const b = await bench();
	b.sandbox.admin.addFault({ kind: 'slowBody', ms: 800, match: { path: 'createDocument' } });
	const start = async (cancelMs?: number) =>
		await b.run(create(unique), {
			items: one('A'),

			onStart: (execution) => {
				if (cancelMs !== undefined) setTimeout(() => execution.cancel(), cancelMs);
			},
		});
	const [first, , third] = await Promise.all([start(), start(100), start()]);
	expect(first.json[0]).toMatchObject({ existed: false });
	expect(third.json[0]).toMatchObject({ existed: true });
	expect(made(b)).toHaveLength(1);
});
