import { readFileSync } from 'node:fs';
import path from 'node:path';

import { projectFolder } from '../../dev/release/manifest';
import { resources } from '../../dev/scripts/resources';
import { type AssumedRoute, assumedRoutes, pathLabels } from '../../nodes/shared/client/settings';

const requests = resources.flatMap(({ option, operations }) =>
	operations.flatMap((operation) =>
		operation.requests.map((request) => ({
			...request,
			name: `${option.name}: ${operation.option.name}: ${request.route}`,
		})),
	),
);

/** The labels of the credential fields that change a path, by its route. */
const labels = new Map(
	Object.entries(assumedRoutes).map(([field, route]): [string, string] => [
		route,
		pathLabels[field as AssumedRoute],
	]),
);

it('Each request with an inferred path can be changed in the credential, and says where', () => {
	const inferred = requests.filter(({ basis }) => basis.endsWith(' [I]'));
	expect(new Set(inferred.map(({ route }) => route))).toEqual(new Set(labels.keys()));
	const silent = inferred.filter(
		({ route, assumption = '' }) => !assumption.includes(`(${labels.get(route)})`),
	);
	expect(silent.map(({ name }) => name)).toEqual([]);
});

/** The sections of docs/api/requests.md by their anchors. */
const sections = new Map(
	readFileSync(path.join(projectFolder, 'docs/api/requests.md'), 'utf8')
		.split(/^##+ /m)
		.map((section) => [section.split('\n')[0].toLowerCase().replaceAll(' ', '-'), section]),
);

/** The basis as the section has it: in the last cell of the request's row, or in parentheses after the request. */
function documentedBasis(section: string, route: string): string | undefined {
	const isOf = (request: string) => {
		const [start, end] = request.split('…');
		return end === undefined ? request === route : route.startsWith(start) && route.endsWith(end);
	};
	const lines = (sections.get(section) ?? '').split('\n');
	const found = lines.flatMap((line) => {
		const [, request = ''] = /`([A-Z]+ [^`]+)`/.exec(line) ?? [];
		// Names of parameters may have another basis: "S; names: I".
		const [, cell, tag = cell] = /\| ([^|;]+)(?:; [^|]+)? \|$|` \(([^)]+)\)/.exec(line) ?? [];
		return isOf(request) ? [`${section} [${tag}]`] : [];
	});
	return found[0];
}

it('The basis of each request is the one in its section of docs/api/requests.md', () => {
	const others = requests.flatMap(({ name, route, basis }) => {
		const documented = documentedBasis(basis.split(' ')[0], route);
		return documented === basis ? [] : [[name, basis, documented]];
	});
	expect(others).toEqual([]);
});
