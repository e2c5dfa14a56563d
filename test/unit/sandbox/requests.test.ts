import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DEFAULT_OPTIONS } from '../../../dev/sandbox';
import { Sandbox } from '../../../dev/sandbox/sandbox';

/** The tag of a request: D, C or I. Those of the specification have no tag there, and S here. */
const tagOf = (basis: string): string => /\[([DCI])/.exec(basis)?.[1] ?? 'S';

/** The declarations of the node, and those of the sandbox, which are written independently. */
const declared = readFileSync(join(__dirname, '../../../docs/internals/requests.md'), 'utf8')
	.split('\n')
	.map((line) => line.split('|').map((cell) => cell.trim()))
	.filter((cells) => /^`[A-Z]+ /.test(cells[3] ?? ''))
	.map(([, resource, operation, request, basis]) => ({
		name: `${resource}: ${operation}`,
		request: request.replaceAll('`', '').replace(/\?.*$/, ''),
		tag: tagOf(basis),
	}));

const known = new Map(
	Object.values(new Sandbox({ ...DEFAULT_OPTIONS, documents: 0 }).operations).map((one) => [
		`${one.method} ${one.path.replace(/:(\w+)/g, '{$1}')}`,
		tagOf(one.basis),
	]),
);

describe('the requests that the node declares', () => {
	it('are many', () => expect(declared.length).toBeGreaterThan(5));

	it.each(declared)(
		'$name: $request exists in the sandbox, with the same tag',
		({ request, tag }) => {
			expect([request, known.get(request)]).toEqual([request, tag]);
		},
	);
});
