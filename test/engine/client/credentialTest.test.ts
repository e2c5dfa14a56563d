/** docs/reference/credential.md: each mistake in the credential has its own message. */
import { authenticate } from '../../../nodes/shared/n8n/authentication';
import { credentialTest } from '../../../nodes/shared/n8n/credentialTest';
import { smallService } from '../support/smallService';
import { testCredential } from '../support/credentialTest';
import { bench, listPath, tokenPath } from '../support/withSandbox';

describe("the credential's own test", () => {
	it('exchanges a token and requests the first page once', async () => {
		const { credentials, asked } = await bench({ names: { page: 'strana' }, firstPage: 0 });
		credentials.stored.baseUrl += '/v2/';
		Object.assign(credentials.stored, {
			...{ customizeParameterNames: true, pageParameter: 'strana', firstPage: 0 },
		});
		expect(await testCredential(credentials)).toBe('OK');
		expect(asked(tokenPath)).toHaveLength(1);
		expect(asked().map(({ path, query }) => [path, query])).toEqual([
			[listPath, { strana: '0', pageSize: '10' }],
		]);
	});

	it('explains a wrong secret, without the secret, and sends nothing more', async () => {
		const { credentials, asked, sandbox } = await bench({}, { appSecret: 'guessed-secret-1' });
		const verdict = await testCredential(credentials);
		expect(verdict).toMatch(/^The service refused the App ID or App Secret\. Copy both again/);
		expect(verdict).not.toContain('guessed-secret-1');
		expect(verdict).not.toContain(sandbox.appSecret);
		expect([asked(tokenPath).length, asked()]).toEqual([1, []]);
	});

	it('explains in words of its own that nothing answers', async () => {
		const { credentials, sandbox } = await bench();
		await sandbox.close();
		const verdict = await testCredential(credentials);
		expect(verdict).toMatch(/could not reach the service .*Check the Base URL/);
		expect(verdict).not.toContain('ECONNREFUSED');
	});

	it('refuses a web page with status 200, from the exchange or the list', async () => {
		for (const path of ['token', 'list'] as const) {
			const { credentials, sandbox } = await bench();
			sandbox.admin.addFault({ kind: 'html', times: 0, match: { path } });
			expect(await testCredential(credentials)).toMatch(/web page/);
		}
	});

	it.each([
		[403, /has no access to accounting documents/],
		[404, /has no list of accounting documents/],
	])('explains HTTP %i', async (status, says) => {
		const { credentials, sandbox } = await bench();
		sandbox.admin.addFault({ kind: 'status', status, times: 0, match: { path: 'list' } });
		expect(await testCredential(credentials)).toMatch(says);
	});

	it.each<[unknown, RegExp]>([
		[{ success: false }, /returned an error instead/],
		[{ message: 'No', fieldsAffected: [{ name: 'page' }] }, /returned an error instead/],
		[{ error: 'No', accountingDocuments: [] }, /returned an error instead/],
		[{ error: { message: 'No' } }, /returned an error instead/],
		[{ error: { code: 'no' } }, /returned an error instead/],
		[{ errors: ['No'] }, /returned an error instead/],
		[{ errors: [{ message: 'No' }] }, /returned an error instead/],
		['x', /returned a web page or another text instead/],
		[{ accountingDocuments: [], error: null, errors: [], message: '', success: true }, /^OK$/],
		[{ accountingDocuments: [{ id: 1 }], error: '' }, /^OK$/],
		[{ code: 0, message: 'Success', data: [{ id: 1 }] }, /^OK$/],
		// A service that ignores the page size is only slower.
		[Array.from({ length: 11 }, (_, id) => ({ id, description: 'x' })), /^OK$/],
	])('of a success response with %j is %p', async (body, verdict) => {
		const { credential } = await smallService({ answer: () => body });
		expect(await testCredential(credential())).toMatch(verdict);
	});

	it('has a deadline of its own', () => {
		const credentials = { baseUrl: 'https://api.example.com' };
		const ofN8n = { baseURL: credentials.baseUrl, timeout: 300_000 };
		const asked = (url: string) => authenticate(credentials, { ...ofN8n, url }).timeout;
		expect(asked(String(credentialTest.request.url))).toBe(30_000);
		expect(asked('/v2/other')).toBe(300_000);
	});

	it('follows no redirect with the token', async () => {
		const elsewhere = await bench();
		const { credentials, sandbox } = await bench();
		const location = `${elsewhere.sandbox.baseUrl}${listPath}`;
		sandbox.admin.addFault({ kind: 'redirect', location, match: { path: 'list' } });
		expect(await testCredential(credentials)).not.toBe('OK');
		expect(elsewhere.asked()).toEqual([]);
	});

	it('accepts a self-signed certificate only if the switch is on', async () => {
		const { credentials } = await bench({ tls: true }, { allowUnauthorizedCerts: true });
		expect(await testCredential(credentials)).toBe('OK');
		credentials.stored = { ...credentials.stored, allowUnauthorizedCerts: false };
		expect(await testCredential(credentials)).toMatch(/certificate/);
	});

	it('names Connection Check if a name is refused', async () => {
		const { credentials } = await bench({ names: { pageSize: 'limit' } });
		const verdict = await testCredential(credentials);
		expect(verdict).toMatch(/rejected the page number or page size.* Connection Check/);
	});
});
