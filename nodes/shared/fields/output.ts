import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ServiceRecord } from '../client/envelope';
import { refuseInput } from '../client/errors';
import {
	choice,
	computedFields,
	choices,
	fieldAt,
	labelledAt,
	meaningOf,
	type OutputFields,
	type RecordDescription,
	valueAt,
} from './describe';
import { collection, type Form } from './readForm';
import { byLabel, formField } from './formField';

/** Turns a record into an output item. */
export type Shape = (record: ServiceRecord) => IDataObject;

/** The fields Output and Output Fields, at the top of a form or in Options: of a form with many other fields. */
export function outputFields({ fields, simplified: usual }: RecordDescription): INodeProperties[] {
	const own = Object.entries(fields).map(([name, { heading, label, description }]) => ({
		...{ name, words: [heading ?? label, description] },
	}));
	const words = [...own, ...computedFields(usual)].map(
		({ name, words: [label, description] }) =>
			[name, [label, `${name}: ${meaningOf(description)}`]] as const,
	);
	return [
		formField(
			'output',
			choice(
				'Output',
				{
					raw: [
						'Raw',
						'All fields, with lists such as line items, exactly as the service sent them',
					],
					selected: ['Selected Fields', 'Only the fields that you choose: add Output Fields too'],
					simplified: [
						'Simplified',
						'The most important fields, with words instead of code numbers. Raw has the others.',
					],
				},
				'Which fields to return',
				{ usual: 'simplified' },
			),
		),
		formField(
			'outputFields',
			choices(
				'Output Fields',
				Object.fromEntries(byLabel(words, ([, [label]]) => label)),
				'The fields to return, under the names of the service',
			),
			{ displayOptions: { show: { output: ['selected'] } } },
		),
	];
}

/** What the form says, in the one place where it has these fields. */
export function outputIn(form: Form): { output?: unknown; outputFields?: unknown } {
	const options = collection(form, 'options');
	return {
		output: options.output ?? form.get('output'),
		outputFields: options.outputFields ?? form.get('outputFields'),
	};
}

/** The output chosen in the form. @throws ServiceError (badInput) for unknown fields */
export function shapeOf(form: Form, record: RecordDescription): Shape {
	const { output, outputFields: chosen } = outputIn(form);
	if (output === 'raw') return rawShape;
	return output === 'selected' ? selected(record, chosen) : simplified(record);
}

/** The kinds of the simplified fields, by name. */
export function simplifiedKinds({ fields, simplified: usual }: RecordDescription): OutputFields {
	return Object.fromEntries(
		Object.entries(usual).map(([name, from]) => [
			name,
			typeof from === 'string' ? (fieldAt(fields, from)?.kind ?? 'text') : from.kind,
		]),
	);
}

/** Every item has the same fields. A missing field is null. */
export function simplified({ fields, simplified: usual, extra = [] }: RecordDescription): Shape {
	const columns = { ...usual, ...Object.fromEntries(extra.map((name) => [name, name])) };
	return (record) =>
		Object.fromEntries(
			Object.entries(columns).map(([name, from]) => [
				name,
				(typeof from === 'string' ? labelledAt(record, fields, from) : from.read(record)) ?? null,
			]),
		) as IDataObject;
}

function selected(
	{ fields, simplified: usual, extra = [] }: RecordDescription,
	chosen: unknown,
): Shape {
	const computed = new Map(computedFields(usual).map(({ name, read }) => [name, read]));
	const names = Array.isArray(chosen) ? chosen.map(String) : [];
	const unknown = names.find((name) => !Object.hasOwn(fields, name) && !computed.has(name));
	if (names.length === 0 || unknown !== undefined) {
		refuseInput(
			'outputFields',
			unknown === undefined
				? 'Output Fields is empty'
				: `The output has no field "${unknown.slice(0, 40)}"`,
			'Choose the fields to return in Output Fields, or choose another Output. If Output is in Options, add Output Fields there.',
		);
	}
	return (record) =>
		Object.fromEntries(
			[...names, ...extra].map((name) => [
				name,
				computed.get(name)?.(record) ?? valueAt(record, name) ?? null,
			]),
		) as IDataObject;
}

export const rawShape: Shape = (record) => record as IDataObject;
