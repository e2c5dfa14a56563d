import { protect, quote, whileAnswering } from '../../nodes/shared/client/quote';
import { runNode } from './support/engine';
import { json, smallService } from './support/smallService';

const company = 'Example & "Sons" Ltd';
const street = 'Long Lane 12';

const assign = {
	resource: 'accountingDocument',
	operation: 'assignContact',
	accountingDocumentId: { __rl: true, mode: 'id', value: '12' },
	additionalFields: { companyName: company, street },
};

describe('an error that quotes what was sent', () => {
	it.each([
		['as it was', (body: string) => ({ message: `Refused: ${company}, ${street}; ${body}` })],
		['in HTML', () => ({ message: `Refused: Example &amp; &quot;Sons&quot; Ltd, ${street}` })],
		[
			'by field',
			() => ({
				code: 1,
				message: 'Refused:',
				fieldsAffected: [{ name: 'companyName', message: `not ${company} of ${street}` }],
			}),
		],
	])('shows nothing of it: %s', async (_, answer) => {
		const service = await smallService({
			answer: ({ body }, response) => void json(response, 400, answer(body)),
		});
		const result = await runNode({ parameters: assign, credentials: service.credential() });
		expect(result.error?.message).toMatch(/Refused:.*\[hidden\]/);
		const shown = JSON.stringify([result.error?.message, result.error?.description]);
		for (const part of ['Sons', 'Long Lane']) expect(shown).not.toContain(part);
	});
});

it('a refresh token that came with a token is hidden as well', async () => {
	const service = await smallService({
		exchange: () => ({
			access_token: 'access-5150',
			refresh_token: 'refresh-5151',
			expires_in: 60,
		}),
		answer: (_request, response) => void json(response, 400, { message: 'You are refresh-5151' }),
	});
	const result = await runNode({ parameters: assign, credentials: service.credential() });
	expect(result.error?.message).toContain('You are [hidden]');
});

it('a token that is echoed cut short is hidden as well', async () => {
	const service = await smallService({
		exchange: () => ({ access_token: 'access-6160-of-a-test', expires_in: 60 }),
		answer: ({ token }, response) =>
			void json(response, 400, { message: `You are ${token.slice(0, -4)}...` }),
	});
	const result = await runNode({ parameters: assign, credentials: service.credential() });
	expect(result.error?.message).toContain('You are [hidden]...');
});

describe('quote', () => {
	const shownOf = (text: string, body: unknown) => whileAnswering(body, () => quote(text));

	it("keeps words that only look like a short value, and hides only this request's", () => {
		expect(shownOf('The renamed name Name: EUR', { a: 'name', currency: 'EUR' })).toBe(
			'The renamed [hidden] Name: EUR',
		);
		expect(shownOf('Long Lane 12', { a: 'Other' })).toBe('Long Lane 12');
		expect(quote('name')).toBe('name');
	});

	it('shows no value that is cut at the end, nor the rest of a longer one', () => {
		expect(shownOf('It was Long Lan', { a: [{ b: street }] })).toBe('It was [hidden]');
		expect(shownOf('Long Lane 12 b', { a: 'Long Lane', b: 'Long Lane 12 b' })).toBe('[hidden]');
	});

	it('hides a secret escaped for JSON and for HTML', () => {
		const secret = `quo"te&d<secr'et>`;
		protect(secret);
		const html = 'quo&quot;te&amp;d&lt;secr&#39;et&gt;';
		for (const form of [JSON.stringify({ secret }), html]) {
			expect(quote(form)).toContain('[hidden]');
			expect(quote(form)).not.toMatch(/secr'|secr&/);
		}
	});
});

describe('a secret that is echoed in other forms is hidden as well', () => {
	const hex = (text: string) => Buffer.from(text).toString('hex');
	const forms: Record<string, (secret: string) => string> = {
		'in hexadecimal digits': hex,
		'in capital ones': (secret) => hex(secret).toUpperCase(),
		'in pairs of them': (secret) => hex(secret).replace(/../g, '$& '),
		'encoded twice for an address': (secret) => encodeURIComponent(encodeURIComponent(secret)),
		'with characters without width': (secret) => [...secret].join('\u200b'),
	};
	const answers: Record<string, (said: string) => [number, object]> = {
		'400': (said) => [400, { message: said, fieldsAffected: [{ name: said, message: said }] }],
		'500': (said) => [500, { error: { message: said } }],
		'a refusal in 200': (said) => [
			200,
			{ success: false, errors: [{ code: said, message: said }] },
		],
	};

	it.each(
		Object.keys(forms).flatMap((form) => Object.keys(answers).map((answer) => [form, answer])),
	)('%s, by %s', async (form, answer) => {
		const appSecret = 'Příliš-žluťoučký/kůň+7719';
		const service = await smallService({
			answer: ({ token }, response) => {
				const said = [appSecret, token].map(forms[form]);
				return json(response, ...answers[answer](`You sent ${said.join(' and ')}, so no`));
			},
		});
		const credentials = service.credential({ appSecret });
		const result = await runNode({ parameters: assign, credentials });
		expect(result.error?.name).toBe('NodeApiError');
		const { accessToken } = credentials.stored;
		const shown = JSON.stringify([result.run, result.error?.message, result.error?.description]);
		expect(shown).toContain('[hidden]');
		for (const secret of [appSecret, String(accessToken)]) {
			expect(shown).not.toContain(secret);
			expect(shown).not.toContain(forms[form](secret).trim());
			expect(shown.toLowerCase()).not.toContain(hex(secret).slice(0, 20));
		}
	});
});
