/** Names of fields in end-to-end scripts: a renamed field would leave them without an effect, or stop them in a browser. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodePropertyCollection } from 'n8n-workflow';
import ts from 'typescript';

import type { Editor } from '../../dev/e2e/browser/editor';
import { nodeType, triggerType } from '../../dev/e2e/lib/flow';
import type { RestSession } from '../../dev/e2e/lib/rest';
import { Studio } from '../../dev/e2e/lib/studio';
import type { WorkflowFile } from '../../dev/e2e/lib/types';
import { patches } from '../../dev/e2e/year/broken';
import { install, type Places } from '../../dev/e2e/year/workflows';
import { committedFiles } from '../../dev/release/clone';
import { projectFolder } from '../../dev/release/manifest';
import type { RunningSandbox } from '../../dev/sandbox';
import { unknownParameters } from '../../dev/scripts/formParameters';
import { readPictureForms } from '../../dev/scripts/pictureForms';
import { allFields, choicesOf } from './support/descriptions';

const fields = allFields.map(({ field }) => field);

const scripts = committedFiles('dev/e2e')
	.filter((file) => file.endsWith('.ts'))
	.map((file) => readFileSync(path.join(projectFolder, file), 'utf8'));

/** The texts that scripts pass to one of these methods of a form. */
const passedTo = (methods: string): string[][] =>
	scripts
		.flatMap((script) => [
			...script.matchAll(new RegExp(`form\\.(?:${methods})\\('([^']+)'(?:, '([^']*)')?`, 'g')),
		])
		.map(([, ...texts]) => texts);

/** Labels of what a collection or a list of rows contains. */
const labelsIn = (label: string): string[] =>
	fields
		.filter(({ displayName }) => displayName === label)
		.flatMap(({ options = [] }) => options)
		.flatMap((option) => ('values' in option ? (option as INodePropertyCollection).values : option))
		.map((option) => ('displayName' in option ? option.displayName : option.name));

describe('scripts in the editor', () => {
	it('name fields that exist', () => {
		const named = passedTo(
			'fill|express|toggle|offered|field|picked|pickerEntries|fillPicker|modes',
		);
		const names = fields.map(({ name }) => name);
		expect(named.length).toBeGreaterThan(30);
		expect(named.map(([name]) => name).filter((name) => !names.includes(name))).toEqual([]);
	});

	it('choose what a field offers', () => {
		const chosen = passedTo('choose');
		const isOffered = ([name, label]: string[]) =>
			fields.some(
				(field) => field.name === name && choicesOf(field).some((one) => one.name === label),
			);
		expect(chosen.length).toBeGreaterThan(10);
		expect(chosen.filter((one) => !isOffered(one))).toEqual([]);
	});

	it('add what a collection has', () => {
		const added = passedTo('addIn|addRow|part|offeredToAdd|defineByModel');
		const isThere = ([label, member]: string[]) =>
			fields.some(({ displayName }) => displayName === label) &&
			(member === undefined || labelsIn(label).includes(member));
		expect(added.length).toBeGreaterThan(10);
		expect(added.filter((one) => !isThere(one))).toEqual([]);
	});
});

/** Those of the editor. The page of Summarize is made by an example. */
const pictures = Object.entries(readPictureForms()).filter(([name]) => !name.startsWith('report'));

it.each(pictures)('the picture %s is taken of a node as it is', async (name) => {
	const session = {
		createWorkflow: async () => await Promise.reject(new Error('The node can be opened')),
	} as unknown as RestSession;
	const studio = new Studio(session, {} as Editor);
	await expect(studio.all((picture) => picture === name)).rejects.toThrow('The node can be opened');
});

it('the workflows of the year set only parameters that our nodes have', async () => {
	const made: WorkflowFile[] = [];
	const session = {
		storeCredential: async () => await Promise.resolve({ id: '1', name: 'Company' }),
		createWorkflow: async (workflow: WorkflowFile) => {
			made.push(workflow);
			return await Promise.resolve(workflow.name);
		},
		publish: async () => await Promise.resolve(),
	} as unknown as RestSession;
	const sandbox = { baseUrl: '', admin: { register: () => {} } } as unknown as RunningSandbox;
	const credential = { id: '1', name: 'Company' };
	const places: Places = { postgres: credential, smtp: credential, filesFolder: '/files' };
	await install(session, sandbox, places);
	const ours = made.flatMap(({ nodes }) =>
		nodes.filter(({ type }) => [nodeType, triggerType].includes(type)),
	);
	expect(ours.length).toBeGreaterThan(10);
	const unknown = ours.flatMap(({ name, type, parameters }) =>
		unknownParameters(parameters, type === triggerType ? 'trigger' : 'node').map(
			(one) => `${name}: ${one}`,
		),
	);
	expect(unknown).toEqual([]);
});

it.each(Object.values(patches))('the year finds what it breaks in $file', ({ file, code }) => {
	const source = path.join(projectFolder, 'nodes/shared/client', file.replace('.js', '.ts'));
	const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
	const compiled = ts.transpile(readFileSync(source, 'utf8'), options);
	expect(compiled.split(code)).toHaveLength(2);
});
