import { resources } from '../../dev/scripts/resources';

/** The tag after the section, as docs/api/README.md#basis defines it. */
const isInferred = (basis: string) => /\[[^\]]*\bI\b[^\]]*\]/.test(basis);

const requests = resources.flatMap(({ option, operations }) =>
	operations.flatMap((operation) =>
		operation.requests.map((request) => ({
			...request,
			name: `${option.name}: ${operation.option.name}: ${request.route}`,
		})),
	),
);

it('Each request with an inferred basis says what is assumed', () => {
	const inferred = requests.filter(({ basis }) => isInferred(basis));
	expect(inferred.length).toBeGreaterThan(5);
	const silent = inferred.filter(({ assumption }) => (assumption ?? '').trim() === '');
	expect(silent.map(({ name }) => name)).toEqual([]);
});
