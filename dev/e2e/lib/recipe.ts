import { readFileSync } from 'node:fs';
import path from 'node:path';

import { projectFolder } from './paths';

/** A field as n8n describes it to its editor. */
interface Field {
	displayName: string;
	name: string;
	type: string;
	value?: unknown;
	options?: Field[];
	values?: Field[];
	modes?: Array<{ name: string; displayName: string }>;
	displayOptions?: { show?: Record<string, unknown[]> };
}

export interface Description {
	name: string;
	properties: Field[];
}

export type Parameters = Record<string, unknown>;

const page = (name: string) =>
	readFileSync(path.join(projectFolder, 'docs', 'recipes', `${name}.md`), 'utf8');

const cellsOf = (row: string) =>
	row
		.split('|')
		.slice(1, -1)
		.map((cell) => cell.trim());

/** What the first table of fields in a recipe says to enter, as parameters of the node. */
export function parametersOf(recipe: string, { properties }: Description): Parameters {
	const [table = ''] = /( *\| Field \| Value \|\n(?: *\|.*\n)+)/.exec(page(recipe)) ?? [];
	const rows = table.split('\n').filter((row) => row.includes('| **'));
	const parameters: Parameters = {};
	for (const [labels = '', value = ''] of rows.map(cellsOf)) {
		const names = [...labels.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => String(name));
		// Poll Times belongs to n8n.
		if (names[0] === 'Poll Times') continue;
		const separate = labels.includes(', ');
		const values = separate ? value.split(', ') : [value];
		const ways = separate ? names.map((name) => [name]) : [names];
		for (const [index, way] of ways.entries())
			enter(parameters, fieldsShown(properties, parameters), way, values[index] ?? '');
	}
	return parameters;
}

/** Resource, operation and further fields by their labels, with values as a recipe writes them. */
export function operationNamed(
	{ properties }: Description,
	resource: string,
	operation: string,
	further: Record<string, string> = {},
): Parameters {
	const parameters: Parameters = {};
	const labels = { Resource: `*${resource}*`, Operation: `*${operation}*`, ...further };
	for (const [label, text] of Object.entries(labels))
		enter(parameters, fieldsShown(properties, parameters), [label], text);
	return parameters;
}

/**
 * The parameters after an entry of "Change it" in a recipe, of which each instruction is understood: fields to set, to
 * turn on or off, or to remove.
 */
export function changedAs(
	recipe: string,
	title: string,
	{ properties }: Description,
	parameters: Parameters,
): Parameters {
	const text = page(recipe).replace(/\s+/g, ' ');
	const [, entry = ''] =
		new RegExp(`- \\*\\*${title}:\\*\\* (.*?)(?= - \\*\\*| #|$)`).exec(text) ?? [];
	const changed = structuredClone(parameters);
	const apply = (label = '', value?: string) => {
		const fields = fieldsShown(properties, changed);
		const outer = fields.find(({ displayName, options }) =>
			displayName === label ? false : options?.some((option) => option.displayName === label),
		);
		const isTop = fields.some(({ displayName }) => displayName === label);
		const way = isTop || outer === undefined ? [label] : [outer.displayName, label];
		if (value !== undefined) return enter(changed, fields, way, value);
		const owner = isTop || outer === undefined ? changed : (changed[outer.name] as Parameters);
		const own = (isTop ? fields : outer?.options)?.find(({ displayName }) => displayName === label);
		if (own === undefined || !(own.name in owner)) throw new Error(`${label} is not set`);
		delete owner[own.name];
	};
	const instructions = [
		...entry.matchAll(/remove \*\*([^*]+)\*\*/gi),
		...entry.matchAll(/(?:set|choose the) \*\*([^*]+)\*\* (?:to )?(\*[^*]+\*)/gi),
		...entry.matchAll(/turn (on|off) \*\*([^*]+)\*\*/gi),
		...entry.matchAll(/enter (`[^`]+`) in (?:\*\*[^*]+\*\* → )?\*\*([^*]+)\*\*/gi),
	];
	if (instructions.length === 0) throw new Error(`${recipe} has no change "${title}"`);
	for (const [how = '', first, second] of instructions) {
		if (/^(turn|enter)/i.test(how)) apply(second, first);
		else apply(first, second);
	}
	return changed;
}

/** The table of what replaces what: the names in its right column, by the left one. */
export function replacementsOf(recipe: string): Map<string, string[]> {
	const [, table = ''] =
		/\| In your workflow \| Here \|\n(.*\n(?:\|.*\n)+)/.exec(page(recipe)) ?? [];
	const rows = table.trimEnd().split('\n').slice(1).map(cellsOf);
	const namesIn = (cell: string) => [...cell.matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)];
	return new Map(
		rows.map(([before = '', here = '']) => [
			before.replaceAll('`', ''),
			namesIn(here).map(([, name]) => String(name)),
		]),
	);
}

/** What is to be entered, in the paragraph or list entry of a recipe that begins so. */
export function codesOf(recipe: string, beginning: string): string[] {
	const text = page(recipe).replace(/\s+/g, ' ');
	const start = text.indexOf(beginning);
	if (start < 0) throw new Error(`The recipe ${recipe} has no "${beginning}"`);
	const entry = text.slice(start).split(/ - \*\*| - [A-Z]| #| \d\. /)[0] ?? '';
	return [...entry.matchAll(/`([^`]+)`/g)].map(([, code]) => String(code));
}

/** What a recipe says to write, in quotation marks. */
export function messageOf(recipe: string): string {
	const [, message] = /write: "([^"]+)"/.exec(page(recipe).replace(/\s+/g, ' ')) ?? [];
	if (message === undefined) throw new Error(`The recipe ${recipe} has no message`);
	return message;
}

/** The rows of the sheet that a recipe shows. */
export function sheetOf(recipe: string): Parameters[] {
	const [table = ''] = /( *\| order \|.*\n(?: *\|.*\n)+)/.exec(page(recipe)) ?? [];
	const [head = [], , ...rows] = table.trimEnd().split('\n').map(cellsOf);
	return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index]])));
}

function fieldsShown(fields: Field[], { resource, operation }: Parameters): Field[] {
	return fields.filter(({ displayOptions: { show = {} } = {} }) =>
		Object.entries({ resource, operation }).every(
			([name, value]) => show[name] === undefined || show[name].includes(value),
		),
	);
}

function enter(into: Parameters, fields: Field[], [label, ...rest]: string[], text: string): void {
	const field = fields.find(({ displayName }) => displayName === label);
	if (field === undefined) throw new Error(`The form has no field ${label}`);
	if (rest.length === 0) {
		into[field.name] = valueIn(field, text);
		return;
	}
	const members = field.type === 'fixedCollection' ? field.options?.[0] : undefined;
	const inner = (into[field.name] ??= members ? { [members.name]: [{}] } : {}) as Parameters;
	const row = members ? (inner[members.name] as Parameters[])[0] : inner;
	enter(row ?? {}, members?.values ?? field.options ?? [], rest, text);
}

/** What the button beside a field enters in n8n's editor. */
const definedByModel = (label: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${label.replaceAll(' ', '_')}', \`\`, 'string') }}`;

function valueIn({ displayName, type, options = [], modes = [] }: Field, text: string): unknown {
	if (text === 'on' || text === 'off') return text === 'on';
	if (text.includes('*Let the model define this parameter*')) return definedByModel(displayName);
	if (type === 'number') return Number(text);
	const [, code] = /`(.+?)`/.exec(text) ?? [];
	const entered = code?.includes('{{') ? `=${code}` : code;
	const [, choice] = /(?<!\*)\*([^*]+)\*(?!\*)/.exec(text) ?? [];
	if (type === 'resourceLocator') {
		const mode = modes.find((one) => one.displayName === choice)?.name;
		return { __rl: true, mode, value: entered };
	}
	if (choice === undefined) return entered ?? text;
	const valueOf = (name = '') => {
		const option = options.find((one) => (one as { name: string }).name === name);
		if (option === undefined) throw new Error(`${displayName} has no choice ${name}`);
		return option.value;
	};
	if (type !== 'multiOptions') return valueOf(choice);
	// What follows a colon explains the choices.
	const [chosen = ''] = text.split(':');
	return [...chosen.matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)].map(([, name]) => valueOf(name));
}
