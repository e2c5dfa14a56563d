import { readFileSync } from 'node:fs';
import path from 'node:path';

import { resources } from '../../nodes/AccountingService/resources';
import { catalogue } from '../../scripts/catalogue';

const page = readFileSync(path.resolve(__dirname, '../../docs/internals/catalogue.md'), 'utf8');
const rows = page
	.split('\n')
	.filter((line) => line.startsWith('| '))
	.map((line) => line.split('|').map((cell) => cell.trim()));

/** How many names each family of the specification has, counted in its text. */
const counted = {
	'Accounting Documents': 40,
	'Bulk Operations': 1,
	'Payment orders': 4,
	'Cash registers': 8,
	Contacts: 5,
	Documents: 1,
	Miscellaneous: 6,
	Searching: 7,
	'Sequences (non-Cash Register)': 5,
	'Sequences (Cash Register)': 5,
	Tasks: 2,
	Templates: 5,
	Files: 1,
	Reports: 1,
};

describe('docs/internals/catalogue.md', () => {
	it('holds every operation that the specification names', () => {
		const sizes = Object.entries(catalogue).map(([family, own]) => [
			family,
			Object.keys(own).length,
		]);
		expect(Object.fromEntries(sizes)).toEqual(counted);
		for (const [family, operations] of Object.entries(catalogue)) {
			for (const name of Object.keys(operations)) {
				const found = rows.filter(([, one, other]) => one === family && other === name);
				expect([family, name, found.length]).toEqual([family, name, 1]);
			}
		}
	});

	it('names operations that the node has, or API Request', () => {
		const offered = resources.flatMap(({ option, operations }) =>
			operations.map((operation) => `${option.name}: ${operation.option.name}`),
		);
		const known = new Set([...offered, 'API Request, with the path from your own documentation']);
		expect(rows.slice(2).filter(([, , , reached]) => !known.has(reached))).toEqual([]);
	});
});
