import type { IDataObject } from 'n8n-workflow';

import { described, type FormField } from '../../shared/fields/formField';
import { type ItemForm, membersOf } from '../../shared/fields/readForm';
import { inWords, pickedValue, trimmed } from '../../shared/fields/values';
import type { Concern, Execution } from '../execution';

/** What sheets and models write for no value. The service takes them for text. */
const words = ['null', 'undefined', 'n/a'];

export const isWordForNothing = (value: unknown): boolean =>
	typeof value === 'string' && words.includes(trimmed(value).toLowerCase());

/** @param did "searched for": what the node did with the text */
export const hintOfWords = (did: string, labels: string[]): string =>
	`The node ${did} text such as "null" or "N/A" in ${inWords(labels)}. If that stands for no value, correct the expressions so that they are empty.`;

/** Names the fields of a change that got such a word as a number or a name. For filters: emptyFilters.ts. */
export function wordsForNothing({ operation, hints }: Execution): Concern {
	const fields: FormField[] = operation.fields;
	const found = new Set<string>();
	return {
		before({ form }) {
			for (const field of fields) for (const label of labelsIn(form, field)) found.add(label);
		},
		end() {
			if (found.size > 0) hints.sumUp(hintOfWords('passed on', [...found]));
		},
	};
}

const isIdentifier = (field: FormField) => field[described]?.isIdentifier === true;

function labelsIn(form: ItemForm, field: FormField): string[] {
	const members = field.type === 'collection' ? (field.options as FormField[]) : [field];
	const identifiers = members.filter(isIdentifier);
	if (identifiers.length === 0) return [];
	const values = valuesOf(form, field);
	return identifiers.flatMap(({ name, displayName }) =>
		isWordForNothing(pickedValue(values[name])) ? [displayName] : [],
	);
}

/** None for a value that cannot be read: the item itself reports it. */
function valuesOf(form: ItemForm, { name, type }: FormField): IDataObject {
	try {
		return type === 'collection'
			? membersOf(form, name)
			: ({ [name]: form.get(name) } as IDataObject);
	} catch {
		return {};
	}
}
