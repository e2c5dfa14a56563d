import { paymentOrderRecord } from '../../nodes/AccountingService/resources/paymentOrder/paymentOrderRecord';
import { taskRecord } from '../../nodes/AccountingService/resources/task/taskRecord';
import { templateRecord } from '../../nodes/AccountingService/resources/template/templateRecord';
import { vatRateRecord } from '../../nodes/AccountingService/resources/vatRate/vatRateRecord';
import { type Choices, choiceLabel } from '../../nodes/shared/fields/describe';
import { documentRecord } from '../../nodes/shared/documents/documentRecord';
import { table } from './table';

interface Coded {
	label: string;
	choices?: Choices;
	fields?: Readonly<Record<string, Coded>>;
}

const records: Array<{ one: string; fields: Readonly<Record<string, Coded>> }> = [
	documentRecord,
	vatRateRecord,
	templateRecord,
	paymentOrderRecord,
	taskRecord,
];

/** The fields whose values are code numbers. */
export function codesTable(): string {
	const rows = records.flatMap(({ one, fields }) => {
		const record = one.charAt(0).toUpperCase() + one.slice(1);
		const own = [...codesIn(fields)];
		return own
			.filter(([name], at) => own.findIndex(([other]) => other === name) === at)
			.map((row) => [record, ...row]);
	});
	return table([['Record', 'Field', 'Label', 'Codes'], ...rows]);
}

function* codesIn(fields: Readonly<Record<string, Coded>>): Generator<[string, string, string]> {
	for (const [name, { label, choices, fields: inner }] of Object.entries(fields)) {
		if (choices) {
			const codes = Object.keys(choices).map(
				(code) => `${code} ${String(choiceLabel(choices, code))}`,
			);
			yield [`\`${name}\``, label, codes.join(', ')];
		}
		if (inner && name !== 'content') yield* codesIn(inner);
	}
}
