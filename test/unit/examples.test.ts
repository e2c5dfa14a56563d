import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { action, choicesOf, fieldsOf, trigger } from './support/descriptions';

const folder = path.resolve(__dirname, '../../examples');
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
	connections: Record<string, { main: Array<Array<{ node: string }>> }>;
}

const ours = 'n8n-nodes-accounting-service.';
const descriptions = [action, trigger];

it('there are at least six', () => expect(files.length).toBeGreaterThanOrEqual(6));

describe.each(files)('%s', (file) => {
	const text = readFileSync(path.join(folder, file), 'utf8');
	const workflow = JSON.parse(text) as Workflow;
	const notes = workflow.nodes.filter(({ type }) => type.endsWith('.stickyNote'));

	it('names only fields and nodes that exist', () => {
		const known = new Set([
			...descriptions.flatMap(({ properties }) =>
				fieldsOf(properties, '').flatMap(({ field }) => [
					field.displayName,
					...choicesOf(field).map(({ name }) => name),
				]),
			),
			...workflow.nodes.map(({ name }) => name),
			// Words of n8n's own interface.
			...['Accounting Service API', 'Authentication', 'Settings', 'On Error'],
		]);
		const bold = notes.flatMap(({ parameters }) =>
			[...String(parameters.content).matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name),
		);
		expect(bold.filter((name) => !known.has(name))).toEqual([]);
	});

	it('contains no host, local path, credential or secret', () => {
		expect(text).not.toMatch(/127\.0\.0\.1|localhost|\/(root|tmp|work|Users)\//);
		expect(workflow.nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
		expect(text).not.toMatch(/appSecret|accessToken/);
	});

	it('sets only parameters that our nodes have', () => {
		const nodes = workflow.nodes.filter(({ type }) => type.startsWith(ours));
		expect(nodes.length).toBeGreaterThan(0);
		for (const node of nodes) {
			const found = descriptions.find(({ name }) => node.type === `${ours}${name}`);
			const names = (found?.properties ?? []).map(({ name }) => name);
			const unknown = Object.keys(node.parameters).filter(
				(name) => !names.includes(name) && name !== 'pollTimes',
			);
			expect(unknown).toEqual([]);
		}
	});

	it('connects only nodes that it has, and none covers another', () => {
		const names = workflow.nodes.map(({ name }) => name);
		for (const [from, { main }] of Object.entries(workflow.connections)) {
			expect(names).toContain(from);
			for (const { node } of main.flat()) expect(names).toContain(node);
		}
		const places = workflow.nodes.map(({ position }) => position.join());
		expect(new Set(places).size).toBe(places.length);
	});
});
