/** docs/reference/create.md#from-another-document: a copy has the lines of its original to the cent, and exists once. */
import type { IDataObject } from 'n8n-workflow';

import type { DocumentFields } from '../../../dev/sandbox/resources/accountingDocuments/contract';
import { Decimal } from '../../../nodes/shared/decimal';
import { nameOfDocument } from '../../../nodes/shared/documents/documentRecord';
import { propertyMs } from '../../property';
import {
	type CopyTrial,
	copiedLinesOf,
	copiedTotalOf,
	isWhole,
	newCopyTrial,
} from '../support/copyTrials';
import { posted } from '../support/create';
import { randomOf, undrawn } from '../support/creditTrials';
import { type Bench, bench } from '../support/withSandbox';

/** 5,000 copies with `npm run trials`. SEED sets the first original. */
const copies = process.env.TRIALS ? 5_000 : 200;
const originalsAtOnce = 40;

interface Original extends CopyTrial {
	id: string;
	/** In messages. */
	name: string;
}

/** @param shape of the rows: "q" with a quantity, "-" without one; empty for all lines */
const parameters = (shape: string) => ({
	...{ resource: 'accountingDocument', operation: 'createFromDocument' },
	accountingDocumentId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	newType: '={{ $json.newType }}',
	reverseAmounts: true,
	issueDate: '2026-11-20',
	linesToCopy: shape === '' ? 'all' : 'chosen',
	chosenLines: {
		row: [...shape].map((mark, index) => ({
			lineNumber: `={{ $json.rows[${index}].lineNumber }}`,
			...(mark === 'q' && { qt: `={{ $json.rows[${index}].qt }}` }),
		})),
	},
	additionalFields: { dueDateLikeOriginal: true, vatCountryCode: 'CZ' },
	options: { output: 'raw' },
});

const shapeOf = ({ rows }: CopyTrial) => rows.map((row) => ('qt' in row ? 'q' : '-')).join('');

type Run = Awaited<ReturnType<Bench['run']>>;

/** Runs of the same rows, of which only the first to come may create. */
const ways: Array<(run: (from?: number) => Promise<Run>) => Promise<Run[]>> = [
	async (run) => [await run(), await run()],
	async (run) => [await run(), await run(), await run()],
	async (run) => [await run(0.5), await run()],
	async (run) => await Promise.all([run(), run()]),
	async (run) => await Promise.all([run(), run(0.5), run(0.8)]),
];

/** Copies the originals again and again. @returns how many totals were said to differ */
async function copyAll(made: Bench, originals: Original[], way: number): Promise<number> {
	const shape = shapeOf(originals[0]);
	const items = originals.map(({ id, newType, rows }) => ({ id, newType, rows }));
	made.sandbox.admin.clearJournal();
	const runs = await ways[way % ways.length](async (from = 0) => {
		const some = items.slice(Math.floor(items.length * from));
		return await made.run(parameters(shape), { items: some });
	});
	for (const { error } of runs)
		expect([error?.message, error?.description]).toEqual([undefined, undefined]);
	const bodies = posted(made);
	expect(bodies).toHaveLength(originals.length);
	const results = runs.flatMap(({ json }) => json);
	const hints = runs.flatMap((run) => run.hints);
	return originals.map((one) => saidOf(one, { bodies, results, hints })).filter(Boolean).length;
}

interface Found {
	bodies: IDataObject[];
	results: IDataObject[];
	hints: string[];
}

/** @returns whether its total was said to differ */
function saidOf(original: Original, { bodies, results, hints }: Found): boolean {
	const isOurs = ({ relatedAccountingDocumentId: id }: IDataObject) => String(id) === original.id;
	const [body, ...others] = bodies.filter(isOurs);
	expect(others).toEqual([]);
	expect(body.lineItems).toEqual(copiedLinesOf(original));
	expect([body.dueDate, body.exchRate]).toEqual([
		'2026-12-04',
		(original.isCredit && original.document.exchRate) || undefined,
	]);
	const own = results.filter(isOurs);
	expect(new Set(own.map(({ id }) => String(id))).size).toBe(1);
	expect(own.filter(({ existed }) => existed === false)).toHaveLength(1);
	const said = hints.filter(
		(hint) => /has the total/.test(hint) && hint.includes(`document ${original.name}`),
	);
	const [total, rounding, expected] = [
		own[0].total,
		own[0].roundingAmount ?? 0,
		copiedTotalOf(original),
	].map((amount) => Decimal.from(amount) as Decimal);
	// A part is compared before the service rounds it.
	const compared = isWhole(original) ? total : total.minus(rounding);
	const isSame = compared.equals(expected);
	expect([original.id, said.length]).toEqual([original.id, isSame ? 0 : 1]);
	return said.length > 0;
}

it(
	`${copies} copies, whole and in parts, equal the exact model or the difference is said, and exist once`,
	async () => {
		const made = await bench({ documents: 0 });
		const random = randomOf(Number(process.env.SEED ?? 1));
		const drawn: CopyTrial[] = [];
		let said = 0;
		for (let way = 0; drawn.length < copies; way++) {
			const originals = Array.from({ length: originalsAtOnce }, (): Original => {
				const trial = newCopyTrial(random);
				const fields = trial.document as DocumentFields;
				const [record] = made.sandbox.admin.createDocuments({ fields });
				const id = String(record.id);
				return { ...trial, id, name: nameOfDocument(record, id) };
			});
			for (const shape of new Set(originals.map(shapeOf))) {
				const some = originals.filter((one) => shapeOf(one) === shape);
				said += await copyAll(made, some, way);
				drawn.push(...some);
			}
		}
		expect(said).toBeGreaterThan(0);
		expect(undrawn(drawn.map(({ document }) => document))).toEqual([]);
		expect(new Set(drawn.map(isWhole)).size).toBe(2);
		if (process.env.TRIALS) console.log(`${drawn.length} copies, ${said} totals said to differ`);
	},
	propertyMs,
);
