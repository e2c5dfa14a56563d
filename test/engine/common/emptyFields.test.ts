/** docs/reference/create.md#empty-cells: for every field of every operation, and it is named. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { described, type FormField } from '../../../nodes/shared/fields/formField';
import { itemOf, listed, parametersOf, scan, type Listed, type Which } from '../support/samples';
import { bench, type Parameters } from '../support/withSandbox';

/** What a cell without a value, a missing column or a model gives. */
const empty = [undefined, null, '', ' ', '\u200b', [], {}, { row: [] }];
const fromItem = '={{ $json.cell }}';
const goOn = { onError: 'continueRegularOutput' as const };

interface Entry {
	/** As in the parameters of the node: "additionalFields.dueDate". */
	path: string;
	label: string;
	field: FormField;
	/** The values of other fields with which the form shows it. */
	shownBy: Parameters;
}

/** The fields of an operation that have no sample, and the members of its collections. */
function entriesOf(one: Listed): Entry[] {
	const samples = parametersOf(one);
	const within = (field: INodeProperties, outer?: INodeProperties, inner?: unknown): Entry[] => {
		const { name, displayName: label, type, options = [], displayOptions = {} } = field;
		if (type === 'notice') return [];
		const show = Object.entries(displayOptions.show ?? {});
		const shownBy = Object.fromEntries(show.map(([other, values = []]) => [other, values[0]]));
		const isFilled = Object.hasOwn((outer ? (inner ?? {}) : samples) as object, name);
		if (type !== 'collection' || outer)
			// Without its sample, an optional field is another request.
			return isFilled && !field.required
				? []
				: [
						{
							path: outer ? `${outer.name}.${name}` : name,
							label,
							field,
							shownBy: shownBy as Parameters,
						},
					];
		return (options as INodeProperties[]).flatMap((member) => within(member, field, samples[name]));
	};
	const all = one.operation.fields.flatMap((field) => within(field));
	return [...new Map(all.map((entry) => [entry.path, entry])).values()];
}

function withEntry(usual: Parameters, { path, field, shownBy }: Entry): Parameters {
	const [name, member] = path.split('.');
	const isAtTop = (other: string) => member === undefined || other.startsWith('/');
	const shown = Object.entries(shownBy);
	const atTop = shown.filter(([other]) => isAtTop(other));
	const parameters = {
		...usual,
		...Object.fromEntries(atTop.map(([other, value]) => [other.replace('/', ''), value])),
	};
	const value = valueOf(field);
	if (member === undefined) return { ...parameters, [name]: value };
	const beside = Object.fromEntries(shown.filter(([other]) => !isAtTop(other)));
	const members = { ...(usual[name] as object | undefined), ...beside, [member]: value };
	return { ...parameters, [name]: members };
}

/** n8n drops an expression in the place of rows, so these are typed: none, and none of a group. */
function valueOf({ type, options = [] }: FormField): Parameters[string] {
	if (type === 'fixedCollection') return { [options[0].name]: [] };
	return type === 'resourceLocator' ? { __rl: true, mode: 'id', value: fromItem } : fromItem;
}

/** JSON has any shape. */
const cellsFor = ({ field: { type } }: Entry) => (type === 'json' ? empty.slice(0, -1) : empty);

/** Text such as "null" is a value of these. A field that identifies a record is named all the same. */
function takesAnyText({ path, field: { type, [described]: about } }: Entry): boolean {
	if (['columns', 'token'].includes(path)) return true;
	if (about === undefined) return type === 'string' || type === 'fixedCollection';
	return ['text', 'texts'].includes(about.kind) && !about.isIdentifier;
}

/** @param cells the values of the field, one per item */
async function outcome(one: Listed, parameters: Parameters, cells: unknown[] = empty) {
	const made = await bench({ documents: 12 });
	const which = cells.map((_cell, index) => (index % 3) as Which);
	const items = cells.map((cell, index) => ({ ...itemOf(one, made.sandbox, which[index]), cell }));
	const { json, hints, error } = await made.run(parameters, {
		items: items as unknown as IDataObject[],
		binary: which.map(scan),
		node: goOn,
	});
	const sent = made.asked().map(({ path, query, body }) => JSON.stringify([path, query, body]));
	const failed = json.flatMap((item) => (typeof item.error === 'string' ? [item.error] : []));
	return { sent: new Set(sent), named: [...hints, ...failed].join('\n'), error: error?.message };
}

/** Rows have a name of their own: "Document 1". */
function names({ named, error = '' }: Awaited<ReturnType<typeof outcome>>, one: Entry): boolean {
	const { row } = one.field[described] ?? {};
	const labels = [one.label, ...(row === undefined ? [] : [`${row} 1`])];
	return labels.some((label) => named.includes(label) || error.includes(label));
}

/** Match Payments says in the result of a row what is wrong with its cells. */
const tested = listed.filter(
	({ title, operation }) => operation.requests.length > 0 && !title.endsWith('Match Payments'),
);

describe('an empty value changes nothing, widens nothing, and is named', () => {
	it.each(tested)('$title', async (one) => {
		const parameters = parametersOf(one);
		const usual = await outcome(one, parameters);
		const wrong: unknown[] = [];
		for (const entry of entriesOf(one)) {
			const found = await outcome(one, withEntry(parameters, entry), cellsFor(entry));
			const more = [...found.sent].filter((request) => !usual.sent.has(request));
			// Rows without a row may be left alone.
			const isNamed = entry.field.type === 'fixedCollection' || names(found, entry);
			if (more.length > 0 || !isNamed)
				wrong.push([entry.path, entry.label, ...more, isNamed ? '' : found.named, found.error]);
			if (takesAnyText(entry) || entry.field.type === 'fixedCollection') continue;
			const word = await outcome(one, withEntry(parameters, entry), ['null']);
			if (!names(word, entry)) wrong.push([entry.path, 'null', word.named, word.error]);
		}
		expect(wrong).toEqual([]);
	});
});
