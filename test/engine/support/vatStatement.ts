/** docs/recipes/vat-statement.md: a month of the sandbox, with one row per element of `vatRecap` as Split Out makes them. */
import type { IDataObject } from 'n8n-workflow';

import { toDecimalText, toTenThousandths } from '../../../dev/sandbox/decimal';
import { bench, getAll } from './withSandbox';

const filters = {
	...{ type: [0, 2, 3, 8], direction: 1 },
	...{ taxDateFrom: '2026-09-01', taxDateTo: '2026-09-30' },
};

type Row = IDataObject & { vatRecap: IDataObject };

/** The exact base and VAT of what is in CZK. */
function crowns(rows: IDataObject[], amountsOf: (row: IDataObject) => IDataObject): string[] {
	const amounts = rows.filter(({ currency }) => currency === 'CZK').map(amountsOf);
	const sumOf = (name: string) =>
		toDecimalText(
			amounts.reduce((sum, { [name]: one }) => sum + toTenThousandths(Number(one)), 0n),
		);
	return ['base', 'vatAmount'].map(sumOf);
}

function cellsOf({ contact, vatRecap, ...document }: IDataObject): unknown[] {
	const { vatRate, base, vatAmount } = vatRecap as IDataObject;
	const { accountingDocumentNo, taxDate, total, currency } = document;
	const taxId = (contact as IDataObject).taxId ?? '';
	return [taxId, accountingDocumentNo, taxDate, vatRate, base, vatAmount, total, currency];
}

/** The block of the page, and what it and the report VAT by Month add up to. */
export async function vatStatement(): Promise<{ markdown: string; sums: string[][] }> {
	const { run } = await bench({ documents: 1000 });
	const options = { output: 'raw' };
	const { json: documents } = await run(getAll({ returnAll: true, filters, options }));
	const rows = documents.flatMap(({ vatRecap, ...document }) =>
		(vatRecap as IDataObject[]).map((recap): Row => ({ ...document, vatRecap: recap })),
	);
	const report = { resource: 'accountingDocument', operation: 'summarize', report: 'vatByMonth' };
	const { json: groups } = await run({ ...report, filters });
	const [base, vat] = crowns(rows, ({ vatRecap }) => vatRecap as IDataObject);
	const markdown = [
		`In the [sandbox](../reference/credential.md#without-an-account), September 2026 has ${documents.length} such documents, which give ${rows.length} rows.`,
		`Those in CZK add up to a base of ${base} and a VAT of ${vat}, as in *VAT by Month*. The first ones:`,
		'',
		'| VAT number | document | tax date | rate | base | VAT | total | currency |',
		'| --- | --- | --- | --- | --- | --- | --- | --- |',
		...rows.slice(0, 4).map((row) => `| ${cellsOf(row).join(' | ')} |`),
		'',
	].join('\n');
	return { markdown, sums: [[base, vat], crowns(groups, (group) => group)] };
}
