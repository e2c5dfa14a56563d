/** docs/reference/create.md#from-another-document: parts of a line add up to the line. */
import type { IDataObject } from 'n8n-workflow';

import { Decimal } from '../../../nodes/shared/decimal';
import type { DocumentFields } from '../../../dev/sandbox/resources/accountingDocuments/contract';
import { propertyMs } from '../../property';
import { posted } from '../support/create';
import { credit, newTrial, randomOf, rowsOf, type Trial } from '../support/creditTrials';
import { type Bench, bench, goOn } from '../support/withSandbox';

/** 5,000 credit notes with `npm run trials`. SEED sets the first invoice. */
const copies = process.env.TRIALS ? 5_000 : 200;
const invoicesAtOnce = 40;

interface Invoice extends Trial {
	id: string;
	/** Totals of its credit notes. */
	credited: Decimal[];
}

/** @param shape of the rows, which are fields of the items: "q" with a quantity, "-" without one */
const parameters = (shape: string) => ({
	...{ resource: 'accountingDocument', operation: 'createFromDocument' },
	accountingDocumentId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	issueDate: '2026-11-20',
	linesToCopy: shape === '' ? 'all' : 'chosen',
	chosenLines: {
		row: [...shape].map((mark, index) => ({
			lineNumber: `={{ $json.rows[${index}].lineNumber }}`,
			...(mark === 'q' && { qt: `={{ $json.rows[${index}].qt }}` }),
		})),
	},
	additionalFields: { externalNo: '={{ $json.key }}' },
	options: { output: 'raw', copyUniqueBy: 'externalNo' },
});

/** The form's rows of a step: none for all lines. */
const rowsAt = (invoice: Invoice, at: number) => {
	const step = invoice.steps[at];
	return step ? rowsOf(invoice, step) : [];
};

const shapeOf = (rows: IDataObject[]) => rows.map((row) => ('qt' in row ? 'q' : '-')).join('');

const decimalOf = (value: unknown) => Decimal.from(value) ?? Decimal.zero;
const sumOf = (amounts: Decimal[]) => amounts.reduce((sum, one) => sum.plus(one), Decimal.zero);

/** Credits one step of each invoice, and compares lines and totals. @returns how many totals were said to differ */
async function creditAll(made: Bench, invoices: Invoice[], at: number): Promise<number> {
	const items = invoices.map((invoice) => {
		return { id: invoice.id, key: `${invoice.id}-${at}`, rows: rowsAt(invoice, at) };
	});
	const shape = shapeOf(rowsAt(invoices[0], at));
	const before = posted(made).length;
	const { json, hints, error } = await made.run(parameters(shape), { items });
	expect([error?.message, error?.description]).toEqual([undefined, undefined]);
	const bodies = posted(made).slice(before);
	expect(bodies).toHaveLength(invoices.length);
	let said = 0;
	for (const [index, invoice] of invoices.entries()) {
		const step = invoice.steps[at];
		const original = invoice.document;
		const expected = step ? credit(invoice, step) : (original.lineItems as IDataObject[]);
		const sent = bodies[index].lineItems as IDataObject[];
		expect(sent).toHaveLength(expected.length);
		if (step) expect(sent).toEqual(expected.map((line) => expect.objectContaining(line)));
		invoice.credited.push(decimalOf(json[index].total));
		const isAll = invoice.lines.every(({ left }) => left.pieces === 0n) || !step;
		const rest = decimalOf(original.total).plus(sumOf(invoice.credited));
		const own = hints.filter((hint) => hint.includes(`document ${invoice.id},`));
		if (isAll) expect([invoice.id, own.length]).toEqual([invoice.id, rest.isZero ? 0 : 1]);
		said += own.length;
	}
	return said;
}

/** One more piece of lines that are credited already, whatever is within the rounding of the total. */
async function refuseMore(made: Bench, invoices: Invoice[]): Promise<void> {
	const inParts = invoices.filter(({ steps: [first] }) => first !== undefined);
	const items = inParts.map(({ id, lines: [{ piece }] }) => {
		return { id, key: `${id}-more`, rows: [{ lineNumber: 1, qt: Number(piece) / 1_000 }] };
	});
	const before = posted(made).length;
	const { json } = await made.run(parameters('q'), { items, node: goOn });
	expect(json.map(({ error }) => String(error))).toEqual(
		items.map(() => expect.stringContaining('is too much')),
	);
	expect(posted(made)).toHaveLength(before);
}

it(
	`${copies} credit notes, whole and in parts, equal the exact model, or the difference is said`,
	async () => {
		const made = await bench({ documents: 0 });
		const random = randomOf(Number(process.env.SEED ?? 1));
		let [notes, said] = [0, 0];
		while (notes < copies) {
			const invoices = Array.from({ length: invoicesAtOnce }, (): Invoice => {
				const trial = newTrial(random);
				const fields = trial.document as DocumentFields;
				const [{ id }] = made.sandbox.admin.createDocuments({ fields });
				return { ...trial, id: String(id), credited: [] };
			});
			for (let at = 0; at < 3; at++) {
				const left = invoices.filter(({ steps }) => at < steps.length);
				for (const shape of new Set(left.map((one) => shapeOf(rowsAt(one, at))))) {
					const some = left.filter((one) => shapeOf(rowsAt(one, at)) === shape);
					said += await creditAll(made, some, at);
					notes += some.length;
				}
			}
			await refuseMore(made, invoices);
		}
		expect(said).toBeGreaterThan(0);
		if (process.env.TRIALS) console.log(`${notes} credit notes, ${said} totals said to differ`);
	},
	propertyMs,
);
