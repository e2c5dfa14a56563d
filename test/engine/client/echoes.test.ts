import { send } from '../support/apiRequest';
import { echoForms } from '../support/echoForms';
import { json, smallService } from '../support/smallService';
import { byId } from '../support/withSandbox';

const company = 'Example & "Sons" Ltd';
const street = 'Long Lane 12';

const assign = {
	resource: 'accountingDocument',
	operation: 'assignContact',
	accountingDocumentId: byId('12'),
	companyName: company,
	additionalFields: { street },
};

describe('an error that quotes the request', () => {
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
		const result = await service.run(assign);
		expect(result.error?.message).toMatch(/Refused:.*\[hidden\]/);
		const shown = JSON.stringify([result.error?.message, result.error?.description]);
		for (const part of ['Sons', 'Long Lane']) expect(shown).not.toContain(part);
	});
});

it('hides a JSON body of API Request too', async () => {
	const service = await smallService({
		answer: (_request, response) => void json(response, 400, { message: `Refused: ${company}` }),
	});
	const body = { body: 'json', jsonBody: JSON.stringify({ companyName: company }) };
	const { error } = await service.run(send('/v2/contacts', { method: 'POST', ...body }));
	expect(error?.message).toMatch(/Refused: \[hidden\]/);
});

it('hides a search text in the URL too', async () => {
	const service = await smallService({
		answer: ({ query }, response) =>
			void json(response, 400, { message: `No match for '${query.get('searchText')}'` }),
	});
	const settings = { customizeParameterNames: true, searchParametersIn: 'query' };
	const searching = { resource: 'accountingDocument', operation: 'search', searchText: company };
	const { error } = await service.run(searching, { credentials: service.credential(settings) });
	expect(error?.message).toMatch(/No match for '\[hidden\]'/);
});

it('hides a refresh token too', async () => {
	const service = await smallService({
		exchange: () => ({
			access_token: 'access-5150',
			refresh_token: 'refresh-5151',
			expires_in: 60,
		}),
		answer: (_request, response) => void json(response, 400, { message: 'You are refresh-5151' }),
	});
	const result = await service.run(assign);
	expect(result.error?.message).toContain('You are [hidden]');
});

it.each(echoForms)('hides a token in a message: $name', async ({ of }) => {
	const service = await smallService({
		exchange: () => ({ access_token: 'To+k/e!n~5150', expires_in: 60 }),
		answer: ({ token }, response) =>
			void json(response, 400, { message: `${'No. '.repeat(10)}You are ${of(token)}.` }),
	});
	const { error } = await service.run(assign);
	expect(error?.message).toMatch(/You are \S*\[hidden\]\S*\.$/);
	expect(error?.message).not.toContain('e!n');
});

it('hides a token after a long echo too', async () => {
	const service = await smallService({
		answer: ({ token }, response) =>
			void json(response, 400, { message: `Refused: ${company.repeat(1000)}${token}` }),
	});
	const { error } = await service.run({ ...assign, companyName: company.repeat(1000) });
	expect(error?.message).toMatch(/Refused: \[hidden\]\[hidden\]$/);
});
