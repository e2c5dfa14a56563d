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
	if (text === 'on') return true;
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
	const option = options.find((one) => (one as { name: string }).name === choice);
	if (option === undefined) throw new Error(`${displayName} has no choice ${choice}`);
	return type === 'multiOptions' ? [option.value] : option.value;
}
