import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { projectFolder } from '../../dev/release/manifest';

const files = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(path.join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => path.join(folder, file)),
);

/** What a file imports, types included. */
const imports = new Map(
	files.map((file) => {
		const text = readFileSync(path.join(projectFolder, file), 'utf8');
		const found = [...text.matchAll(/^(?:import|export) [^;]*? from '(\.[^']+)';/gms)]
			.map(([, name]) => path.join(path.dirname(file), name))
			.map((base) => [`${base}.ts`, path.join(base, 'index.ts')].find((one) => files.includes(one)))
			.filter((one) => one !== undefined);
		return [file, found] as const;
	}),
);

/** The imports from the files of one folder to another folder. */
const ways = (from: string, isForbidden: (file: string) => boolean) =>
	[...imports]
		.filter(([file]) => file.startsWith(from))
		.flatMap(([file, found]) => found.filter(isForbidden).map((other) => `${file} -> ${other}`));

describe('Imports point to lower layers', () => {
	it('and no file imports one that imports it', () => {
		const left = new Map(imports);
		let size = Number.NaN;
		while (left.size !== size) {
			size = left.size;
			const imported = new Set([...left.values()].flat());
			for (const [file, found] of left) {
				if (!imported.has(file) || !found.some((one) => left.has(one))) left.delete(file);
			}
		}
		expect([...left.keys()]).toEqual([]);
	});

	it('and no folder imports one that imports it, unless one contains the other', () => {
		const between = new Set(
			[...imports].flatMap(([file, found]) =>
				found.map((other) => `${path.dirname(file)} -> ${path.dirname(other)}`),
			),
		);
		const isWithin = (folder: string, outer: string) => `${folder}/`.startsWith(`${outer}/`);
		const mutual = [...between].filter((way) => {
			const [from, to] = way.split(' -> ');
			return between.has(`${to} -> ${from}`) && !isWithin(from, to) && !isWithin(to, from);
		});
		expect(mutual).toEqual([]);
	});

	it('shared code imports no node, and the nodes do not import each other', () => {
		expect(ways('nodes/shared/', (file) => !file.startsWith('nodes/shared/'))).toEqual([]);
		const action = 'nodes/AccountingService/';
		const trigger = 'nodes/AccountingServiceTrigger/';
		expect(ways(trigger, (file) => file.startsWith(action))).toEqual([]);
		expect(ways(action, (file) => file.startsWith(trigger))).toEqual([]);
	});

	it('from the output for agents to documents, to fields, to lists, to the client', () => {
		const names = ['client/', 'lists/', 'fields/', 'documents/', 'agents.ts'];
		const rooms = names.map((name) => `nodes/shared/${name}`);
		rooms.forEach((room, index) => {
			const higher = rooms.slice(index + 1);
			const isHigher = (file: string) => higher.some((one) => file.startsWith(one));
			expect(ways(room, isHigher)).toEqual([]);
		});
	});
});
