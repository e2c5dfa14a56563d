/** docs/internals/faults.md#while-something-is-changed: each row of the table. */
import { toResult } from '../../../nodes/shared/client/errors';
import type { ServiceCall } from '../../../nodes/shared/client/client';
import { clientFor } from '../support/client';
import { runNode } from '../support/engine';
import { json, smallService, type Arrived } from '../support/smallService';
import { maxTries, writeFaults, writes, type WriteFaultRow } from '../support/writeFaults';
import { thrownBy } from '../../unit/support/thrownBy';

const cases = Object.entries(writes).flatMap(([kind, write]) =>
	writeFaults.map((row): [string, string, (typeof writes)[string], WriteFaultRow] => [
		row.fault,
		kind,
		write,
		row,
	]),
);

interface Ended {
	/** Attempts of the write, without reads. */
	sent: number;
	failure?: { message: string; description: string };
}

/** Through the client. */
async function sentByClient(call: ServiceCall, { behaves }: WriteFaultRow): Promise<Ended> {
	const service = await smallService({
		answer: ({ count }, response, socket) => behaves(count, response, socket),
	});
	// The token is in the credential, as for most executions.
	const credentials = service.credential({ accessToken: 'stored' });
	const client = await clientFor(credentials, { maxTries });
	const result = await toResult(async () => await client.request(call));
	return { sent: service.arrived.length, failure: result.failure };
}

/** Through the node, which may read afterwards to find the outcome. */
async function sentByNode(
	{ parameters, shows }: Extract<(typeof writes)[string], { parameters: unknown }>,
	{ behaves, outcome }: WriteFaultRow,
): Promise<Ended> {
	const isRead = ({ method, path }: Arrived) =>
		shows !== undefined && (method === 'GET' || path.includes('/search/'));
	const service = await smallService({
		answer: (request, response, socket) =>
			isRead(request) ? shows?.(outcome === 'done') : behaves(request.count, response, socket),
	});
	const options = { maxTries };
	const { error } = await runNode({
		parameters: { ...parameters, options },
		credentials: service.credential({ accessToken: 'stored' }),
	});
	const failure = error && { message: error.message, description: String(error.description) };
	return { sent: service.arrived.filter((one) => !isRead(one)).length, failure };
}

describe('the fault table of writes', () => {
	it.each(cases)('%s: %s', async (_fault, _kind, write, row) => {
		const isRepeatable = 'call' in write && write.call.repeatable === true;
		const { outcome, outcomeRepeatable = outcome, outcomeOfRecord, says } = row;
		const returnsRecord = 'call' in write && write.call.read !== undefined;
		const usual = isRepeatable ? outcomeRepeatable : outcome;
		const expected = returnsRecord ? (outcomeOfRecord ?? usual) : usual;
		const ended =
			'call' in write ? await sentByClient(write.call, row) : await sentByNode(write, row);
		expect(ended.sent).toBe((isRepeatable ? row.sentRepeatable : row.sent) ?? 1);
		const { failure } = ended;
		if (expected === 'done') {
			expect(failure).toBeUndefined();
			return;
		}
		if (expected !== 'unknown') {
			expect(failure?.message).toMatch(says ?? /^$/);
			expect(failure?.message).not.toMatch(/may or may not/);
			return;
		}
		const activity = 'call' in write ? write.call.activity : write.activity;
		const sent = 'call' in write ? `${write.call.method} ${write.call.path}` : write.sent;
		const unconfirmed = `The service did not confirm ${activity}: the change may or may not have been made`;
		expect(failure?.message).toEqual(says ? expect.stringMatching(says) : unconfirmed);
		expect(failure?.description).toContain(`Request: ${sent}.`);
		expect(failure?.description).toMatch(
			/(Check in the service|Look at the record).* before you run this again/,
		);
		expect(failure?.description).not.toMatch(/again later/);
	});
});

const create: ServiceCall = {
	method: 'POST',
	path: '/v2/tasks',
	body: {},
	activity: 'creating a task',
};

it('a retry opens a stream again, because it can be read only once', async () => {
	const { arrived, credential } = await smallService({
		answer: ({ count }, response) => json(response, count === 1 ? 401 : 200, {}),
	});
	const client = await clientFor(credential());
	async function* parts() {
		yield Buffer.from('whole');
	}
	const content = { type: 'text/plain', body: parts, length: 5 };
	await client.request({ ...create, body: undefined, content });
	expect(arrived.map(({ body }) => body)).toEqual(['whole', 'whole']);
});

it('a failure after an expired token has its own message', async () => {
	const { arrived, credential } = await smallService({
		answer: ({ count }, response) => json(response, count === 1 ? 401 : 503, {}),
	});
	const client = await clientFor(credential(), { maxTries });
	const failure = await thrownBy(async () => await client.request(create));
	expect(failure.kind).toBe('outcomeUnknown');
	expect(failure.description).toContain('(HTTP 503)');
	expect(arrived).toHaveLength(2);
});
