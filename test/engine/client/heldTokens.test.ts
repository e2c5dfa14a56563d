/** docs/internals/security.md#what-is-stored: how many tokens a process keeps. */
import { heldToken } from '../../../nodes/shared/client/token';
import { companies } from '../support/companies';
import { executeContext } from '../support/contexts';

const most = 1000;

describe('the tokens in the memory of the process', () => {
	it(`are at most ${most}: the least recently used one is dropped`, async () => {
		const names = Array.from({ length: most + 2 }, (_, index) => `T${index}`);
		const made = await companies(names);
		const { helpers } = executeContext(made.credentials);
		const take = async (name: string) =>
			await heldToken(
				{ helpers },
				{ ...made.of(name), baseUrl: made.sandbox.baseUrl, accessToken: '' },
			);
		const first = await take('T0');
		const second = await take('T1');
		for (const name of names.slice(2, most)) await take(name);
		expect((await take('T0')).accessToken).toBe(first.accessToken);
		for (const name of names.slice(most, most + 1)) await take(name);
		expect((await take('T0')).accessToken).toBe(first.accessToken);
		expect((await take('T1')).accessToken).not.toBe(second.accessToken);
		expect(made.exchanges()).toHaveLength(most + 2);
	}, 120_000);
});
