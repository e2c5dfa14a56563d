/**
 * docs/internals/security.md#errors-and-logs: no secret in an error, a hint or a saved execution, and no token for
 * another host.
 */
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { AccountingServiceApi } from '../../../credentials/AccountingServiceApi.credentials';
import { executeContext } from '../support/contexts';
import { runNode, type RunResult } from '../support/engine';
import { smallService, type Answering, type SmallService } from '../support/smallService';

const getAll = {
	resource: 'accountingDocument',
	operation: 'getAll',
	limit: 1,
	options: { maxTries: 1 },
};

/** Everything that a user can see of a run, except successful responses. */
function leaked({ run, error }: RunResult, secrets: string[]): string[] {
	const shown = [JSON.stringify(run), error?.message, error?.description, error?.stack].join(' ');
	const forms = secrets.flatMap((secret) => [
		secret,
		encodeURIComponent(secret),
		Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -1),
	]);
	return forms.filter((form) => shown.includes(form));
}

const echo = (text: string) => ({
	code: text,
	message: `You sent ${text} and ${Buffer.from(text).toString('base64')}`,
	error: text,
	fieldsAffected: [{ name: text, message: encodeURIComponent(text) }],
});

/** Responses that echo the request, in headers and body. */
function echoing(status: number, type = 'application/json'): Answering {
	return ({ token, body }, response) => {
		const sent = token || body;
		response.writeHead(status, {
			'content-type': `${type}; of="${sent.replace(/[^\w-]/g, '')}"`,
			'retry-after': '0',
			location: `https://elsewhere.example/?sent=${encodeURIComponent(sent)}`,
		});
		const { appId = '', appSecret = '' } = (body ? JSON.parse(body) : {}) as {
			appId?: string;
			appSecret?: string;
		};
		response.end(JSON.stringify(echo([token, appId, appSecret].join(' '))));
	};
}

const secretsOf = (service: SmallService, token: string) =>
	[service.appId, service.appSecret, token].filter(Boolean);

describe('an echoed secret is hidden', () => {
	it.each([200, 302, 400, 401, 403, 404, 409, 422, 429, 500, 503])(
		'by the exchange and by the list with HTTP %i, also in the content type',
		async (status) => {
			for (const type of ['application/json', 'text/plain']) {
				const answer = echoing(status, type);
				for (const service of [
					await smallService({ answer: () => ({}), exchange: answer }),
					await smallService({ answer }),
				]) {
					const credentials = service.credential();
					const result = await runNode({ parameters: getAll, credentials });
					expect(result.error?.name).toBe('NodeApiError');
					const token = String(credentials.stored.accessToken);
					expect(leaked(result, secretsOf(service, token))).toEqual([]);
					if (token === '') expect(result.error?.description).not.toContain('The service says');
				}
			}
		},
	);

	it('while many other credentials are used', async () => {
		const other = await smallService({ answer: () => [{ id: 1 }] });
		const service = await smallService({
			answer(arrived, response) {
				void useOthers().then(() => echoing(400)(arrived, response, response.socket as never));
			},
		});
		async function useOthers() {
			for (let index = 0; index < 80; index++) {
				const credentials = other.credential({
					appId: `other-${index}`,
					appSecret: `its-${index}`,
				});
				await other.run(getAll, { credentials });
			}
		}
		const credentials = service.credential();
		const result = await runNode({ parameters: getAll, credentials });
		expect(other.exchanges).toHaveLength(80);
		const token = String(credentials.stored.accessToken);
		expect(leaked(result, secretsOf(service, token))).toEqual([]);
	});

	it('from a Base URL with a password that is no address', async () => {
		const { run, credential } = await smallService({ answer: () => ({}) });
		const credentials = credential({ baseUrl: 'https:/me:pass-word@api example' });
		const { error, run: saved } = await run(getAll, { credentials });
		expect(error?.message).toMatch(/Base URL/);
		expect(JSON.stringify([error?.message, saved])).not.toContain('pass-word');
	});
});

describe('words of the service', () => {
	it('make no link in the editor, which shows messages as HTML', async () => {
		const message = 'Wrong: <a href="https://elsewhere.example">Sign in</a>, 1 <2';
		const { run } = await smallService({
			answer: (_, response) =>
				void response.writeHead(422).end(JSON.stringify({ message, code: '<!--' })),
		});
		const { error } = await run(getAll);
		const shown = 'Wrong: < a href="https://elsewhere.example">Sign in< /a>, 1 <2';
		expect(error?.message).toContain(shown);
		const { json } = await run(getAll, { node: { onError: 'continueRegularOutput' } });
		expect(json[0].error).toContain(shown);
	});

	it('are short and printable everywhere', async () => {
		const message = `${'\u202e\r\nword\u0000 '.repeat(100_000)}`;
		const service = await smallService({
			answer: (_, response) =>
				void response.writeHead(422).end(JSON.stringify({ message, errors: [message] })),
		});
		const result = await service.run(getAll, { node: { onError: 'continueRegularOutput' } });
		const text = String(result.json[0].error);
		expect(text.length).toBeLessThan(1000);
		expect(text).not.toMatch(/[\u0000-\u001f\u202e]/);
	});
});

describe('the token goes to its own address only', () => {
	const credential = new AccountingServiceApi();
	const stored = { baseUrl: 'https://api.example.com/v2', accessToken: 'the-token' };

	it.each([
		[{ url: 'https://api.example.com/v2/x' }, true],
		[{ url: '/v2/x', baseURL: 'https://api.example.com' }, true],
		[{ uri: 'https://api.example.com/v2/x' }, true],
		[{ url: 'https://evil.example.com/v2/x' }, false],
		[{ url: 'http://api.example.com/v2/x' }, false],
		[{ url: 'https://api.example.com.evil.example/v2' }, false],
		[{ url: '/v2/x', baseURL: 'https://evil.example.com' }, false],
		[{ uri: 'https://evil.example.com' }, false],
		[{ uri: 'https:evil.example.com' }, false],
		[{ url: 'https:\\\\evil.example.com' }, false],
		[{ url: '//evil.example.com/x', baseURL: 'https://api.example.com' }, false],
		[{ uri: '/v2/x' }, false],
		[{ url: 'http:api.example.com/x', baseURL: 'https://evil.example.com' }, false],
		[{ url: 'https:api.example.com/x', baseURL: 'https://evil.example.com' }, false],
		[{ url: 'https:evil.example.com/x', baseURL: 'http://api.example.com' }, false],
		[{ url: 'https:/evil.example.com/x', baseURL: 'https://evil.example.com' }, false],
		[{ url: 'v2/x', baseURL: 'https://api.example.com/' }, true],
		[{ url: '', baseURL: 'https://api.example.com/' }, true],
	])('%j: %p', async (request, goes) => {
		const sent = await credential.authenticate(stored, { ...request } as never);
		expect(JSON.stringify(sent).includes('the-token')).toBe(goes);
	});

	it.each(['uri', 'url', 'baseURL'])('also after a redirect: %s', async (kind) => {
		const elsewhere = await smallService({ answer: () => ({}) });
		const service = await smallService({
			answer: (_, response) =>
				void response.writeHead(302, { location: `${elsewhere.baseUrl}/v2/x` }).end(),
		});
		const context = executeContext(service.credential());
		const url = `${service.baseUrl}/v2/x`;
		const { requestWithAuthentication, httpRequestWithAuthentication } = context.helpers;
		const type = 'accountingServiceApi';
		if (kind === 'uri') await requestWithAuthentication.call(context, type, { uri: url });
		else if (kind === 'url') await httpRequestWithAuthentication.call(context, type, { url });
		else {
			const request = { url: '/v2/x', baseURL: service.baseUrl };
			await httpRequestWithAuthentication.call(context, type, request);
		}
		expect(service.arrived[0].token).toMatch(/^token-1/);
		expect(elsewhere.arrived.map(({ headers }) => headers.authorization)).toEqual([undefined]);
	});

	it('and is not shared with another address, secret or certificate check', async () => {
		const service = await smallService({ answer: () => [{ id: 1 }] });
		const other = await smallService({ answer: () => [{ id: 1 }] });
		const credentials = service.credential();
		await runNode({ parameters: getAll, credentials });
		const token = String(credentials.stored.accessToken);
		expect(token).toMatch(/^token-1/);
		const changes: ICredentialDataDecryptedObject[] = [
			{ baseUrl: other.baseUrl },
			{ appSecret: 'another-secret' },
			{ allowUnauthorizedCerts: true },
		];
		for (const change of changes) {
			const changed = service.credential({ ...credentials.stored, ...change });
			await runNode({ parameters: getAll, credentials: changed });
			expect(changed.stored.accessToken).not.toBe(token);
		}
		expect(other.arrived.map((request) => request.token)).not.toContain(token);
	});
});
