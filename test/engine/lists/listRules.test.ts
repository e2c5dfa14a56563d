/** docs/internals/completeness.md#limits: a wrong count ends in an error, and a limit costs few requests. */
import { LivingList, type Service } from '../../unit/lists/support/livingList';
import { exportToFile, idsIn, onlyFile } from '../support/exported';
import { json, smallService } from '../support/smallService';
import { getAll } from '../support/withSandbox';

/** The wrong responses. */
const mistakes = {
	'400': [400, { validationError: { code: 'x', message: 'Not now' } }],
	'404': [404, { validationError: { code: 'x', message: 'Not now' } }],
	empty: [200, { accountingDocuments: [] }],
	'refusal inside 200': [200, { validationError: { code: 'x', message: 'Not now' } }],
} as const;

interface Behaviour {
	service?: Service;
	mistake?: { at: number; with: keyof typeof mistakes };
	/** Counts of the envelope that contradict the records. */
	says?: object;
	range?: string;
}

/** The list over HTTP, from one of the services of docs/api/behaviours.md. */
async function serve(count: number, { service, mistake, says, range }: Behaviour) {
	const list = new LivingList(count, service, [], (number) => 10_000 + number);
	const source = list.source();
	let arrived = 0;
	const { run } = await smallService({
		answer: ({ query }, response) => {
			if (mistake && ++arrived === mistake.at) {
				const [status, body] = mistakes[mistake.with];
				return json(response, status, body);
			}
			if (range) response.setHeader('content-range', range);
			void source.fetch(Number(query.get('page')) - 1, Number(query.get('pageSize'))).then(
				({ records: accountingDocuments, hasMore, ...counts }) =>
					json(response, 200, { accountingDocuments, ...counts, has_more: hasMore, ...says }),
				() => json(response, 404, { code: 'none', message: 'There is no such page' }),
			);
			return undefined;
		},
	});
	return { list, run };
}

const exported = exportToFile({ format: 'ndjson', options: { pageSize: 100 } });
const operations = {
	'Get Many': getAll({ returnAll: true }),
	'Export to File': exported,
	'Export Changes': { ...exported, operation: 'exportChanges' },
	Summarize: { ...exportToFile(), operation: 'summarize' },
};

describe.each(Object.entries(operations))('%s: a promise of more than comes', (_name, form) => {
	it.each<Behaviour>([
		{ says: { pagesCount: 99 } },
		{ says: { total: 9_999 } },
		{ says: { has_more: true } },
		{ range: 'items 0-9/9999' },
	])('%j is an error', async (behaviour) => {
		const { run } = await serve(250, behaviour);
		const { error, items } = await run(form);
		expect(error?.message).toMatch(
			/^The responses do not match the pagination settings of the credential: /,
		);
		expect(items).toEqual([]);
	});

	it('is a hint with Allow Incomplete Results', async () => {
		const { run } = await serve(250, { says: { pagesCount: 99 } });
		const { error, items, hints } = await run({ ...form, options: { allowIncomplete: true } });
		expect(error).toBeUndefined();
		expect(hints.join()).toMatch(
			/ocuments may be missing: The responses do not match the pagination settings of the credential/,
		);
		expect(items.length).toBeGreaterThan(0);
		expect(items[0].json.complete).not.toBe(true);
	});
});

it.each(Object.keys(mistakes) as Array<keyof typeof mistakes>)(
	'one mistaken answer (%s), at any request, ends nothing silently',
	async (kind) => {
		for (let at = 1; at <= 12; at++) {
			const counts = at % 2 === 0 ? undefined : 'envelope';
			const service: Service = { counts, cap: { from: 1, size: at % 4 < 2 ? 50 : 20 } };
			const { run, list } = await serve(240, { service, mistake: { at, with: kind } });
			const file = await onlyFile(await run(exported));
			expect([at, file.account.complete]).toEqual([at, true]);
			expect(idsIn(file)).toEqual(list.names());
		}
	},
);

it('a limit costs few requests if the service puts 60,000 documents on one page', async () => {
	const { run, list } = await serve(60_000, { service: { onePage: true } });
	const { json: items, error } = await run(getAll({ limit: 10 }));
	expect(error).toBeUndefined();
	expect(items.map(({ id }) => id)).toEqual(list.names().slice(0, 10));
	expect(list.requests).toBeLessThan(4);
});
