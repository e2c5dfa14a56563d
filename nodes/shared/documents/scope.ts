import { scopes } from '../client/settings';
import { choices, type RecordDescription } from '../fields/describe';
import { outputIn } from '../fields/output';
import { collection, type Form } from '../fields/readForm';
import { namesIn } from '../fields/values';
import { requiredText } from '../fields/readValue';
import { documentRecord } from './documentRecord';
import { formField } from '../fields/formField';

/** See docs/api/requests.md#scope. */
export const scope = formField(
	'scope',
	choices(
		'Extra Properties',
		{
			[scopes.connectableAmount]: [
				'Connectable Amount',
				'The amount that you can still connect to other documents',
			],
		},
		'Fields that the service calculates only on request',
	),
);

/** The field that each code adds to a document. */
const fieldOfCode: Readonly<Record<string, string>> = {
	[scopes.connectableAmount]: 'connectableAmount',
};

/**
 * The extra properties to request: those of the options, and those that an output field or a column needs.
 */
export function scopeOf(form: Form): string[] {
	const options = collection(form, 'options');
	const entered = options.scope ?? [];
	const chosen = (Array.isArray(entered) ? entered : [entered]).map((code) =>
		requiredText(code, 'scope', 'Extra Properties'),
	);
	const { outputFields } = outputIn(form);
	const displayed = [outputFields, form.get('columns'), options.otherColumns].flatMap(namesIn);
	const needed = Object.keys(fieldOfCode).filter((code) => displayed.includes(fieldOfCode[code]));
	return [...new Set([...chosen, ...needed])];
}

/** The names of the fields that a scope adds to a document. */
export function fieldsOfScope(scope: string[]): string[] {
	return scope.flatMap((code) => fieldOfCode[code] ?? []);
}

/** The description of a document whose outputs all include the fields of the scope. */
export function recordWith(scope: string[]): RecordDescription {
	return { ...documentRecord, extra: fieldsOfScope(scope) };
}
