/** docs/api/writes.md#unknown-outcomes: any failure after a change was sent says so. */
import * as comparing from '../../../nodes/shared/fields/differences';
import { clientFor } from '../support/client';
import { thrownBy } from '../../unit/support/thrownBy';
import { smallService } from '../support/smallService';

const again = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

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
			const activity = 'creating a task';
			const call = { method: 'POST', path: '/v2/tasks', body: {}, activity, read } as const;
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
			const parameters = { resource: 'task', operation: 'create', title: '={{ $json.title }}' };
			const { error } = await run(parameters, { node: again, items });
			expect(error?.message).toBe(
				`Row 1: The service confirmed creating a task, but then the node failed (${name})`,
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
		const call = { method: 'POST', path: '/v2/tasks', body, activity: 'creating a task' } as const;
		await expect(client.request(call)).rejects.toThrow(TypeError);
		expect(arrived).toEqual([]);
	});
});
