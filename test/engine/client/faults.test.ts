/** docs/internals/faults.md#while-a-list-is-read: each row of the table. */
import type { RunningSandbox } from '../../../dev/sandbox';
import { ServiceClient, type ServiceCall } from '../../../nodes/shared/client/client';
import { clientFor } from '../support/client';
import { faultTable, type FaultRow } from '../support/faultTable';
import { json, smallService, type Answering } from '../support/smallService';
import { bench, hurryTimeouts, onFault, secretsIn } from '../support/withSandbox';

const documents = 203;

function idsIn({ admin }: RunningSandbox): string[] {
	return Array.from({ length: admin.count() }, (_, position) =>
		String(admin.documentAt(position).id),
	);
}

const parametersOf = (row: FaultRow) => ({
	resource: 'accountingDocument',
	operation: 'getAll',
	returnAll: true,
	options: { output: 'raw', pageSize: 20, ...row.options },
});

describe('the fault table', () => {
	it.each(faultTable.map((row) => [row.fault, row] as const))('%s', async (_, row) => {
		const made = await bench({ documents, ...row.sandbox });
		const { sandbox } = made;
		const before = idsIn(sandbox);
		sandbox.admin.addFault(...row.faults);
		hurryTimeouts(sandbox);
		const result = await made.run(parametersOf(row));
		expect(secretsIn(result, made)).toEqual([]);
		const { counts } = sandbox.admin.journal();
		expect(counts['GET /v2/accountingdocuments']).toBeLessThan(row.requests ?? 50);
		expect(counts['POST /auth/token']).toBeLessThanOrEqual(row.tokens ?? 8);
		expect(counts['GET unknown path']).toBeUndefined();
		if (row.error) {
			expect(result.error?.message).toMatch(row.error);
			expect(result.error?.description).toMatch(row.next ?? /./);
			if (row.code) expect(result.error?.httpCode).toBe(row.code);
			expect(result.items).toEqual([]);
			return;
		}
		expect(result.error).toBeUndefined();
		const ids = result.json.map(({ id }) => String(id));
		expect(new Set(ids).size).toBe(ids.length);
		if (row.hint) expect(result.hints.join(' ')).toMatch(row.hint);
		else expect(result.hints).toEqual([]);
		if (row.mayMiss) return;
		const still = new Set(idsIn(sandbox));
		const throughout = before.filter((id) => still.has(id));
		const kept = new Set(throughout);
		const got = ids.filter((id) => kept.has(id));
		if (row.sandbox?.orderBy === 'issueDate') expect(got.sort()).toEqual(throughout.sort());
		else if (row.sandbox?.listOrder === 'asc') expect(got).toEqual(throughout);
		else expect(got).toEqual([...throughout].reverse());
	});
});

it('nothing is sent after the execution is cancelled during a wait', async () => {
	const { sandbox, run: runNode } = await bench({ documents, latencyMs: 5 });
	const match = { path: 'list', page: 4 } as const;
	sandbox.admin.addFault({ kind: 'status', status: 503, retryAfter: '30', match, times: 0 });
	const { run } = await runNode(parametersOf(faultTable[0]), {
		onStart: (execution) => onFault(sandbox, 'status', () => execution.cancel()),
	});
	expect(run.status).toBe('canceled');
	const entries = () => sandbox.admin.journal().entries;
	const sent = entries().length;
	await new Promise((resolve) => setTimeout(resolve, 300));
	// A request in flight may arrive late, but is cut off.
	const late = entries().slice(sent);
	expect(late.filter(({ isAborted }) => isAborted !== true)).toEqual([]);
});

describe('a rate limit', () => {
	const call: ServiceCall = { method: 'GET', path: '/v2/accountingdocuments', activity: 'listing' };

	/** At most 3 requests in each window, including refused ones. */
	const limited = (windowMs: number): Answering => {
		let [startedAt, count] = [-Infinity, 0];
		return (_request, response) => {
			if (performance.now() - startedAt > windowMs) [startedAt, count] = [performance.now(), 0];
			if (++count <= 3) return [];
			json(response, 429, { message: 'Too many requests' });
			return undefined;
		};
	};

	it('that names no wait is survived: the last wait is as long as the usual window', async () => {
		const service = await smallService({ answer: limited(600) });
		const { connection } = await clientFor(service.credential());
		// A hundredth of real times.
		const { maxTries, ...times } = connection.retry;
		const hundredth = Object.entries(times).map(([name, ms]) => [name, ms / 100] as const);
		const retry = { ...times, ...Object.fromEntries(hundredth), maxTries };
		const client = new ServiceClient({ ...connection, retry });
		const all = Array.from({ length: 5 }, async () => await client.request(call));
		expect(await Promise.all(all)).toEqual([[], [], [], [], []]);
	});

	it.each([
		['x-ratelimit-reset', '86400', /The service asks you to wait 24 hours/],
		['retry-after', 'Sat, 21 Nov 2020 12:00:00 GMT', /wait 2 hours/],
	])(
		'of %s: %s is measured by the clock of the service, and no more tries are advised',
		async (name, value, says) => {
			const service = await smallService({
				answer: (_request, response) => {
					response.sendDate = false;
					response.setHeader('date', 'Sat, 21 Nov 2020 10:00:00 GMT').setHeader(name, value);
					json(response, 429, {});
				},
			});
			const { error } = await service.run(parametersOf(faultTable[0]));
			expect(error?.message).toMatch(/^Rate limit reached \(HTTP 429\) while/);
			expect(error?.description).toMatch(says);
			expect(error?.description).toMatch(/Lower Options > Parallel Pages/);
			expect(error?.description).not.toMatch(/Max Tries/);
		},
	);
});
