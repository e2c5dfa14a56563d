import { resources } from '../../dev/scripts/resources';
import { catalogue } from '../../dev/scripts/catalogue';

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
	it('contains every operation that the specification names', () => {
		const sizes = Object.entries(catalogue).map(([family, own]) => [
			family,
			Object.keys(own).length,
		]);
		expect(Object.fromEntries(sizes)).toEqual(counted);
	});

	it('names operations that the node has, or API Request', () => {
		const offered = resources.flatMap(({ option, operations }) =>
			operations.map((operation) => `${String(option.value)}.${String(operation.option.value)}`),
		);
		// Without a published path, users call it with API Request.
		const known = new Set([...offered, '']);
		const reached = Object.values(catalogue).flatMap((own) => Object.values(own));
		expect(reached.filter((name) => !known.has(name))).toEqual([]);
	});
});
