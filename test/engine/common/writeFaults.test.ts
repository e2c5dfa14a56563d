/** docs/api/writes.md#sent-at-most-once: each operation that changes data sends it once through each fault. */
import type { GivenFault } from '../../../dev/sandbox/http/faults';
import { itemOf, listed, parametersOf, scan } from '../support/samples';
import { bench } from '../support/withSandbox';
import { withRaw } from '../support/raw';

/** The operations that change something and run for each item by itself. */
const writes = listed.filter(({ operation }) => operation.changes === true && 'run' in operation);

/** Whether the outcome is known. After an unknown one, a creation must not be resent. */
const faults: Record<string, { fault: Omit<GivenFault, 'match'>; isOpen: boolean }> = {
	'a reset before it was done': { fault: { kind: 'resetBefore' } as never, isOpen: true },
	'an answer that is lost': { fault: { kind: 'resetAfter' } as never, isOpen: true },
	'HTTP 503': { fault: { kind: 'status', status: 503 } as never, isOpen: true },
	'HTTP 500 when it was done': {
		fault: { kind: 'status', status: 500, phase: 'after' } as never,
		isOpen: true,
	},
	'an expired token': { fault: { kind: 'expireToken' } as never, isOpen: false },
	'HTTP 429': { fault: { kind: 'status', status: 429, retryAfter: '0' } as never, isOpen: false },
	'an empty answer': { fault: { kind: 'emptyBody' } as never, isOpen: false },
	'an object that is no record': {
		fault: { kind: 'status', status: 200, body: { foo: 'bar', text: 'whatever' } } as never,
		isOpen: true,
	},
	'a message only': {
		fault: { kind: 'status', status: 201, body: { message: 'whatever' } } as never,
		isOpen: true,
	},
};

const answersWithoutRecord = (fault: object) => 'body' in fault;

describe.each(writes)('$title', (one) => {
	it.each(Object.entries(faults))(
		'is done once at the most through %s',
		async (_, { fault, isOpen }) => {
			const { sandbox, run, asked } = await bench();
			const item = itemOf(one, sandbox, 0);
			for (const method of ['POST', 'PUT', 'DELETE'] as const) {
				sandbox.admin.addFault({ ...fault, match: { method, url: '/v2/' } } as GivenFault);
			}
			const parameters = withRaw(parametersOf(one, { options: { maxTries: 2 } }));
			const { error, json } = await run(parameters, { items: [item], binary: [scan(0)] });
			// A new token is resent after pauses, because the replicas of a service learn it late.
			const sent = asked().filter(
				({ committed, status }) => committed !== undefined && status !== 401,
			);
			expect(sent.length).toBeGreaterThan(0);
			for (const path of new Set(sent.map((entry) => entry.path))) {
				const own = sent.filter((entry) => entry.path === path);
				const isCreation = own[0].method === 'POST';
				if (isCreation) expect(own.filter(({ committed }) => committed).length).toBeLessThan(2);
				expect(own.length).toBeLessThanOrEqual(isCreation && isOpen ? 1 : 2);
			}
			expect(JSON.stringify(json)).not.toContain('whatever');
			// Without proof by a response or a later read, it is no success.
			if (answersWithoutRecord(fault)) expect(error ?? json).not.toEqual([{ created: true }]);
			if (!error) return;
			expect(error.message).toContain('the change may or may not have been made');
			expect(error.description).toMatch(/^Request: (POST|PUT|DELETE) \/v2\//);
			expect(error.description).not.toMatch(/again later/);
			expect(isOpen || fault.kind === 'emptyBody').toBe(true);
		},
	);
});
