import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { unknownParameters } from '../../dev/scripts/formParameters';
import { trigger } from './support/descriptions';
import { isName } from './support/names';

const folder = path.resolve(__dirname, '../../examples');
const recipeFolder = path.resolve(folder, '../docs/recipes');
const recipes = readdirSync(recipeFolder).map((file) =>
	readFileSync(path.join(recipeFolder, file), 'utf8'),
);
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));

interface Node {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	position: [number, number];
	credentials?: unknown;
}

interface Workflow {
	name: string;
	nodes: Node[];
	/** By the type of the connection. */
	connections: Record<string, Record<string, Array<Array<{ node: string }>>>>;
}

const ours = 'n8n-nodes-accounting-service.';
const isPreview = ({ options }: Node['parameters']) =>
	(options as { preview?: boolean } | undefined)?.preview === true;
const formOf = (type: string) => (type === `${ours}${trigger.name}` ? 'trigger' : 'node');

describe.each(files)('%s', (file) => {
	const text = readFileSync(path.join(folder, file), 'utf8');
	const workflow = JSON.parse(text) as Workflow;
	const notes = workflow.nodes.filter(({ type }) => type.endsWith('.stickyNote'));

	it('names only fields and nodes that exist', () => {
		const bold = notes.flatMap(({ parameters }) =>
			[...String(parameters.content).matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name),
		);
		const own = workflow.nodes.map(({ name }) => name);
		expect(bold.filter((name) => !isName(name, own))).toEqual([]);
	});

	it('belongs to a recipe', () => {
		expect(recipes.filter((recipe) => recipe.includes(`\`examples/${file}\``))).toHaveLength(1);
	});

	it('contains no host, local path, credential or secret', () => {
		expect(text).not.toMatch(/127\.0\.0\.1|localhost|\/(root|tmp|work|Users)\//);
		expect(workflow.nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
		expect(text).not.toMatch(/appSecret|accessToken/);
	});

	it('sets only parameters that our nodes have', () => {
		const nodes = workflow.nodes.filter(({ type }) => type.startsWith(ours));
		expect(nodes.length).toBeGreaterThan(0);
		for (const { type, parameters } of nodes)
			expect(unknownParameters(parameters, formOf(type))).toEqual([]);
	});

	it('begins with a preview if a person executes it', () => {
		const isStarted = workflow.nodes.some(({ type }) => type.endsWith('.manualTrigger'));
		const writing = workflow.nodes.filter(
			({ type, parameters }) =>
				type === `${ours}accountingService` &&
				unknownParameters({ ...parameters, options: { preview: true } }, 'node').length === 0,
		);
		// The receipt and the email of shop-day need the invoice.
		const isLive = !isStarted || file === 'shop-day.json';
		const live = writing.filter(({ parameters }) => !isLive && !isPreview(parameters));
		expect(live.map(({ name }) => name)).toEqual([]);
	});

	it('has tools that keep their promises in another workflow', () => {
		const tools = workflow.nodes.filter(({ type }) => type === `${ours}accountingServiceTool`);
		const described = tools.map(({ parameters }) => String(parameters.toolDescription));
		// Whether a person reviews a call depends on the workflow, not on the tool.
		expect(described.filter((words) => /review|approv|person/i.test(words))).toEqual([]);
		const creating = tools.filter(({ parameters }) => parameters.operation === 'create');
		for (const { parameters } of creating) expect(parameters.options).toHaveProperty('uniqueBy');
	});

	it('connects only nodes that it has, and none covers another', () => {
		const names = workflow.nodes.map(({ name }) => name);
		for (const [from, byType] of Object.entries(workflow.connections)) {
			expect(names).toContain(from);
			const targets = Object.values(byType).flat(2);
			expect(targets.length).toBeGreaterThan(0);
			for (const { node } of targets) expect(names).toContain(node);
		}
		const places = workflow.nodes.map(({ position }) => position.join());
		expect(new Set(places).size).toBe(places.length);
	});
});
