/** docs/reference/preview.md: a preview of any operation sends no change. */
import type { GivenFault } from '../../../dev/sandbox/http/faults';
import type { LoadedResource } from '../../../nodes/AccountingService/operation';
import { callTool } from '../support/agent';
import { create } from '../support/create';
import { changeBy, changing, filesFor, writesOf } from '../support/previewPairs';
import { itemOf, listed } from '../support/samples';
import { bench, goOn, type Bench, type Parameters } from '../support/withSandbox';

const preview = { options: { preview: true, maxTries: 1 } };

/** Requests that a preview may send meet these as well. */
const faults: Record<string, object> = {
	'a lost response': { kind: 'resetAfter' },
	'HTTP 500': { kind: 'status', status: 500 },
	'HTTP 404': { kind: 'status', status: 404 },
	'an empty response': { kind: 'emptyBody' },
	'an expired token': { kind: 'expireToken' },
};

/** Credentials with which a request fails before it is sent. */
const wrongCredentials = {
	'a wrong App Secret': { appSecret: 'wrong' },
	'a Base URL that nobody answers': { baseUrl: 'http://127.0.0.1:9' },
};

function expectNoChange(made: Bench): void {
	expect(writesOf(made)).toEqual([]);
	expect(made.asked().filter(({ committed }) => committed)).toEqual([]);
}

describe.each(changing)('Preview Only: $title', (one) => {
	it('shows the request of each item', async () => {
		const made = await bench();
		const items = [itemOf(one, made.sandbox, 0), itemOf(one, made.sandbox, 1)];
		const binary = filesFor(items);
		const { json, hints, error } = await made.run(changeBy(one, preview), { items, binary });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(2);
		expect(hints).toContain(
			'Preview: nothing was changed. To make the changes, turn off Preview Only.',
		);
		for (const item of json) {
			expect(item).toMatchObject({ preview: true, readAt: expect.stringMatching(/^\d{4}-/) });
			expect(item).not.toHaveProperty('id');
			if (item.existing === undefined) expect(item.wouldSend).not.toEqual([]);
		}
		expectNoChange(made);
	});

	it.each(Object.entries(faults))('sends no change, with %s', async (_, fault) => {
		const made = await bench();
		const items = [itemOf(one, made.sandbox, 0), itemOf(one, made.sandbox, 1)];
		made.sandbox.admin.addFault({ ...fault, times: 0 } as GivenFault);
		const node = { ...goOn, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const changes = { items, binary: filesFor(items), node };
		const { json } = await made.run(changeBy(one, preview), changes);
		expect(json).toHaveLength(2);
		expectNoChange(made);
	});

	it.each([
		['the first', [true, false]],
		['the last', [false, true]],
	])('changes only the other record if %s row is in preview', async (_which, flags) => {
		const made = await bench();
		const rows = [itemOf(one, made.sandbox, 0), itemOf(one, made.sandbox, 1)];
		const items = rows.map((row, index) => ({ ...row, isPreviewed: flags[index] }));
		const options = { preview: '={{ $json.isPreviewed }}' };
		const binary = filesFor(items);
		const { json, error } = await made.run(changeBy(one, { options }), { items, binary });
		expect(error).toBeUndefined();
		expect(json.map((item) => item.preview === true)).toEqual(flags);
		const alone = await bench();
		const [own, other] = [itemOf(one, alone.sandbox, 0), itemOf(one, alone.sandbox, 1)];
		const place = flags.indexOf(false);
		await alone.run(changeBy(one), { items: [[own, other][place]], binary: [binary[place]] });
		const requestsOf = (some: Bench) => writesOf(some).map(({ path, body }) => ({ path, body }));
		expect(requestsOf(made)).toEqual(requestsOf(alone));
	});

	it('refuses an empty switch', async () => {
		const made = await bench();
		const options = { preview: '={{ $json.nothing }}' };
		const items = [itemOf(one, made.sandbox, 0)];
		const { error } = await made.run(changeBy(one, { options }), {
			items,
			binary: filesFor(items),
		});
		expect(error?.message).toBe('Preview Only is empty');
		expect(made.asked()).toEqual([]);
	});

	it('does not change anything by an item of a preview', async () => {
		const made = await bench();
		const items = [{ preview: true, wouldSend: [] }];
		const { error } = await made.run(changeBy(one), { items, binary: filesFor(items) });
		expect(error?.message).toBe('The input row comes from a preview');
		expect(made.asked()).toEqual([]);
	});

	it('takes an item whose own column is called preview', async () => {
		const made = await bench();
		const items = [{ ...itemOf(one, made.sandbox, 0), preview: true }];
		const { error } = await made.run(changeBy(one), { items, binary: filesFor(items) });
		expect(error).toBeUndefined();
		expect(writesOf(made)).not.toEqual([]);
	});

	it.each(Object.entries(wrongCredentials))(
		'is refused as the run is, with %s',
		async (_, wrong) => {
			const made = await bench();
			const items = [itemOf(one, made.sandbox, 0)];
			const binary = filesFor(items);
			made.credentials.stored = { ...made.credentials.stored, ...wrong };
			const shown = await made.run(changeBy(one, preview), { items, binary });
			const run = await made.run(changeBy(one, { options: { maxTries: 1 } }), { items, binary });
			expect(run.error?.message).not.toBe('');
			expect(shown.error?.message).toBe(run.error?.message);
			expect(shown.error?.description).toBe(run.error?.description);
		},
	);

	it('says that Read Only would refuse the run', async () => {
		const made = await bench({}, { readOnly: true });
		const items = [itemOf(one, made.sandbox, 0)];
		const { json, hints } = await made.run(changeBy(one, preview), {
			items,
			binary: filesFor(items),
		});
		expect(json).toEqual([expect.objectContaining({ preview: true })]);
		expect(hints).toContain('Read Only is on in the credential, so a run would be refused.');
	});
});

it('every operation that changes data has the switch, and no other one', () => {
	const has = ({ fields }: LoadedResource['operations'][number]) =>
		fields
			.filter(({ name }) => name === 'options')
			.flatMap(({ options = [] }) => options)
			.some(({ name }) => name === 'preview');
	const wrong = listed.filter(
		({ operation }) => has(operation) !== (operation.changes !== undefined),
	);
	expect(wrong.map(({ title }) => title)).toEqual([]);
	expect(changing.length).toBeGreaterThan(20);
});

describe('Preview Only of an agent', () => {
	it.each(['invoking', 'requesting'] as const)('shows the request, bounded (%s)', async (kind) => {
		const made = await bench();
		const parameters: Parameters = create({ options: { preview: true } });
		const { text } = await callTool(kind, made.credentials, parameters);
		expect(text).toMatch(/\{"summary":"Create Invoice/);
		expect(text).toContain('"wouldSend":[{"method":"POST"');
		expect(text.length).toBeLessThan(25_000);
		expect(writesOf(made)).toEqual([]);
	});
});

it('a preview in which a row fails says that nothing was changed for any row', async () => {
	const made = await bench();
	const parameters = create({ currency: '={{ $json.currency }}', ...preview });
	const items = [{ currency: '' }, { currency: 'CZK' }];
	const { json, hints } = await made.run(parameters, { items, node: goOn });
	expect(json.map(({ error, preview: one }) => error ?? one)).toEqual([
		expect.stringContaining('Currency is empty'),
		true,
	]);
	expect(hints).toContain(
		'Preview: nothing was changed. To make the changes, turn off Preview Only.',
	);
});

describe('Preview Only by an expression', () => {
	it('applies to its items only', async () => {
		const made = await bench();
		const options = { preview: '={{ $json.isPreview }}' };
		const items = [{ isPreview: true }, { isPreview: false }, { isPreview: 'true' }];
		const { json, hints } = await made.run(create({ options }), { items });
		expect(json.map((item) => item.preview === true)).toEqual([true, false, true]);
		expect(writesOf(made)).toHaveLength(1);
		expect(hints).toContain(
			'Preview: nothing was changed for 2 of 3 items. To make the changes, turn off Preview Only.',
		);
	});
});
