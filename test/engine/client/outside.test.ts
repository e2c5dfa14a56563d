/** CONTRIBUTING.md: tests reach nothing outside this machine. */
import { once } from 'node:events';
import { connect } from 'node:net';

import { AccountingServiceApi } from '../../../credentials/AccountingServiceApi.credentials';
import { bench, getAll } from '../support/withSandbox';

/** The Base URL of a new credential: the real service. */
const { default: baseUrl } =
	new AccountingServiceApi().properties.find(({ name }) => name === 'baseUrl') ?? {};

describe('tests reach nothing outside this machine', () => {
	it('with any client', async () => {
		const { hostname } = new URL(String(baseUrl));
		for (const host of [hostname, '192.0.2.1']) {
			const [error] = (await once(connect({ host, port: 443 }), 'error')) as [Error];
			expect(error.message).toBe(`A test connects to ${host}`);
		}
	});

	it('also with the Base URL of a new credential', async () => {
		const { run, asked } = await bench({}, { baseUrl: String(baseUrl) });
		const { error } = await run(getAll({ options: { maxTries: 1 } }));
		expect(error?.message).toMatch(/^The connection to the service failed/);
		expect(asked()).toEqual([]);
	});
});
