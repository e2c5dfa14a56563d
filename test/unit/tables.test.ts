/** Lists on pages that name everything of a kind, such as every field of a form, so that a new one is not forgotten. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';

import { projectFolder } from '../../dev/release/manifest';
import { resources } from '../../dev/scripts/resources';

const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');

const documents = resources.find(({ option }) => option.value === 'accountingDocument');

function fieldsOf(operation: string): INodeProperties[] {
	const found = documents?.operations.find(({ option }) => option.value === operation);
	if (found === undefined) throw new Error(`There is no operation ${operation}`);
	return found.fields.filter(({ type }) => type !== 'notice');
}

const isOf = (operation: string, { displayOptions }: INodeProperties) =>
	displayOptions?.show?.['/operation']?.includes(operation) ?? true;

/** The labels of the members of a collection that the operation shows. */
const members = (operation: string, collection: string): string[] =>
	(fieldsOf(operation).find(({ name }) => name === collection)?.options ?? [])
		.map((member) => member as INodeProperties)
		.filter((member) => isOf(operation, member))
		.map(({ displayName }) => displayName);

const optionsOfLists = members('getAll', 'options');

/** Fields that other pages explain for all operations. */
const common = ['filters', 'output', 'outputFields', 'options'];

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
	const text = read(`docs/reference/${page}.md`);
	const cells = [...text.matchAll(/^\| (\*\*[^|]*)\|/gm)].map(([, cell]) => cell);
	const named = cells.flatMap((cell) => [...cell.matchAll(/\*\*([^*]+)\*\*/g)]);
	const missing = labels.filter((label) => !named.some(([, name]) => name === label));
	expect(labels.length).toBeGreaterThan(3);
	expect([...new Set(missing)]).toEqual([]);
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
