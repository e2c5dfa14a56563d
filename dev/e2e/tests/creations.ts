/** docs/reference/create.md#two-executions-at-the-same-time: executions at once in n8n's own process. */
import { deepStrictEqual, ok } from 'node:assert/strict';

import type { GivenFault } from '../../sandbox';
import { create, line } from '../../../test/engine/support/create';
import { creationFaults, random } from '../../../test/engine/support/onceFaults';
import { changeAtOnce, latencyMs } from '../lib/atOnce';
import type { Checks } from '../lib/checks';
import { ourNode, type NodeSketch } from '../lib/flow';
import { withOwnService } from '../lib/ownService';
import { errorOf, type RunResult } from '../lib/types';
import type { Workbench } from '../lib/workbench';

const enough = 200;
const itemsPerRun = 8;

/** A refusal proves that nothing was created, so the next try may resend it. */
const strikes = creationFaults.filter(({ kind }) => kind !== 'errorBody');

const isLost = ({ kind, status, phase }: Partial<Record<string, unknown>>) =>
	phase !== 'after' && (['resetBefore', 'html'].includes(String(kind)) || Number(status) >= 500);

/** The node spends long looking for a document that was not created (`probeUntilListed`), so only a few are not. */
const maxLostDocuments = 3;

/** Special characters of patterns, URLs, JSON and HTML. */
const signs = ['(', '[a-', '*+?', '\\d{', '%41', '"', '<b>', 'words ', 'Ünïcödé 😀 '];
/** The end of each long value, which no error may quote. */
const confidential = 'Confidential';

const ofItem = { description: '={{ $json.mark }}', orderNo: '={{ $json.mark }}' };
const document = (options: Record<string, string>) =>
	create({
		lineItemsJson: '={{ [$json.line] }}',
		additionalFields: ofItem,
		options,
	});

/** The ways to create something, with the operation of the service. */
const ways = [
	{
		path: 'createTask',
		parameters: {
			...{ resource: 'apiRequest', operation: 'send', method: 'POST', path: 'tasks' },
			...{ body: 'json', jsonBody: '={{ { title: $json.text, description: $json.mark } }}' },
		},
	},
	{
		path: 'createTask',
		parameters: {
			...{ resource: 'task', operation: 'create', title: '={{ $json.text }}' },
			additionalFields: { description: '={{ $json.mark }}' },
		},
	},
	{ path: 'createDocument', parameters: document({}) },
	{ path: 'createDocument', parameters: document({ uniqueBy: 'orderNo' }) },
] as const;

/** Items with text of 15,000 to 40,000 characters, from n8n's Code node. */
function longItems(run: number, chance: (below: number) => number): NodeSketch {
	const seeds = Array.from({ length: itemsPerRun }, (_none, index) => ({
		mark: `mark-${run}-${index}`,
		sign: signs[chance(signs.length)],
		length: 15_000 + chance(25_000),
		line: line(),
	}));
	const jsCode = `return ${JSON.stringify(seeds)}.map(({ mark, sign, length, line }) => {
	const text = sign.repeat(length / sign.length) + '${confidential}';
	return { json: { mark, text, line: { ...line, description: text } } };
});`;
	return { name: 'Items', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}

const marksIn = (list: Array<{ description?: unknown }>) =>
	list.map(({ description }) => String(description)).filter((text) => text.startsWith('mark-'));

/** The error messages of a run: of the node and of its items. */
function errorsOf(run: RunResult): string[] {
	const { message = '', description = '' } = errorOf(run, 'Service') ?? {};
	const items = run.data.resultData.runData.Service?.[0]?.data?.main[0] ?? [];
	return [`${message} ${description}`, ...items.map(({ json }) => String(json.error ?? ''))];
}

export function atOnceChecks(checks: Checks, { session, n8n }: Workbench): void {
	const stage = { session, baseUrl: n8n.baseUrl };

	checks.add('20 executions at once lose no change of a document, and double no key', async () => {
		const service = { documents: 60, latencyMs };
		await withOwnService(session, 'At once', service, async (sandbox, credential) => {
			await changeAtOnce(stage, sandbox, credential);
		});
	});
}

/** Creations whose responses are lost. */
export function creationChecks(checks: Checks, bench: Workbench): void {
	const says = `${enough} creations with long texts, lost answers and Retry On Fail: none twice`;
	checks.add(says, async () => {
		await withOwnService(bench.session, 'Creations', 60, async ({ admin }, credential) => {
			const chance = random(46);
			const sent = new Set<string>();
			let [struck, lost] = [0, 0];
			for (let run = 0; sent.size < enough; run++) {
				ok(run < enough, `only ${sent.size} creations were sent`);
				const { path, parameters } = ways[run % ways.length] ?? ways[0];
				for (let call = 1; call <= itemsPerRun; call += 1 + chance(4)) {
					const drawn = strikes[chance(strikes.length)];
					const isSearchedFor = path === 'createDocument' && isLost({ ...drawn });
					const strike = isSearchedFor && ++lost > maxLostDocuments ? strikes[1] : drawn;
					admin.addFault({ ...strike, match: { path, call } } as GivenFault);
				}
				admin.clearJournal();
				const node = ourNode(credential, parameters, {
					...{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
					...(chance(4) > 0 && { onError: 'continueRegularOutput' }),
				});
				const result = await bench.run(longItems(run, chance), node);
				admin.clearFaults();
				const { entries } = admin.journal();
				struck += entries.filter(({ fault }) => fault !== undefined).length;
				for (const mark of marksIn(entries.map(({ body }) => body ?? {}))) sent.add(mark);
				const told = errorsOf(result).filter((text) => text.includes(confidential));
				deepStrictEqual(told, [], 'an error quotes what was sent');
			}
			const created = marksIn([...admin.createdDocuments(), ...admin.tasks()]);
			const twice = created.filter((mark, index) => created.indexOf(mark) !== index);
			deepStrictEqual(twice, [], 'created twice');
			ok(struck > enough / 5, `only ${struck} faults struck`);
			ok(created.length > enough / 2, `only ${created.length} of ${sent.size} were created`);
		});
	});
}
