import { LivingList, type Change, type Service } from '../unit/lists/support/livingList';
import { runNode } from './support/engine';
import { exportToFile, filesOf } from './support/exported';
import { json, smallService } from './support/smallService';
import { getAll, type Parameters } from './support/withSandbox';

/** A mistaken answer: at which request, and what comes. */
interface Mistake {
	at: number;
	with: '400' | '404' | 'empty' | 'refusal inside 200';
}

/** How the envelope contradicts the records. */
type Contradiction = 'pagesCount' | 'total' | 'has_more' | 'content-range';

interface Behaviour {
	service?: Service;
	changes?: Change[];
	mistake?: Mistake;
	contradiction?: Contradiction;
}

/** The list over HTTP, as one of the services of docs/api/behaviours.md answers. */
async function serve(count: number, { service, changes, mistake, contradiction }: Behaviour = {}) {
	const list = new LivingList(count, service, changes, (number) => 10_000 + number);
	const before = list.names();
	const source = list.source();
	let arrived = 0;
	const { credential } = await smallService({
		answer: ({ query }, response) => {
			if (++arrived === mistake?.at) {
				const wrong = { '400': 400, '404': 404, empty: 200, 'refusal inside 200': 200 };
				const refused = { validationError: { code: 'x', message: 'Not now' } };
				const body = mistake.with === 'empty' ? { accountingDocuments: [] } : refused;
				return json(response, wrong[mistake.with], body);
			}
			void source.fetch(Number(query.get('page')) - 1, Number(query.get('pageSize'))).then(
				({ records, pagesCount, currentPage, pageSize, total, hasMore }) => {
					const more = {
						...(contradiction === 'pagesCount' && { pagesCount: 99 }),
						...(contradiction === 'total' && { total: 9_999 }),
						...(contradiction === 'has_more' && { has_more: true }),
					};
					if (contradiction === 'content-range') {
						response.setHeader('content-range', 'items 0-9/9999');
					}
					const counts = { pagesCount, currentPage, pageSize, total, has_more: hasMore };
					json(response, 200, { accountingDocuments: records, ...counts, ...more });
				},
				() => json(response, 404, { code: 'none', message: 'There is no such page' }),
			);
			return undefined;
		},
	});
	const credentials = credential();
	/** What existed throughout. */
	const throughout = () => before.filter((name) => !list.wasDeleted(name));
	return {
		list,
		throughout,
		getMany: async (changes: Parameters = {}) => {
			const parameters = getAll({ returnAll: true, output: 'raw', ...changes });
			const { error, json: items, hints } = await runNode({ parameters, credentials });
			return { message: error?.message, hints, ids: items.map(({ id }) => id) };
		},
		exportAll: async () => {
			const parameters = exportToFile({ format: 'ndjson', options: { pageSize: 100 } });
			const result = await runNode({ parameters, credentials });
			if (result.error) return { message: result.error.message };
			const [{ account, content }] = await filesOf(result);
			const lines = content.toString().split('\n').filter(Boolean);
			return {
				complete: account.complete,
				ids: lines.map((line) => (JSON.parse(line) as { id: number }).id),
			};
		},
	};
}

type Served = Awaited<ReturnType<typeof serve>>;

/** Every record that existed throughout, once. */
function expectAll({ throughout }: Served, ids: unknown[] = []): void {
	expect(new Set(ids).size).toBe(ids.length);
	const got = new Set(ids);
	expect(throughout().filter((id) => !got.has(id))).toEqual([]);
}

const notFitting = /^The responses do not match the pagination settings of the credential: /;
const counted: Service = { counts: 'envelope' };
const envelopes: Array<[string, Service]> = [
	['with a count', counted],
	['without a count', {}],
];

describe.each(envelopes)('a document that is deleted while a list is read, %s', (_, service) => {
	it.each([2, 5])('at request %i, is no reason to read it anew', async (at) => {
		const changes: Change[] = [{ atRequest: at, kind: 'delete', where: 100 }];
		const served = await serve(450, { service, changes });
		const { message, hints, ids } = await served.getMany();
		expect([message, hints]).toEqual([undefined, []]);
		expectAll(served, ids);
		expect(served.list.requests).toBeLessThan(20);
	});
});

describe.each(envelopes)('pages that get smaller from the sixth request on, %s', (_, more) => {
	const service = { ...more, cap: { from: 6, size: 20 } };

	it('lose nothing in an export', async () => {
		const served = await serve(650, { service });
		const { complete, ids } = await served.exportAll();
		expect(complete).toBe(true);
		expectAll(served, ids);
	});
});

it.each(['pagesCount', 'total', 'has_more', 'content-range'] as const)(
	'%s that promises more than comes is an error',
	async (contradiction) => {
		const served = await serve(250, { contradiction });
		const { message, ids } = await served.getMany();
		expect(message).toMatch(notFitting);
		expect(ids).toEqual([]);
		expect((await served.exportAll()).message).toMatch(notFitting);
	},
);

it.each([14, 34])('%i empty answers in the middle of a list do not end it', async (count) => {
	const served = await serve(850, { service: { silent: { from: 4, to: 3 + count } } });
	const { message, ids } = await served.getMany();
	if (message === undefined) expectAll(served, ids);
	else expect(message).toMatch(notFitting);
});

it.each(envelopes)('one document is created with each request, %s', async (_, service) => {
	const atRequests = Array.from({ length: 300 }, (_request, index) => index + 1);
	const changes = atRequests.map((atRequest): Change => ({ atRequest, kind: 'create', where: 0 }));
	const served = await serve(400, { service, changes });
	const { message, ids } = await served.getMany({ options: { pageSize: 10 } });
	expect(message).toBeUndefined();
	expectAll(served, ids);
});

it.each(['400', '404', 'empty', 'refusal inside 200'] as const)(
	'one mistaken answer (%s), at any request, ends nothing silently',
	async (kind) => {
		for (const size of [50, 20]) {
			for (let at = 1; at <= 12; at++) {
				const [, more] = envelopes[at % 2];
				const served = await serve(240, {
					service: { ...more, cap: { from: 1, size } },
					mistake: { at, with: kind },
				});
				const { message, complete, ids } = await served.exportAll();
				expect([at, message, complete]).toEqual([at, undefined, true]);
				expectAll(served, ids);
			}
		}
	},
);

describe.each(['last', 'first', 'all'] as const)('page 0 that shows: %s', (zero) => {
	it.each(envelopes)('is healthy, %s', async (_, more) => {
		const served = await serve(250, { service: { ...more, zero } });
		const all = await served.getMany();
		expect([all.message, all.hints]).toEqual([undefined, []]);
		expect(all.ids).toEqual(served.list.names());
		const limited = await (
			await serve(250, { service: { ...more, zero } })
		).getMany({ returnAll: false, limit: 35 });
		expect(limited.message).toBeUndefined();
		expect(limited.ids).toEqual(served.list.names().slice(0, 35));
	});
});

it('a limit costs few requests if the service puts 60,000 documents on one page', async () => {
	const served = await serve(60_000, { service: { onePage: true } });
	const { message, ids } = await served.getMany({ returnAll: false, limit: 10 });
	expect(message).toBeUndefined();
	expect(ids).toEqual(served.list.names().slice(0, 10));
	expect(served.list.requests).toBeLessThan(4);
});
