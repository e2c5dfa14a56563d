import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { readdirSync, readFileSync } from 'node:fs';

import type { LoadedResource, Operation } from '../../nodes/AccountingService/operation';
import {
	copiedByCreditNotes,
	copiedFields,
} from '../../nodes/AccountingService/document/copyDocument';
import { previewOutput } from '../../nodes/AccountingService/preview';
import type { FieldKind, OutputFields } from '../../nodes/shared/fields/describe';
import { simplifiedKinds } from '../../nodes/shared/fields/output';
import { documentRecord } from '../../nodes/shared/documents/documentRecord';
import type { Change } from '../../nodes/AccountingServiceTrigger/events';
import { triggerFields, triggerSubtitle } from '../../nodes/AccountingServiceTrigger/formFields';
import type { TriggerItem } from '../../nodes/AccountingServiceTrigger/item';
import { withBuilderHints } from './builderHints';
import { boundsTable } from './bounds';
import { cataloguePage } from './catalogue';
import { codesTable } from './codes';
import { formProperties } from './generateForm';
import { withBlock } from './pageBlock';
import { duePictures } from './pictureForms';
import { reportsTable } from './reports';
import { resources } from './resources';
import { linked, table } from './table';

/** The files that are generated from the declarations of the operations, by path. A test compares them with the committed ones. */
export function generatedFiles(): Record<string, string> {
	const forms = {
		node: withBuilderHints(formProperties(resources)),
		trigger: withBuilderHints(triggerFields),
	};
	return {
		...schemas(),
		'nodes/AccountingService/form.json': formFile(forms.node),
		'nodes/AccountingServiceTrigger/form.json': formFile(forms.trigger, triggerSubtitle),
		'docs/internals/catalogue.md': cataloguePage(),
		'docs/internals/requests.md': requestsPage(),
		...pageWith('docs/reference/operations.md', {
			operations: operationsTable(),
			simplified: simplifiedSentence(),
		}),
		'docs/images/due.json': `${JSON.stringify(duePictures(forms))}\n`,
		...pageWith('docs/reference/create.md', { copied: copiedSentences() }),
		...pageWith('docs/reference/codes.md', { codes: codesTable() }),
		...pageWith('docs/internals/security.md', { bounds: boundsTable() }),
		...pageWith('docs/reference/summarize.md', { reports: reportsTable() }),
		'README.md': withCount(readFileSync('README.md', 'utf8')),
		...pageWith('examples/README.md', { examples: examplesTable() }),
	};
}

/**
 * The form of a node, with one field per line. When n8n starts, it creates every node, and needs only the form: from this
 * file. The operations are loaded when one is executed.
 */
function formFile(properties: INodeProperties[], subtitle?: string): string {
	const fields = properties.map((field) => JSON.stringify(field));
	const line = subtitle === undefined ? '' : `"subtitle": ${JSON.stringify(subtitle)},\n`;
	return `{\n${line}"properties": [\n${fields.join(',\n')}\n]\n}\n`;
}

const schemaFolder = 'nodes/AccountingService/__schema__/v1.0.0';

const nullable = (...types: string[]) => ({ type: [...types, 'null'] });

const schemaOf: Record<FieldKind, object> = {
	text: nullable('string'),
	id: nullable('integer', 'string'),
	whole: nullable('integer'),
	number: nullable('number'),
	amount: nullable('number', 'string'),
	date: nullable('string'),
	dateTime: nullable('string'),
	flag: nullable('boolean'),
	choice: nullable('string', 'integer'),
	texts: { type: 'array' },
	group: { type: 'object' },
	rows: { type: 'array' },
	json: {},
};

/** The output of each operation. */
function schemas(): Record<string, string> {
	return Object.fromEntries([
		...resources.flatMap((resource) =>
			resource.operations.map((operation) => schemaFile(resource, operation)),
		),
		eventSchema(),
	]);
}

/** The output of the trigger; Output sets the fields of the document. */
function eventSchema(): [string, string] {
	const text = { type: 'string' };
	const value = { type: ['string', 'number', 'boolean', 'null'] };
	const changeFields: Record<keyof Change, object> = { field: text, from: value, to: value };
	const change = { type: 'object', properties: changeFields };
	const properties: Record<keyof TriggerItem, object> = {
		event: text,
		eventId: text,
		document: { type: 'object', properties: propertiesOf(simplifiedKinds(documentRecord)) },
		changes: { type: 'array', items: change },
	};
	return [
		'nodes/AccountingServiceTrigger/__schema__/v1.0.0.json',
		textOf({ type: 'object', properties, version: 1 }),
	];
}

const propertiesOf = (output: OutputFields) =>
	Object.fromEntries(Object.entries(output).map(([name, kind]) => [name, schemaOf[kind]]));

const textOf = (schema: object) => `${JSON.stringify(schema, null, '\t')}\n`;

function schemaFile(resource: LoadedResource, operation: Operation): [string, string] {
	const preview = operation.changes === undefined ? {} : previewOutput;
	const isKnown = Object.keys(operation.output).length > 0;
	const properties = propertiesOf({ ...operation.output, ...preview });
	// No properties if the fields depend on the user's service.
	const schema = { type: 'object', ...(isKnown && { properties }), version: 1 };
	return [
		`${schemaFolder}/${String(resource.option.value)}/${String(operation.option.value)}.json`,
		textOf(schema),
	];
}

/** Every request of the node, its basis, and its assumptions. */
function requestsPage(): string {
	const rows = resources.flatMap((resource) =>
		resource.operations.flatMap((operation) =>
			operation.requests.map(({ route, basis, assumption = '–' }) => [
				resource.option.name,
				operation.option.name,
				`\`${route}\``,
				linked(basis),
				assumption,
			]),
		),
	);
	const head = ['Resource', 'Operation', 'Request', 'Basis', 'Assumption'];
	return `# Requests

The requests that each operation declares, with their [basis](../api/README.md#basis). Without a tag, the specification states the
request. [Requests of the API](../api/requests.md) says what goes into them. An assumed path can be changed in the credential.

Not in the table: the [token exchange](../api/requests.md#token-exchange), what API Request sends, the names that Connection Check tries, and
the [request](../api/requests.md#one-document) for a document that is chosen *By URL*. This page is
generated from the declarations of the operations by \`npm run generate\`.

${table([head, ...rows])}`;
}

/** The operations for users. */
function operationsTable(): string {
	const rows = resources.flatMap((resource) =>
		resource.operations.map(({ option }, index) => [
			index === 0 ? resource.option.name : '',
			`**${option.name}**`,
			String(option.description),
		]),
	);
	const events = (triggerFields.find(({ name }) => name === 'event')?.options ??
		[]) as INodePropertyOptions[];
	const trigger = events.map(({ name, description }, index) => [
		index === 0 ? 'Trigger' : '',
		`**${name}**`,
		String(description),
	]);
	return table([['Resource', 'Operation', 'What it does'], ...rows, ...trigger]);
}

/** The examples by their files, with the names of their workflows and their recipes. */
function examplesTable(): string {
	const files = readdirSync('examples').filter((file) => file.endsWith('.json'));
	const rows = files.sort().map((file) => {
		const workflow = JSON.parse(readFileSync(`examples/${file}`, 'utf8')) as { name: string };
		return [`[${file}](${file})`, workflow.name, recipeOf(file)];
	});
	return table([['File', 'Workflow', 'Recipe'], ...rows]);
}

function recipeOf(example: string): string {
	for (const file of readdirSync('docs/recipes')) {
		const page = readFileSync(`docs/recipes/${file}`, 'utf8');
		const title = /^# (.+)$/m.exec(page)?.[1] ?? file;
		if (page.includes(`\`examples/${example}\``)) return `[${title}](../docs/recipes/${file})`;
	}
	return '';
}

/** The beginning of README.md, with the number of operations. */
function withCount(page: string): string {
	const { length } = resources.flatMap(({ operations }) => operations);
	return page.replace(/\[\d+ operations\]/, `[${length} operations]`);
}

/** A page with new blocks. */
function pageWith(file: string, blocks: Record<string, string>): Record<string, string> {
	const page = Object.entries(blocks).reduce(
		(text, [name, block]) => withBlock(text, name, block),
		readFileSync(file, 'utf8'),
	);
	return { [file]: page };
}

/** The fields of a simplified document. */
function simplifiedSentence(): string {
	const names = Object.keys(simplifiedKinds(documentRecord)).map((name) => `\`${name}\``);
	return wrapped(`A simplified document has ${listed(names)}.`);
}

/** What Create From Document copies. */
function copiedSentences(): string {
	const labels = (names: readonly string[]) =>
		listed(names.map((name) => `**${documentRecord.fields[name].label}**`));
	return wrapped(
		`It copies the line items, and ${labels(copiedFields)}. A credit note also gets ${labels(copiedByCreditNotes)}.`,
	);
}

const listed = (names: string[]) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const wrapped = (text: string) => text.replace(/(?=.{117})(.{1,116}) /g, '$1\n') + '\n';
