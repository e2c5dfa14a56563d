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

	it('hides a secret escaped for JSON', () => {
		const secret = 'quo"te&d<secret>';
		protect(secret);
		expect(quote(JSON.stringify({ secret }))).toBe('{"secret":"[hidden]"}');
	});
});
