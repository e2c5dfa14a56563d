import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { AccountingServiceApi } from '../../../credentials/AccountingServiceApi.credentials';
import { bench, getAll, listPath, tokenPath } from '../support/withSandbox';

const credential = new AccountingServiceApi();
const field = (name: string) => credential.properties.find((property) => property.name === name);

describe('a self-signed certificate', () => {
	it('is refused with an explanation', async () => {
		const { run, asked } = await bench({ tls: true });
		const { error } = await run(getAll({ limit: 1 }));
		expect(error?.name).toBe('NodeApiError');
		expect(error?.message).toMatch(/^n8n does not trust the certificate of the service/);
		expect(error?.description).toContain('Ignore SSL Issues (Insecure)');
		expect([...asked(), ...asked(tokenPath)]).toEqual([]);
	});

	it('is accepted for the exchange and for every request if the switch is on', async () => {
		const { run, asked } = await bench({ tls: true }, { allowUnauthorizedCerts: true });
		const { error, json } = await run(getAll({ limit: 1 }));
		expect([error, json.length]).toEqual([undefined, 1]);
		expect([asked(tokenPath).length, asked(listPath).length]).toEqual([1, 1]);
	});
});

describe('allowed domains', () => {
	const domains = (allowedDomains: string): ICredentialDataDecryptedObject => ({
		allowedHttpRequestDomains: 'domains',
		allowedDomains,
	});

	it.each(['api.example.com', '', '127.0.0.1.example.com', '*.0.0.1.org', '*.27.0.0.1'])(
		'%p do not hold this address, so nothing is sent',
		async (list) => {
			const { run, sandbox } = await bench({}, domains(list));
			const { error } = await run(getAll());
			expect(error?.message).toBe('The credential does not allow requests to 127.0.0.1');
			expect(error?.description).toContain('Allowed Domains');
			expect(sandbox.admin.journal().entries).toEqual([]);
		},
	);

	it.each(['127.0.0.1', 'api.example.com, 127.0.0.1', ' 127.0.0.1 ,'])(
		'%p hold it',
		async (list) => {
			const { run } = await bench({}, domains(list));
			expect((await run(getAll({ limit: 1 }))).error).toBeUndefined();
		},
	);

	it('cover sub-domains with a star', async () => {
		const inside = await bench({}, domains('*.0.0.1'));
		expect((await inside.run(getAll({ limit: 1 }))).error).toBeUndefined();
		const { run } = await bench({}, { ...domains('*.localhost'), baseUrl: 'http://localhost:1' });
		expect((await run(getAll())).error?.message).toMatch(/does not allow requests to localhost/);
	});

	it.each(['all', 'none'])('are ignored in the mode %p', async (mode) => {
		const { run } = await bench({}, { allowedHttpRequestDomains: mode, allowedDomains: 'x.org' });
		expect((await run(getAll({ limit: 1 }))).error).toBeUndefined();
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

	it('needs only four fields', async () => {
		const { sandbox } = await bench();
		const defaults = Object.fromEntries(
			credential.properties.map((property) => [property.name, property.default]),
		) as ICredentialDataDecryptedObject;
		const { run, credentials } = await bench();
		credentials.stored = {
			...defaults,
			baseUrl: sandbox.baseUrl,
			appId: sandbox.appId,
			appSecret: sandbox.appSecret,
		};
		const { error, json } = await run(getAll({ limit: 2 }));
		expect([error, json.length]).toEqual([undefined, 2]);
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
