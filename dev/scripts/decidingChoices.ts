import type { LoadedResource, Operation } from '../../nodes/AccountingService/operation';
import { described, type FormField } from '../../nodes/shared/fields/formField';

/** Collections with fields of the record: an empty one is left out. */
const ofRecord = ['additionalFields', 'updateFields', 'contact', 'filters'];

/** Choices of operations that change data and may still be empty, by name, with the reason. */
export const undecided: Readonly<Record<string, string>> = {
	agentsMayChange: 'empty is off, the careful choice',
	allow: 'nothing more is allowed',
	allowIncomplete: 'empty is off, the careful choice',
	changesSomething: 'the method then decides',
	output: 'what the node returns',
	outputFields: 'what the node returns',
	paged: 'how a list is read',
	response: 'what the node returns',
	returnAll: 'how much of a list is read',
};

const isChoice = ({ type }: FormField) => ['options', 'multiOptions', 'boolean'].includes(type);

const isMarked = (field: FormField) =>
	field.required === true || field[described]?.decides === true;

/** The choices of a form that decide what is done, e.g. Type or Preview Only. */
function choicesIn(fields: FormField[]): FormField[] {
	return fields.flatMap((field) => {
		if (isChoice(field)) return [field];
		const hasOptions = field.type === 'collection' && !ofRecord.includes(field.name);
		return hasOptions ? choicesIn(field.options as FormField[]) : [];
	});
}

/**
 * An expression that gives nothing must not choose a default of the node. So each choice of an operation that changes
 * data is required or has the mark `decides` (describe.ts), unless it is named above.
 * @returns what is wrong
 */
export function unmarkedChoices(resources: LoadedResource[]): string[] {
	const named = new Set<string>();
	const wrong = resources.flatMap(({ option, operations }) =>
		operations.flatMap((operation: Operation) => {
			if (!operation.changes) return [];
			return choicesIn(operation.fields).flatMap((field) => {
				if (isMarked(field)) return [];
				named.add(field.name);
				if (Object.hasOwn(undecided, field.name)) return [];
				const place = [option.name, operation.option.name, field.displayName].join(' → ');
				return [`${place}: a choice that decides needs the mark \`decides\``];
			});
		}),
	);
	const unused = Object.keys(undecided).filter((name) => !named.has(name));
	return [...wrong, ...unused.map((name) => `Exception that is no longer needed: ${name}`)];
}
