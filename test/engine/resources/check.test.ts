import type { IDataObject } from 'n8n-workflow';

import type { SandboxOptions } from '../../../sandbox';
import { runNode as runAlone } from '../support/engine';
import { smallService } from '../support/smallService';
import { bench, getAll, secretsIn } from '../support/withSandbox';

const run = { resource: 'check', operation: 'run' };

const verdictOf = (json: IDataObject[], assumption: string) =>
	json.find((item) => item.assumption === assumption)?.verdict;

describe('Connection Check', () => {
	it('only reads, with 40 requests at the most, and says nothing of what it read', async () => {
		const { sandbox, run: runNode, asked, credentials } = await bench({ documents: 120 });
		const result = await runNode(run);
		const { entries } = sandbox.admin.journal();
		expect(entries.length).toBeLessThanOrEqual(40);
		expect(asked().every(({ committed }) => committed === undefined)).toBe(true);
		const shown = JSON.stringify(result.json);
		for (let place = 0; place < 120; place++) {
			const { contact, description } = sandbox.admin.documentAt(place);
			for (const text of [...Object.values(contact ?? {}), description]) {
				if (typeof text === 'string' && text.length > 3) expect(shown).not.toContain(text);
			}
		}
		expect(secretsIn(result, { sandbox, credentials })).toEqual([]);
	});

	it('cannot tell what a list without documents does not show', async () => {
		const { run: runNode } = await bench({ documents: 0 });
		const { json } = await runNode(run);
		for (const assumption of ['Name of the page size', 'Order of the list', 'Pages of a search']) {
			expect(verdictOf(json, assumption)).toBe('cannot tell');
		}
		expect(verdictOf(json, 'A token that is not valid')).toBe('holds');
		expect(json.every(({ enter }) => enter === null)).toBe(true);
	});

	it('fails as every operation where the service cannot be asked', async () => {
		const { run: runNode } = await bench({}, { appSecret: 'wrong-one' });
		const { error, json } = await runNode(run);
		expect(error?.message).toMatch(/refused the App ID or App Secret/);
		expect(json).toEqual([]);
	});

	it('ends when the execution is cancelled', async () => {
		const { run: runNode, asked } = await bench({ latencyMs: 200 });
		await runNode(run, {
			onStart: ({ cancel }) => void setTimeout(cancel, 700),
		});
		expect(asked().length).toBeLessThan(20);
	});

	describe('where a service is as no other', () => {
		const toldOf = async (options: SandboxOptions, credential = {}) => {
			const { run: runNode, sandbox } = await bench(options, credential);
			const { json, error } = await runNode(run);
			expect(error).toBeUndefined();
			expect(sandbox.admin.journal().entries.length).toBeLessThanOrEqual(40);
			return (assumption: string) => {
				const { verdict, enter } = json.find((item) => item.assumption === assumption) ?? {};
				return [verdict, (enter as IDataObject | null)?.value];
			};
		};

		it.each(['refused', 'ignored'] as const)(
			'proposes no name that it has not seen work (unknown ones %s)',
			async (unknownParameters) => {
				const names = { page: 'strana', pageSize: 'velikost', searchText: 'hledat' };
				const told = await toldOf({ names, unknownParameters });
				expect(told('Name of the page number')).toEqual(['does not hold', undefined]);
				expect(told('Name of the page size')).toEqual(['does not hold', undefined]);
				expect(told('Name of the text search')).toEqual(['does not hold', undefined]);
			},
		);

		it('sees through names that are taken and do nothing', async () => {
			const told = await toldOf({
				withoutEffect: [
					'page',
					'pageSize',
					'searchText',
					'sortDirection',
					'value',
					'type',
					'scope',
				],
			});
			for (const assumption of [
				'Name of the page number',
				'Name of the page size',
				'Name of the text search',
				'Name of the sort direction',
				'Name of the single-value filter',
				'Extra properties by scope',
			]) {
				expect([assumption, ...told(assumption)]).toEqual([assumption, 'does not hold', undefined]);
			}
			expect(told('Name of the filter by type')).toEqual(['holds', undefined]);
		});

		it('does not take a range without an effect for one, nor another place', async () => {
			const told = await toldOf({ withoutEffect: ['valueFrom', 'valueTo'] });
			expect(told('Filter by a range of totals')[0]).toBe('does not hold');
			expect(told('Where search parameters travel')).toEqual(['holds', undefined]);
		});

		it('tells a count of records from one of pages', async () => {
			const told = await toldOf({ countOf: 'records' });
			expect(told('Count of pages')[0]).toBe('does not hold');
			expect(told('Name of the page number')[0]).toBe('holds');
		});

		it('tells an order that is not kept, and IDs that are no numbers', async () => {
			const told = await toldOf({ documents: 1500, orderBy: 'issueDate', ties: 'unstable' });
			expect(told('The list repeats itself')[0]).not.toBe('holds');
			const other = await toldOf({ ids: 'guids' });
			expect(other('Order of the list')[0]).toBe('does not hold');
		});

		it('tells a list that begins anew behind its end without a count', async () => {
			const told = await toldOf({ envelope: 'array', beyondLastPage: 'repeatFirst' });
			expect(told('A page beyond the last one')[0]).toBe('does not hold');
		});

		it('tells a service that bears few requests at once', async () => {
			const told = await toldOf({ mostAtOnce: 1, latencyMs: 300 });
			expect(told('Requests at the same time')[0]).toBe('does not hold');
			expect(told('Name of the page number')[0]).toBe('holds');
		});

		it.each([400, 401, 403] as const)(
			'takes HTTP %i for the answer to a wrong token',
			async (status) => {
				const told = await toldOf({ unknownTokenStatus: status });
				expect(told('A token that is not valid')[0]).toBe('holds');
			},
		);

		it.each([
			['a refusal inside 200', false, 'cannot tell'],
			['the documents', true, 'does not hold'],
		] as const)('tells %s in answer to a wrong token', async (_what, isOpen, verdict) => {
			const accountingDocuments = Array.from({ length: 30 }, (_, index) => ({ id: 9_000 - index }));
			const { credential } = await smallService({
				answer: ({ token }) =>
					isOpen || token.startsWith('token-')
						? { accountingDocuments, pagesCount: 1 }
						: { error: 'invalid_token' },
			});
			const { json } = await runAlone({ parameters: run, credentials: credential() });
			expect(verdictOf(json, 'A token that is not valid')).toBe(verdict);
		});

		it('knows what was entered before, and keeps it in the settings to paste', async () => {
			const told = await toldOf(
				{ names: { page: 'strana', pageSize: 'limit' } },
				{ customizeParameterNames: true, pageParameter: 'strana' },
			);
			expect(told('Name of the page number')).toEqual(['holds', undefined]);
			expect(told('Name of the page size')).toEqual(['does not hold', 'limit']);
			expect(JSON.parse(String(told('All of them')[1]))).toMatchObject({
				pageParameter: 'strana',
				pageSizeParameter: 'limit',
			});
		});

		it.each(['head', 'tail'] as const)(
			'claims nothing false of a list that changes with each request (%s)',
			async (where) => {
				for (const kind of ['insert', 'delete'] as const) {
					for (const unknownParameters of ['refused', 'ignored'] as const) {
						const { run: runNode, sandbox } = await bench({ documents: 400, unknownParameters });
						sandbox.admin.addFault(
							kind === 'insert'
								? { kind, count: 1, times: 0, match: { url: '/v2/' } }
								: { kind, count: 1, where, times: 0, match: { url: '/v2/' } },
						);
						const { json } = await runNode(run);
						// The names are right, whatever changes: none may be said not to hold.
						const wrong = json.filter(
							({ assumption, verdict }) =>
								verdict === 'does not hold' &&
								/page|search|sort|single|range/i.test(String(assumption)),
						);
						expect(wrong).toEqual([]);
					}
				}
			},
		);
	});

	it('says that it is to be run again where its requests were used up', async () => {
		const names = { page: 'skip', pageSize: 'rows', searchText: 'term', sortDirection: 'dir' };
		const { run: runNode } = await bench({
			names,
			unknownParameters: 'refused',
			refusals: 'unnamed',
		});
		const { json } = await runNode(run);
		const summary = json[json.length - 1];
		expect(json.some(({ evidence }) => String(evidence).startsWith('Not asked'))).toBe(true);
		expect(summary.evidence).toMatch(/Then run the check again: .* before everything was asked\.$/);
	});

	it('is named by the readings that find an assumption broken', async () => {
		const all = getAll({ returnAll: true });
		const ignoresNumber = await bench({ withoutEffect: ['page'] });
		const { error } = await ignoresNumber.run(all);
		expect(error?.description).toContain('Connection Check');
		const countsFromZero = await bench({ documents: 40, firstPage: 0 });
		const lost = await countsFromZero.run(all);
		expect(lost.error?.description).toContain('Connection Check');
		const service = await smallService({
			answer: () => ({ accountingDocuments: [], pagesCount: 3, currentPage: 1, pageSize: 100 }),
		});
		const empty = await ignoresNumber.run(all, { credentials: service.credential() });
		expect(empty.error?.message).toContain('page 1 is empty');
		expect(empty.error?.description).toContain('Connection Check');
	});
});
