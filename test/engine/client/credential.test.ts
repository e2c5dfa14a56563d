/** docs/internals/security.md#what-leaves-the-server: certificates, allowed domains and the form of the credential. */
import { AccountingServiceApi } from '../../../credentials/AccountingServiceApi.credentials';
import { bench, getAll, listPath, tokenPath } from '../support/withSandbox';

const credential = new AccountingServiceApi();
const field = (name: string) => credential.properties.find((property) => property.name === name);

it('a self-signed certificate is refused, unless the switch is on', async () => {
	const { run, asked, credentials } = await bench({ tls: true });
	const { error } = await run(getAll({ limit: 1 }));
	expect(error?.name).toBe('NodeApiError');
	expect(error?.message).toMatch(/^n8n does not trust the certificate of the service/);
	expect(error?.description).toContain('Ignore SSL Issues (Insecure)');
	expect([...asked(), ...asked(tokenPath)]).toEqual([]);
	credentials.stored.allowUnauthorizedCerts = true;
	const accepted = await run(getAll({ limit: 1 }));
	expect([accepted.error, accepted.json.length]).toEqual([undefined, 1]);
	expect([asked(tokenPath).length, asked(listPath).length]).toEqual([1, 1]);
});

describe('Allowed Domains', () => {
	it.each([
		['domains', 'api.example.com', false],
		['domains', '', false],
		['domains', '127.0.0.1.example.com', false],
		['domains', '*.0.0.1.org', false],
		['domains', '*.27.0.0.1', false],
		['domains', '*.127.0.0.1', false],
		['domains', '127.0.0.1', true],
		['domains', 'api.example.com, 127.0.0.1', true],
		['domains', ' 127.0.0.1 ,', true],
		['domains', '*.0.0.1', true],
		['all', 'x.org', true],
		['none', 'x.org', true],
	])('in the mode %p, %p allow 127.0.0.1: %p', async (mode, allowedDomains, isAllowed) => {
		const { run, sandbox } = await bench({}, { allowedHttpRequestDomains: mode, allowedDomains });
		const { error } = await run(getAll({ limit: 1 }));
		if (isAllowed) return expect(error).toBeUndefined();
		expect(error?.message).toBe('The credential does not allow requests to 127.0.0.1');
		expect(error?.description).toContain('Allowed Domains');
		expect(sandbox.admin.journal().entries).toEqual([]);
	});
});

describe('the form of the credential', () => {
	it('hides the secret and the token, and renews the token', () => {
		expect(field('appSecret')?.typeOptions).toEqual({ password: true });
		expect(field('accessToken')).toMatchObject({
			type: 'hidden',
			default: '',
			typeOptions: { expirable: true, password: true },
		});
		// n8n renews by the first field of this kind only.
		const hidden = credential.properties.filter(({ type }) => type === 'hidden');
		expect(hidden.map(({ name }) => name)).toEqual(['accessToken', 'renewAt', 'tokenHolder']);
	});

	it('overwrites the headers of an earlier call when it authenticates again', async () => {
		const stored = { baseUrl: 'https://a.example.com/v2/', accessToken: 'one' };
		const first = await credential.authenticate(stored, {
			url: '/v2/x',
			baseURL: stored.baseUrl,
			headers: { Accept: 'a' },
		});
		const second = await credential.authenticate({ ...stored, accessToken: 'two' }, first);
		expect(second).toEqual({
			url: '/v2/x',
			baseURL: 'https://a.example.com',
			headers: { Accept: 'a', Authorization: 'Bearer two' },
			sendCredentialsOnCrossOriginRedirect: false,
		});
	});

	it('adds a page number to its own test only', async () => {
		const stored = { baseUrl: 'https://a.example.com', accessToken: 'one' };
		const asked = async (url: string, qs?: Record<string, string>) =>
			(await credential.authenticate(stored, { url, baseURL: stored.baseUrl, qs })).qs;
		expect(await asked('/v2/accountingdocuments')).toEqual({ page: 1, pageSize: 10 });
		expect(await asked('/v2/accountingdocuments', { page: '3' })).toEqual({ page: '3' });
		expect(await asked('/v2/templates/1')).toBeUndefined();
	});
});
