import { readFileSync } from 'node:fs';
import path from 'node:path';

export const projectFolder = path.resolve(__dirname, '../..');

/** What publishing reads in package.json, the one place for the identity of the package. */
export interface Manifest {
	name: string;
	version: string;
	private?: boolean;
	homepage: string;
	bugs: { url: string };
	repository: { type: string; url: string };
	author: { name: string; email: string };
	files: string[];
	n8n: { nodes: string[]; credentials: string[] };
}

export function readManifest(folder = projectFolder): Manifest {
	return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
}
