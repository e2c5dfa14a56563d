import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INode } from 'n8n-workflow';

/**
 * Workflows exactly as version 0.1 saved them: n8n leaves out what has its default. Whatever the forms
 * of today are called, these go on doing what they did. They are never changed; a version that adds or
 * renames a field gets a folder of its own beside this one.
 */
const folder = path.resolve(__dirname, '../../fixtures/saved-by-0.1');

/** Our nodes in a saved workflow, in all of them unless one is named. */
export function savedBy01(file?: string): INode[] {
	return (file ? [file] : readdirSync(folder)).flatMap((name) => {
		const text = readFileSync(path.join(folder, name), 'utf8');
		const { nodes } = JSON.parse(text) as { nodes: INode[] };
		return nodes.filter(({ type }) => type.startsWith('n8n-nodes-accounting-service.'));
	});
}
