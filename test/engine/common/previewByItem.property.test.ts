/** docs/reference/preview.md: rows in preview and rows that run never mix. */
import type { IDataObject } from 'n8n-workflow';

import fc, { propertyMs } from '../../property';
import { type ChangePlan, filesFor, plans, writesOf } from '../support/previewPairs';
import { bench, goOn, type Parameters } from '../support/withSandbox';

/** Workflows whose rows are in preview or not, one by one. */
const workflows = Number(process.env.TRIALS ? 5_000 : 200);

const byItem = ({ options, ...others }: Parameters): Parameters => ({
	...others,
	options: { ...(options as object), preview: '={{ $json.isPreviewed }}' },
});

interface Rows {
	flags: boolean[];
	/** The rows to hand to the node. */
	isKept(row: IDataObject, flag: boolean, all: IDataObject[]): boolean;
}

/** What a workflow sends, and what comes out of the rows that run. */
async function outcomeOf({ parameters, itemsFor }: ChangePlan, { flags, isKept }: Rows) {
	const made = await bench({ documents: 30 });
	const rows = itemsFor(made).map((row, index) => ({ ...row, isPreviewed: flags[index] ?? false }));
	const binary = filesFor(rows);
	const kept = rows.flatMap((row, index) =>
		isKept(row, row.isPreviewed, rows) ? [{ row, files: binary[index] }] : [],
	);
	const items = kept.map(({ row }) => row);
	const files = kept.map(({ files: one }) => one);
	if (items.length === 0) return { sent: [], ids: [] };
	const { items: output } = await made.run(byItem(parameters), {
		items,
		binary: files,
		node: goOn,
	});
	const sent = writesOf(made).map(({ method, path, body }) => ({ method, path, body }));
	const ran = output.filter(({ json }) => json.preview !== true && json.error === undefined);
	return { sent, ids: ran.map(({ json }) => json.id ?? json.deleted ?? json.created) };
}

/** Whether rows of a group differ in the switch. Such a group is refused. */
const isMixed = ({ groupedBy: name }: ChangePlan, row: IDataObject, rows: IDataObject[]) =>
	name !== undefined &&
	rows.some((one) => one[name] === row[name] && one.isPreviewed !== row.isPreviewed);

it(
	`the rows in preview change nothing of what the others send, in ${workflows} workflows`,
	async () => {
		let compared = 0;
		const flagsOf = fc.array(fc.boolean(), { minLength: 5, maxLength: 5 });
		await fc.assert(
			fc.asyncProperty(plans, flagsOf, async (plan, flags) => {
				const mixed = await outcomeOf(plan, { flags, isKept: () => true });
				const alone = await outcomeOf(plan, {
					flags,
					isKept: (row, isPreviewed, all) => !isPreviewed && !isMixed(plan, row, all),
				});
				expect(mixed).toEqual(alone);
				compared += mixed.sent.length;
			}),
			{ numRuns: workflows },
		);
		expect(compared).toBeGreaterThan(workflows / 2);
	},
	propertyMs,
);
