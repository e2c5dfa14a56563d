import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ServiceError } from '../../nodes/shared/client/errors';
import type { ServiceCall } from '../../nodes/shared/client/request';
import { clientFor } from './support/client';
import { smallService } from './support/smallService';
import {
	maxTries,
	writeFaults,
	writeFaultsMarkdown,
	writes,
	type WriteFaultRow,
} from './support/writeFaults';

const cases = Object.entries(writes).flatMap(([kind, call]) =>
	writeFaults.map((row): [string, string, ServiceCall, WriteFaultRow] => [
		row.fault,
		kind,
		call,
		row,
	]),
);

describe('the fault table of writes', () => {
	it.each(cases)('%s: %s', async (_fault, _kind, call, row) => {
		const { sent, sentRepeatable, outcome, outcomeRepeatable = outcome, says } = row;
		const service = await smallService({
			answer: ({ count }, response, socket) => row.behaves(count, response, socket),
		});
		// A token that was found in the credential, as for most executions.
		const credentials = service.credential({ accessToken: 'stored' });
		const client = await clientFor(credentials, { maxTries, timeoutMs: 1000 });
		const result = await client.request(call).then(
			() => 'done' as const,
			(thrown: unknown) => thrown as ServiceError,
		);
		expect(service.arrived).toHaveLength(call.repeatable ? sentRepeatable : sent);
		const expected = call.repeatable ? outcomeRepeatable : outcome;
		if (expected === 'done') {
			expect(result).toBe('done');
			return;
		}
		const failure = result as ServiceError;
		expect(failure).toBeInstanceOf(ServiceError);
		expect(failure.kind === 'outcomeUnknown').toBe(expected === 'unknown');
		if (expected !== 'unknown') {
			expect(failure.message).toMatch(says ?? /^$/);
			expect(failure.effect).toBe(expected === 'refused' ? 'refused' : 'none');
			return;
		}
		expect(failure.message).toBe(
			`No clear answer came while ${call.what}: it may or may not have been done`,
		);
		expect(failure.description).toContain(`Sent was ${call.method} ${call.path}.`);
		expect(failure.description).toMatch(/Look in the service .* before you send it again/);
		expect(failure.description).not.toMatch(/again later/);
	});

	it('is what the documentation says', () => {
		const page = readFileSync(join(__dirname, '../../docs/faults.md'), 'utf8');
		expect(page).toContain(writeFaultsMarkdown());
	});
});
