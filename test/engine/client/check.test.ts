/** docs/reference/credential.md#connection-check: the verdicts, and what the check sends. */
import { checkService, enteredFrom } from '../support/checkService';
import { runNode as runAlone } from '../support/engine';
import { smallService } from '../support/smallService';
import { bench, getAll, secretsIn } from '../support/withSandbox';

const run = { resource: 'check', operation: 'run' };

describe('Connection Check', () => {
	it('reveals nothing about the documents, and no secret', async () => {
		const { sandbox, run: runNode, credentials } = await bench({ documents: 120 });
		const result = await runNode(run);
		expect(result.json[0].verdict).toBe('ready');
		const shown = JSON.stringify(result.json);
		for (let place = 0; place < 120; place++) {
			const { contact, description } = sandbox.admin.documentAt(place);
			for (const text of [...Object.values(contact ?? {}), description]) {
				if (typeof text === 'string' && text.length > 3) expect(shown).not.toContain(text);
			}
		}
		expect(secretsIn(result, { sandbox, credentials })).toEqual([]);
	});

	it('names what an empty list does not show', async () => {
		const { run: runNode } = await bench({ documents: 0 });
		const { json } = await runNode(run);
		for (const about of ['Page Parameter', 'Sort Direction Parameter', 'Search Text Parameter']) {
			expect(json[0].undetermined).toContain(about);
		}
	});

	it('names what the user has to look up', async () => {
		const { run: runNode } = await bench({
			names: { pageSize: 'limit' },
			withoutEffect: ['searchText'],
		});
		const { json } = await runNode(run);
		expect(enteredFrom(json)).toEqual({ pageSizeParameter: 'limit' });
		expect(json[0].enter).toBe('Page Size Parameter: limit');
		expect(json[0].evidence).toContain('set Page Size Parameter to "limit"');
		expect(json[0].evidence).toContain('Enter Search Text Parameter in the credential');
		expect(json[0].evidence).toContain('ask the service');
	});

	it('advises to repeat the check only if a repetition may help', async () => {
		const evidenceOf = async (searchStatus: number) => {
			const service = await checkService({ searchStatus });
			const { json } = await service.run({ ...run, options: { maxTries: 1 } });
			return String(json[0].evidence);
		};
		const forbidden = await evidenceOf(403);
		expect(forbidden).not.toContain('Run the check again');
		expect(forbidden).toContain('what the application may access');
		expect(await evidenceOf(503)).toContain('Run the check again');
	});

	it('corrects settings of the credential that are wrong', async () => {
		const service = await checkService({});
		const credentials = service.credential({
			customizeParameterNames: true,
			...{ pageParameter: 'p', firstPage: 0, pageParameterCounts: 'records' },
			...{ searchParametersIn: 'query', sortDirectionParameter: 'dir' },
		});
		const { json } = await runAlone({ parameters: run, credentials });
		Object.assign(credentials.stored, enteredFrom(json));
		const all = await runAlone({ parameters: getAll({ returnAll: true }), credentials });
		expect(all.json.length).toBe(service.documents.length);
		const again = await runAlone({ parameters: run, credentials });
		expect(again.json[0]).toMatchObject({ verdict: 'ready', enter: '' });
	});

	it.each([
		{ kind: 'insert' },
		{ kind: 'delete', where: 'head' },
		{ kind: 'delete', where: 'tail' },
	] as const)('proposes nothing false if each request changes the list: %j', async (change) => {
		for (const unknownParameters of ['refused', 'ignored'] as const) {
			const { run: runNode, sandbox } = await bench({ documents: 400, unknownParameters });
			sandbox.admin.addFault({ ...change, count: 1, times: 0, match: { url: '/v2/' } });
			const { json } = await runNode(run);
			expect(json[0]).toMatchObject({ verdict: 'ready', enter: '' });
		}
	});

	it('advises to run it again if it reaches its maximum of requests, and then finds the rest', async () => {
		const names = { page: 'pageNo', pageSize: 'rows', searchText: 'term', sortDirection: 'dir' };
		const {
			run: runNode,
			sandbox,
			credentials,
		} = await bench({
			names,
			unknownParameters: 'refused',
			refusals: 'unnamed',
		});
		const first = await runNode(run);
		expect(first.json[0].verdict).toBe('settings needed');
		expect(first.json[0].evidence).toContain('Run the check again.');
		expect(sandbox.admin.journal().entries.length).toBeLessThanOrEqual(70);
		credentials.stored.customizeParameterNames = true;
		Object.assign(credentials.stored, enteredFrom(first.json));
		const second = await runNode(run);
		expect({ ...enteredFrom(first.json), ...enteredFrom(second.json) }).toEqual({
			...{ pageParameter: 'pageNo', pageSizeParameter: 'rows' },
			...{ searchTextParameter: 'term', sortDirectionParameter: 'dir' },
		});
		Object.assign(credentials.stored, enteredFrom(second.json));
		expect((await runNode(run)).json[0].verdict).toBe('ready');
	});

	it('is named by the error about an empty first page of several', async () => {
		const service = await smallService({
			answer: () => ({ accountingDocuments: [], pagesCount: 3, currentPage: 1, pageSize: 100 }),
		});
		const { error } = await service.run(getAll({ returnAll: true }));
		expect(error?.message).toContain('page 1 is empty');
		expect(error?.description).toContain('Connection Check');
	});
});
