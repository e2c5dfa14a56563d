import {
	assumedRoutes,
	pathLabels,
	type AssumedRoute,
} from '../../../nodes/shared/client/settings';
import { runNode } from '../support/engine';
import { itemOf, listed, parametersOf } from '../support/samples';
import { json, smallService } from '../support/smallService';
import { bench } from '../support/withSandbox';

const names = Object.keys(assumedRoutes) as AssumedRoute[];

const labelsOf = (description = '') =>
	Object.values(pathLabels).filter((label) => description.includes(label));

/** The operations that send a request to the assumed path first. */
const operations = names.flatMap((name) =>
	listed
		.filter(({ operation }) => operation.requests[0]?.route === assumedRoutes[name])
		.map((one) => ({ ...one, name })),
);

it('covers every assumed path', () => {
	expect([...new Set(operations.map(({ name }) => name))].sort()).toEqual([...names].sort());
});

describe.each(operations)('$title', (one) => {
	it.each([404, 405])('names the field of its path on HTTP %d', async (status) => {
		const { sandbox } = await bench();
		const service = await smallService({ answer: (_, response) => json(response, status, {}) });
		const { error } = await runNode({
			parameters: parametersOf(one),
			items: [itemOf(one, sandbox, 0)],
			credentials: service.credential(),
		});
		expect(labelsOf(error?.description ?? '')).toEqual([pathLabels[one.name]]);
	});

	it('does not blame the path for a failure of the service', async () => {
		const { sandbox } = await bench();
		const service = await smallService({ answer: (_, response) => json(response, 403, {}) });
		const { error } = await runNode({
			parameters: parametersOf(one),
			items: [itemOf(one, sandbox, 0)],
			credentials: service.credential(),
		});
		expect([error === undefined, labelsOf(error?.description ?? '')]).toEqual([false, []]);
	});
});

it('API Request, whose path the user enters, does not advise to change the credential', async () => {
	const service = await smallService({ answer: (_, response) => json(response, 404, {}) });
	const { error } = await service.run({
		...{ resource: 'apiRequest', operation: 'send', method: 'GET', response: 'record' },
		path: 'accountingdocuments/17',
	});
	expect(error?.message).toContain('found nothing');
	expect(labelsOf(error?.description ?? '')).toEqual([]);
});
