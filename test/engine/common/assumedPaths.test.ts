/** docs/internals/assumptions.md: an error of an assumed path names the field that changes it. */
import {
	assumedRoutes,
	pathLabels,
	type AssumedRoute,
} from '../../../nodes/shared/client/settings';
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

/** The operations that change something with it. */
const writes = operations.filter(
	({ operation, name }) => operation.changes === true && !assumedRoutes[name].startsWith('GET'),
);

it('covers every assumed path', () => {
	expect(writes).toHaveLength(4);
	expect([...new Set(operations.map(({ name }) => name))].sort()).toEqual([...names].sort());
});

describe.each(operations)('$title', (one) => {
	it.each([
		[404, true],
		[405, true],
		[403, false],
	])('names the field of its path on HTTP %d: %s', async (status, isNamed) => {
		const { sandbox } = await bench();
		const service = await smallService({ answer: (_, response) => json(response, status, {}) });
		const items = [itemOf(one, sandbox, 0)];
		const { error } = await service.run(parametersOf(one), { items });
		expect(error).toBeDefined();
		expect(labelsOf(error?.description ?? '')).toEqual(isNamed ? [pathLabels[one.name]] : []);
	});
});

describe.each(writes)('$title', (one) => {
	it('names the field of its path after a web page, which leaves the outcome unknown', async () => {
		const { sandbox } = await bench();
		const service = await smallService({
			answer: (_, response) => void response.end('<!doctype html><title>App</title>'),
		});
		const items = [itemOf(one, sandbox, 0)];
		const { error } = await service.run(parametersOf(one), { items });
		expect(error?.message).toMatch(/may or may not have been/);
		expect(labelsOf(error?.description ?? '')).toEqual([pathLabels[one.name]]);
	});

	it('does not name it if a connection breaks', async () => {
		const { sandbox } = await bench();
		const service = await smallService({
			answer: (_request, _response, socket) => socket.destroy(),
		});
		const items = [itemOf(one, sandbox, 0)];
		const options = { maxTries: 1 };
		const { error } = await service.run({ ...parametersOf(one), options }, { items });
		expect(error?.message).toMatch(/may or may not have been/);
		expect(labelsOf(error?.description ?? '')).toEqual([]);
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
