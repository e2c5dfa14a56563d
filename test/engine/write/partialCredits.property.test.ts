/** docs/reference/create.md#from-another-document: parts of a line add up to the line. */
import type { IDataObject } from 'n8n-workflow';

import { Decimal } from '../../../nodes/shared/decimal';
import { nameOfDocument } from '../../../nodes/shared/documents/documentRecord';
import type { DocumentFields } from '../../../dev/sandbox/resources/accountingDocuments/contract';
import { propertyMs } from '../../property';
import { posted } from '../support/create';
import { credit, newTrial, randomOf, rowsOf, type Trial, undrawn } from '../support/creditTrials';
import { type Bench, bench, goOn } from '../support/withSandbox';

/** 5,000 credit notes with `npm run trials`. SEED sets the first invoice. */
const copies = process.env.TRIALS ? 5_000 : 200;
const invoicesAtOnce = 40;

interface Invoice extends Trial {
	id: string;
	/** In messages. */
	name: string;
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

/** The steps of invoices that one execution can credit, because their rows have one form. */
function executionsOf(invoices: Invoice[], at: number) {
	const left = invoices.filter(({ steps }) => at < steps.length);
	const shapes = [...new Set(left.map((one) => shapeOf(rowsAt(one, at))))];
	return shapes.map((shape) => ({
		shape,
		invoices: left.filter((one) => shapeOf(rowsAt(one, at)) === shape),
		at,
	}));
}

const itemsOf = (invoices: Invoice[], at: number) =>
	invoices.map((invoice) => {
		return { id: invoice.id, key: `${invoice.id}-${at}`, rows: rowsAt(invoice, at) };
	});

function invoicesIn(made: Bench, trials: Trial[]): Invoice[] {
	return trials.map((trial): Invoice => {
		const fields = trial.document as DocumentFields;
		const [record] = made.sandbox.admin.createDocuments({ fields });
		const id = String(record.id);
		return { ...trial, id, name: nameOfDocument(record, id), credited: [] };
	});
}

/** Credits one step of each invoice, and compares lines and totals. @returns how many totals were said to differ */
async function creditAll(made: Bench, invoices: Invoice[], at: number): Promise<number> {
	const items = itemsOf(invoices, at);
	const shape = shapeOf(rowsAt(invoices[0], at));
	made.sandbox.admin.clearJournal();
	const { json, hints, error } = await made.run(parameters(shape), { items });
	expect([error?.message, error?.description]).toEqual([undefined, undefined]);
	const bodies = posted(made);
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
		const own = hints.filter((hint) => hint.includes(`document ${invoice.name}`));
		const isMore = rest.compare(Decimal.zero) * decimalOf(original.total).compare(Decimal.zero) < 0;
		if (isAll || isMore)
			expect([invoice.id, own.length]).toEqual([invoice.id, rest.isZero ? 0 : 1]);
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
	made.sandbox.admin.clearJournal();
	const { json } = await made.run(parameters('q'), { items, node: goOn });
	expect(json.map(({ error }) => String(error))).toEqual(
		items.map(() => expect.stringContaining('is too much')),
	);
	expect(posted(made)).toEqual([]);
}

it(
	`${copies} credit notes, whole and in parts, equal the exact model, or the difference is said`,
	async () => {
		const made = await bench({ documents: 0 });
		const random = randomOf(Number(process.env.SEED ?? 1));
		const documents: IDataObject[] = [];
		let [notes, said] = [0, 0];
		while (notes < copies) {
			const trials = Array.from({ length: invoicesAtOnce }, () => newTrial(random));
			const invoices = invoicesIn(made, trials);
			documents.push(...invoices.map(({ document }) => document));
			for (let at = 0; at < 3; at++) {
				for (const { invoices: some } of executionsOf(invoices, at)) {
					said += await creditAll(made, some, at);
					notes += some.length;
				}
			}
			await refuseMore(made, invoices);
		}
		expect(said).toBeGreaterThan(0);
		expect(undrawn(documents)).toEqual([]);
		if (process.env.TRIALS) console.log(`${notes} credit notes, ${said} totals said to differ`);
	},
	propertyMs,
);

/** What credit notes have of each line of their invoice. */
const sumsOf = ({ mode, lines }: Invoice, notes: IDataObject[]) =>
	lines.map((_line, index) => {
		const rows = notes
			.flatMap(({ lineItems }) => lineItems as IDataObject[])
			.filter(({ description }) => description === `Line ${index + 1}`);
		const sum = (name: string) => sumOf(rows.map((row) => decimalOf(row[name]))).toString();
		return [sum('qt'), sum(mode === 1 ? 'total' : 'totalVatExcl')];
	});

/** Runs all steps of the invoices at once, each of them twice, and then once more. */
async function creditAtOnce(made: Bench, invoices: Invoice[]): Promise<number> {
	const executions = [0, 1, 2].flatMap((at) => executionsOf(invoices, at));
	const run = async ({ shape, invoices: some, at }: (typeof executions)[number]) =>
		await made.run(parameters(shape), { items: itemsOf(some, at) });
	made.sandbox.admin.clearJournal();
	const runs = await Promise.all([...executions, ...executions].map(run));
	for (const execution of executions) runs.push(await run(execution));
	for (const { error } of runs)
		expect([error?.message, error?.description]).toEqual([undefined, undefined]);
	const bodies = posted(made);
	const results = runs.flatMap(({ json }) => json).filter(({ existed }) => existed === false);
	const hints = runs.flatMap((one) => one.hints);
	for (const invoice of invoices) {
		const isOurs = ({ relatedAccountingDocumentId: id }: IDataObject) => String(id) === invoice.id;
		const notes = bodies.filter(isOurs);
		expect(notes).toHaveLength(invoice.steps.length);
		expect(sumsOf(invoice, notes)).toEqual(
			sumsOf(invoice, [invoice.document]).map((sums) => sums.map((sum) => `-${sum}`)),
		);
		const rest = [invoice.document, ...results.filter(isOurs)].map(({ total }) => decimalOf(total));
		const isSaid = hints.some((hint) => hint.includes(`document ${invoice.name}`));
		if (!sumOf(rest).isZero) expect([invoice.id, isSaid]).toEqual([invoice.id, true]);
	}
	return bodies.length;
}

it(
	`${copies} credit notes that run at once, twice and thrice, add up to their invoices`,
	async () => {
		const made = await bench({ documents: 0 });
		const random = randomOf(Number(process.env.SEED ?? 1));
		let notes = 0;
		while (notes < copies) {
			const trials = Array.from({ length: invoicesAtOnce }, () => newTrial(random));
			// A discount that is credited last would make the parts before it more than the total.
			const some = trials.filter(({ lines }) => lines.every(({ total }) => total > 0n));
			notes += await creditAtOnce(made, invoicesIn(made, some));
		}
		if (process.env.TRIALS) console.log(`${notes} credit notes at once`);
	},
	propertyMs,
);
