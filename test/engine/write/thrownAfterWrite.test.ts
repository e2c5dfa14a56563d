import * as comparing from '../../../nodes/shared/fields/differences';
import { clientFor } from '../support/client';
import { thrownBy } from '../../unit/support/thrownBy';
import { json as answerJson, smallService } from '../support/smallService';
import { create, line, lines } from '../support/create';
import { send } from '../support/apiRequest';

const again = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** Longer than any pattern that V8 compiles. */
const long = `Private (${'words of the customer. '.repeat(1600)}`;

const task = { resource: 'task', operation: 'create', title: long };
const request = send('/v2/tasks', {
	method: 'POST',
	body: 'json',
	jsonBody: JSON.stringify({ title: long, rows: [{ text: long }] }),
});
const document = create({
	...lines(line({ description: long })),
	options: { lookAgainSeconds: 0 },
});

describe('a write with 35 kB of text that fails with HTTP 502 and echoes it', () => {
	it.each([
		['API Request', request],
		['Create Task', task],
		['Create Document', document],
	])('is sent once, and its outcome is unknown: %s', async (_, parameters) => {
		const { arrived, run } = await smallService({
			answer: ({ method, path, body }, response) =>
				method === 'POST' && !path.includes('/search/')
					? void answerJson(response, 502, { message: `Bad gateway for ${body}: ${long}` })
					: [],
		});
		const { error, run: saved } = await run(parameters, { node: again });
		const writes = arrived.filter(({ path }) => !path.includes('/search/'));
		expect(writes.filter(({ method }) => method === 'POST')).toHaveLength(1);
		expect(error?.message).toMatch(/may or may not have been made/);
		expect(JSON.stringify([error?.message, error?.description])).not.toContain('customer');
		expect(String(error?.description).length).toBeLessThan(1000);
		expect(JSON.stringify(saved.data.resultData.error?.message)).not.toContain('customer');
	});
});

const classes: Array<[string, unknown]> = [
	['SyntaxError', new SyntaxError('Private text')],
	['RangeError', new RangeError('Private text')],
	['TypeError', new TypeError('Private text')],
	['Error', new Error('Private text')],
	['string', 'Private text'],
];

describe('anything that is thrown after a write was sent', () => {
	afterEach(() => jest.restoreAllMocks());

	it.each(classes)(
		'while its response is read leaves the outcome unknown: %s',
		async (name, thrown) => {
			const { credential, arrived } = await smallService({ answer: () => ({ id: 1 }) });
			const client = await clientFor(credential());
			const read = () => {
				throw thrown;
			};
			const what = 'creating a task';
			const call = { method: 'POST', path: '/v2/tasks', body: {}, what, read } as const;
			const failure = await thrownBy(async () => await client.request(call));
			expect(failure).toMatchObject({ kind: 'outcomeUnknown', effect: 'open' });
			expect(failure.message).toBe(
				'The service did not confirm creating a task: the change may or may not have been made',
			);
			expect(failure.description).toContain(`Response: The node could not read it (${name}).`);
			expect(arrived).toHaveLength(1);
		},
	);

	it.each(classes)(
		'is no reason to send it again once it was confirmed: %s',
		async (name, thrown) => {
			const { run, arrived } = await smallService({ answer: () => ({ id: 1, title: 'Other' }) });
			jest.spyOn(comparing, 'differences').mockImplementation(() => {
				throw thrown;
			});
			const items = [{ title: 'A' }, { title: 'B' }];
			const parameters = { ...task, title: '={{ $json.title }}' };
			const { error } = await run(parameters, { node: again, items });
			expect(error?.message).toBe(
				`The service confirmed creating a task, but then the node failed (${name})`,
			);
			expect(error?.description).toMatch(/before you run this again/);
			expect(JSON.stringify([error?.message, error?.description])).not.toContain('Private');
			expect(arrived).toHaveLength(1);
		},
	);

	it('was not sent if its body could not be written', async () => {
		const { credential, arrived } = await smallService({ answer: () => ({ id: 1 }) });
		const client = await clientFor(credential());
		const body: Record<string, unknown> = {};
		body.itself = body;
		const call = { method: 'POST', path: '/v2/tasks', body, what: 'creating a task' } as const;
		await expect(client.request(call)).rejects.toThrow(TypeError);
		expect(arrived).toEqual([]);
	});
});
