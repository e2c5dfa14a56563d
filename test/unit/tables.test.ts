/** Lists on pages that name everything of a kind, such as every field of a form, so that a new one is not forgotten. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';

import { projectFolder } from '../../dev/release/manifest';
import { resources } from '../../dev/scripts/resources';
import { directionWords } from '../../nodes/AccountingService/match/payment';
import { reasons } from '../../nodes/AccountingService/match/reason';
import { resultFields } from '../../nodes/AccountingService/match/result';
import { previewOutput } from '../../nodes/AccountingService/preview';
import event from '../../nodes/AccountingServiceTrigger/__schema__/v1.0.0.json';
import { allFields, choicesOf, trigger } from './support/descriptions';

const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');

const matches = (text: string, pattern: RegExp) =>
	[...text.matchAll(pattern)].map(([, one]) => one);
const boldIn = (text: string) => matches(text, /\*\*([^*]+)\*\*/g);
const italicIn = (text: string) => matches(text, /(?<!\*)\*([^*]+)\*(?!\*)/g);
const codeIn = (text: string) => matches(text, /`(\w+)`/g);

/** The rows of each table of a page of docs/reference, as cells, without the head. */
const tablesOf = (page: string): string[][][] =>
	read(`docs/reference/${page}.md`)
		.split(/\n(?! *\|)/)
		.map((block) => matches(block, /^ *\| (.*) \|$/gm).slice(2))
		.filter((rows) => rows.length > 0)
		.map((rows) => rows.map((row) => row.split(' | ')));

const rowsOf = (page: string) => tablesOf(page).flat();

const documents = resources.find(({ option }) => option.value === 'accountingDocument');

function fieldsOf(operation: string): INodeProperties[] {
	const found = documents?.operations.find(({ option }) => option.value === operation);
	if (found === undefined) throw new Error(`There is no operation ${operation}`);
	return found.fields.filter(({ type }) => type !== 'notice');
}

const isOf = (operation: string, { displayOptions }: INodeProperties) =>
	displayOptions?.show?.['/operation']?.includes(operation) ?? true;

/** Fields that other pages explain for all operations. */
const common = ['filters', 'output', 'outputFields', 'options'];

/** The labels of the members of a collection that the operation shows. */
const members = (operation: string, collection: string): string[] =>
	(fieldsOf(operation).find(({ name }) => name === collection)?.options ?? [])
		.map((member) => member as INodeProperties)
		.filter((member) => !common.includes(member.name) && isOf(operation, member))
		.map(({ displayName }) => displayName);

const optionsOfLists = members('getAll', 'options');

/** The fields of an operation and its options, without those of lists. */
const own = (operation: string): string[] => [
	...fieldsOf(operation)
		.filter(({ name }) => !common.includes(name))
		.map(({ displayName }) => displayName),
	...members(operation, 'options').filter((label) => !optionsOfLists.includes(label)),
];

const ofExport = own('exportToFile');

const tables: Array<[page: string, labels: string[]]> = [
	['lists', [...own('search'), ...members('search', 'filters'), ...optionsOfLists]],
	['exports', ofExport],
	['changes', own('exportChanges').filter((label) => !ofExport.includes(label))],
	['match-payments', own('matchPayments')],
];

it.each(tables)('%s.md names every field', (page, labels) => {
	const named = rowsOf(page).flatMap(([cell]) => boldIn(cell));
	expect(labels.length).toBeGreaterThan(3);
	expect([...new Set(labels)].filter((label) => !named.includes(label))).toEqual([]);
});

it('trigger.md shows an event with all of its fields', () => {
	const [, json = ''] = /```json\n([^]*?)```/.exec(read('docs/reference/trigger.md')) ?? [];
	expect(Object.keys(JSON.parse(json) as object)).toEqual(Object.keys(event.properties));
});

/** Fields with their choices, some of which a row or a table names. */
interface Listing {
	what: string;
	fields: INodeProperties[];
	names: string[];
}

const choosing = allFields.map(({ field }) => field).filter((field) => choicesOf(field).length > 0);
const labelsOf = (field: INodeProperties) => choicesOf(field).map(({ name }) => name);

/** By the label of the field in the first cell, or by first cells that are all in italics. */
function listingsOf(page: string): Listing[] {
	const inRows = rowsOf(page).flatMap((cells) =>
		boldIn(cells[0]).map((label) => ({
			what: `${page}: ${label}`,
			fields: choosing.filter(({ displayName }) => displayName === label),
			names: italicIn(cells.join(' ')),
		})),
	);
	const inTables = tablesOf(page).flatMap((rows) => {
		const names = rows.flatMap(([cell]) => matches(cell, /^\*([^*]+)\*$/g));
		const what = `${page}: ${names.join(', ')}`;
		return names.length === rows.length ? [{ what, fields: choosing, names }] : [];
	});
	const areSome = ({ fields, names }: Listing) =>
		fields.some((field) => labelsOf(field).filter((label) => names.includes(label)).length > 1);
	return [...inRows, ...inTables].filter(areSome);
}

it('a row or a table that names several choices of a field names all', () => {
	const listings = readdirSync(path.join(projectFolder, 'docs/reference')).flatMap((file) =>
		listingsOf(path.parse(file).name),
	);
	const namesAll = ({ fields, names }: Listing) =>
		fields.some((field) => labelsOf(field).every((label) => names.includes(label)));
	const examples = ['lists: Period', 'lists: Payment Status', 'match-payments: Types'];
	expect(listings.length).toBeGreaterThan(15);
	expect(listings.filter((one) => !namesAll(one)).map(({ what }) => what)).toEqual(examples);
});

it('trigger.md explains every event', () => {
	const [explained] = tablesOf('trigger');
	const [events] = trigger.properties.filter(({ name }) => name === 'event');
	expect(explained.flatMap(([cell]) => boldIn(cell)).sort()).toEqual(labelsOf(events).sort());
});

describe('match-payments.md', () => {
	it('explains every result', () => {
		const named = rowsOf('match-payments').flatMap(([cell]) => matches(cell, /^`(\w+)`$/g));
		expect(named.sort()).toEqual(Object.keys(reasons).sort());
	});

	it('names every field of the output, in order', () => {
		const page = read('docs/reference/match-payments.md');
		const [sentence = ''] = /Each output item has all of these fields:[^.]*\./s.exec(page) ?? [];
		expect(codeIn(sentence)).toEqual(Object.keys(resultFields));
	});

	it('names, as the form does, every word of banks that Money takes', () => {
		const [money] = choosing.filter(({ name }) => name === 'money');
		const choices = choicesOf(money).map(({ value }) => String(value).toLowerCase());
		const words = Object.keys(directionWords).filter((word) => !choices.includes(word));
		const [row] = rowsOf('match-payments').filter(([cell]) => cell === '**Money**');
		expect(choices.filter((choice) => !(choice in directionWords))).toEqual([]);
		for (const named of [codeIn(row[1]), matches(String(money.description), /\b([B-Z][A-Z]*)\b/g)])
			expect(named.sort().join(' ').toLowerCase()).toBe(words.sort().join(' '));
	});
});

it('preview.md explains every field of a preview', () => {
	const named = rowsOf('preview').flatMap(([cell]) => codeIn(cell));
	expect(named.sort()).toEqual(Object.keys(previewOutput).sort());
});

it('create.md names everything that a hint says new documents lack', () => {
	const source = read('nodes/AccountingService/document/incompleteDocuments.ts');
	const labels = [...source.matchAll(/\.noteOf\(\s*'([^']+)'/g)].map(([, label]) => label);
	const page = read('docs/reference/create.md').replace(/\s+/g, ' ');
	const [sentence = ''] = /Hints name new documents without [^.]*\./.exec(page) ?? [];
	expect(labels.length).toBeGreaterThan(2);
	expect(labels.filter((label) => !sentence.toLowerCase().includes(label.toLowerCase()))).toEqual(
		[],
	);
});
