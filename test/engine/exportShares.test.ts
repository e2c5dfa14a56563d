import { NodeHelpers, type IDataObject, type INodeParameters } from 'n8n-workflow';

import { boundsOptions } from '../../nodes/AccountingService/export/fileOptions';
import type { ShareReport } from '../../nodes/AccountingService/export/shareCheck';
import { AccountingService } from '../../nodes/AccountingService/AccountingService.node';
import type { Share } from '../../nodes/AccountingService/export/shares';
import { runChain, runNode } from './support/engine';
import { documentsOf, exportToFile, idsIn, onlyFile } from './support/exported';
import { bench, type Bench, type Parameters } from './support/withSandbox';

const split = (changes: Parameters = {}) => ({
	resource: 'accountingDocument',
	operation: 'splitForExport',
	...changes,
});
const check = (plan: unknown) => ({
	resource: 'accountingDocument',
	operation: 'checkShares',
	plan: JSON.stringify(plan),
});
const lines = (changes: Parameters) => exportToFile({ format: 'ndjson', ...changes });

/** Exports a share with the bounds that the form fills in once they are added. */
const bounded = (changes: Parameters = {}) =>
	lines({
		options: Object.fromEntries(boundsOptions.map(({ name, default: given }) => [name, given])),
		...changes,
	});

async function planOf({ run }: Bench, changes: Parameters): Promise<Share[]> {
	const { json, error } = await run(split(changes));
	if (error) throw error;
	return json as unknown as Share[];
}

async function reportOf({ run }: Bench, plan: Share[], items: IDataObject[]) {
	const { json, error, hints } = await run(check(plan), { items });
	if (error) throw error;
	expect(json).toHaveLength(1);
	return { report: json[0] as unknown as ShareReport, hints };
}

describe.each([
	['all documents', { documents: 1234 }, {}],
	['ids beyond 2^53', { documents: 1234, idBase: 2n ** 53n + 1n }, {}],
	['a search', { documents: 1234 }, { source: 'search', filters: { direction: 1 } }],
	['oldest first', { documents: 1234 }, { source: 'search', sortDirection: 'ASC' }],
] as const)('an export in shares: %s', (_, options, what) => {
	it('is the export in one, share after share, and its sums', async () => {
		const opened = await bench(options as Parameters);
		const { run, asked, sandbox } = opened;
		const wanted = { ...what, lineItemTable: true };
		const whole = await onlyFile(await run(lines(wanted)));
		sandbox.admin.clearJournal();
		const plan = await planOf(opened, { ...what, shares: 5 });
		expect(plan).toHaveLength(5);
		expect(asked().length).toBeLessThan(40);
		const items: IDataObject[] = [];
		const contents: Buffer[] = [];
		for (const share of plan) {
			const file = await onlyFile(await run(bounded(wanted), { items: [{ ...share }] }));
			expect(file.account).toMatchObject({ complete: true, afterId: share.afterId });
			items.push(file.item);
			contents.push(file.content);
		}
		expect(Buffer.concat(contents).equals(whole.content)).toBe(true);
		const { report } = await reportOf(opened, plan, items);
		const { documents, rows, totals, bytes } = whole.account;
		const lineItems = whole.account.lineItems?.rows;
		expect(lineItems).toBeGreaterThan(documents);
		const [firstId, lastId] = [whole.account.firstId, whole.account.lastId].map(String);
		expect(report).toMatchObject({ complete: true, note: null, documents, totals, runAgain: [] });
		expect(report.details).toEqual({ rows, lineItems, bytes, firstId, lastId });
	});
});

describe('Split, Export and Check Shares as the node panel adds them', () => {
	it('hand on what the next one needs, without an expression of the user', async () => {
		const { credentials } = await bench({ documents: 300 });
		const nodes = [
			split({ shares: 3 }),
			bounded(),
			{ resource: 'accountingDocument', operation: 'checkShares' },
		];
		const { description } = new AccountingService();
		const named = nodes.map((parameters) => ({
			name: NodeHelpers.makeNodeName(parameters as INodeParameters, description),
			parameters: parameters as Parameters,
		}));
		const [, , report] = await runChain(named, credentials);
		expect(report).toEqual([
			expect.objectContaining({ complete: true, note: null, shares: 3, documents: 300 }),
		]);
		const { error } = await runNode({ parameters: check([]), credentials });
		expect(error?.description).toContain(`$('${named[0].name}').all()`);
	});
});

describe('an export in shares', () => {
	it('of which no document came says so, although documents were expected', async () => {
		const opened = await bench({ documents: 300 });
		const plan = await planOf(opened, { shares: 2 });
		const { sandbox, run } = opened;
		for (const { id } of documentsOf(sandbox)) sandbox.admin.deleteDocument(Number(id));
		const { json } = await run(bounded(), { items: plan.map((share) => ({ ...share })) });
		const { report, hints } = await reportOf(opened, plan, json);
		expect(report).toMatchObject({ complete: true, documents: 0, expected: 300 });
		expect(report.note).toMatch(
			/^The shares contain 0 documents, but Split for Export counted 300\./,
		);
		expect(hints).toEqual([report.note]);
	});

	it.each([
		['newestShare', true],
		['nextRun', false],
	])('new documents belong where %s says', async (newDocuments, areIn) => {
		for (const listOrder of ['asc', 'desc'] as const) {
			const opened = await bench({ documents: 300, listOrder });
			const plan = await planOf(opened, { shares: 3, newDocuments });
			const created = opened.sandbox.admin.createDocuments({ count: 10 }).map(({ id }) => id);
			const ids: unknown[] = [];
			for (const share of plan) {
				const result = await opened.run(bounded(), { items: [{ ...share }] });
				ids.push(...idsIn(await onlyFile(result)));
			}
			expect(ids).toHaveLength(areIn ? 310 : 300);
			expect(created.some((id) => ids.includes(id))).toBe(areIn);
		}
	});

	it('of which one failed: only that one runs again', async () => {
		const opened = await bench({ documents: 1000 });
		const { run, sandbox } = opened;
		const plan = await planOf(opened, { shares: 4 });
		const broken = sandbox.admin.documentAt(400).id;
		const items: IDataObject[] = [];
		for (const share of plan) {
			if (share.share === 3) {
				sandbox.admin.addFault({ kind: 'status', status: 500, times: 1, match: { path: 'list' } });
			}
			const result = await run(bounded(), { items: [{ ...share }] });
			items.push(result.error ? { error: result.error.message } : { ...result.json[0] });
		}
		const first = await reportOf(opened, plan, items);
		expect(first.report.runAgain.map(({ share }) => share)).toEqual([3]);
		expect(first.hints).toEqual([
			'The export is not complete. Run these shares again: 3. Share 3: No export has its Resume After ID and Until ID.',
		]);
		const [{ afterId, untilId }] = first.report.runAgain;
		const again = await onlyFile(await run(bounded(), { items: [{ afterId, untilId }] }));
		expect(idsIn(again)).toContain(broken);
		const { report } = await reportOf(opened, plan, [
			first.report as unknown as IDataObject,
			again.item,
		]);
		expect(report).toMatchObject({ complete: true, documents: 1000 });
		expect(report.totals).toEqual(sandbox.admin.totals().totals);
	});

	it.each([0, 1])('of %i documents leaves what is new to the next run', async (documents) => {
		for (const how of [{}, { source: 'search', sortDirection: 'ASC' }]) {
			const opened = await bench({ documents });
			const plan = await planOf(opened, { shares: 8, newDocuments: 'nextRun', ...how });
			expect(plan).toMatchObject([{ share: 1, shares: 1, expected: documents }]);
			const former = documentsOf(opened.sandbox).map(({ id }) => id);
			opened.sandbox.admin.createDocuments({ count: 3 });
			const items = [{ ...plan[0] }];
			const file = await onlyFile(await opened.run(bounded(how), { items }));
			expect(idsIn(file)).toEqual(former);
			const { report } = await reportOf(opened, plan, [file.item]);
			expect(report).toMatchObject({ complete: true, documents });
		}
	});

	it('makes files of different names, also of a share that runs again', async () => {
		const opened = await bench({ documents: 500 });
		const plan = await planOf(opened, { shares: 3 });
		const result = await opened.run(bounded(), { items: plan.map((share) => ({ ...share })) });
		const names = result.json.map(({ fileName }) => fileName);
		expect(new Set(names).size).toBe(3);
		const again = await opened.run(bounded(), { items: [{ ...plan[1] }] });
		expect(again.json[0].fileName).toBe(names[1]);
		const { report } = await reportOf(opened, plan, result.json);
		expect(report).toMatchObject({ complete: true, documents: 500 });
	});

	it('takes no shares of another search or organization', async () => {
		const opened = await bench({ documents: 500 });
		const plan = await planOf(opened, { shares: 3 });
		const items = plan.map((share) => ({ ...share }));
		const other = bounded({ source: 'search', filters: { direction: 1 } });
		const { json } = await opened.run(other, { items });
		const { report } = await reportOf(opened, plan, json);
		expect(report.runAgain.map(({ reason }) => reason)).toEqual(
			Array(3).fill(expect.stringMatching(/different Sources or filters/)),
		);
		const elsewhere = await bench({ documents: 500 });
		const theirs = await elsewhere.run(bounded(), { items });
		const checked = await reportOf(opened, plan, [...json, ...theirs.json]);
		expect(checked.report.runAgain.map(({ reason }) => reason)).toEqual(
			Array(3).fill(expect.stringMatching(/different Base URLs or App IDs/)),
		);
	});
});

it.each([
	['exportToFile', []],
	['exportChanges', [expect.stringContaining('First run')]],
])('%s exports each share without options', async (operation, hinted) => {
	const opened = await bench({ documents: 300 });
	const plan = await planOf(opened, { shares: 3 });
	const { items, hints } = await opened.run(lines({ operation }), {
		items: plan.map((share) => ({ ...share })),
	});
	expect(hints).toEqual(hinted);
	const files = items.map(({ json }) => json);
	expect(new Set(files.map(({ fileName }) => fileName)).size).toBe(3);
	const { report } = await reportOf(opened, plan, files);
	expect(report).toMatchObject({ complete: true, documents: 300 });
});

it('an option wins over the share', async () => {
	const opened = await bench({ documents: 300 });
	const [, share] = await planOf(opened, { shares: 3 });
	const items = [{ ...share }];
	const options = { afterId: '={{ null }}', untilId: '={{ null }}' };
	const whole = await onlyFile(await opened.run(lines({ options }), { items }));
	expect(whole.account.documents).toBe(300);
});
