import { DEFAULT_OPTIONS } from '../../../dev/sandbox';
import { Sandbox } from '../../../dev/sandbox/sandbox';
import { resources } from '../../../dev/scripts/resources';

/** The tag of a request: D, C or I. Those of the specification have no tag there, and S here. */
const tagOf = (basis: string): string => /\[([DCI])/.exec(basis)?.[1] ?? 'S';

/** The declarations of the node, and those of the sandbox, which are written independently. */
const declared = resources.flatMap(({ option: resource, operations }) =>
	operations.flatMap(({ option, requests }) =>
		requests.map(({ route, basis }) => ({
			name: `${resource.name}: ${option.name}`,
			request: route.replace(/\?.*$/, ''),
			tag: tagOf(basis),
		})),
	),
);

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
			const found = known.get(request) ?? 'not in operations of dev/sandbox/sandbox.ts';
			expect([request, found]).toEqual([request, tag]);
		},
	);
});
