import { send } from '../support/apiRequest';
import { json, smallService, type Arrived } from '../support/smallService';
import { byId, type Parameters } from '../support/withSandbox';

const company = 'Example & "Sons" Ltd';
const street = 'Long Lane 12';

const assign = {
	resource: 'accountingDocument',
	operation: 'assignContact',
	accountingDocumentId: byId('12'),
	companyName: company,
	additionalFields: { street },
};
const request = send('/v2/contacts', {
	...{ method: 'POST', body: 'json' },
	jsonBody: JSON.stringify({ companyName: company }),
});
const search = { resource: 'accountingDocument', operation: 'search', searchText: company };
const byField = [{ name: 'companyName', message: `not ${company} of ${street}` }];

describe('an error that quotes the request shows nothing of it', () => {
	it.each<[string, Parameters, (arrived: Arrived) => object, RegExp]>([
		['a field', assign, () => ({ message: `Refused: ${company}, ${street}` }), /\[hidden\], \[/],
		['a body', assign, ({ body }) => ({ message: `Refused: ${body}` }), /Refused:.*\[hidden\]/],
		[
			'by field',
			assign,
			() => ({ message: 'No', fieldsAffected: byField }),
			/not \[hidden\] of \[/,
		],
		['JSON', request, () => ({ message: `Refused: ${company}` }), /Refused: \[hidden\]/],
		[
			'a search text in the URL',
			search,
			({ query }) => ({ message: `No match for '${query.get('searchText')}'` }),
			/No match for '\[hidden\]'/,
		],
		['a refresh token', assign, () => ({ message: 'You are refresh-5151' }), /You are \[hidden\]/],
	])('%s', async (_, parameters, answer, says) => {
		const { run, credential } = await smallService({
			exchange: () => ({ access_token: 'access-5150', refresh_token: 'refresh-5151' }),
			answer: (arrived, response) => json(response, 400, answer(arrived)),
		});
		const settings = { customizeParameterNames: true, searchParametersIn: 'query' };
		const { error } = await run(parameters, { credentials: credential(settings) });
		expect(error?.message).toMatch(says);
		const shown = JSON.stringify([error?.message, error?.description]);
		for (const part of ['Sons', 'Long Lane', '5151']) expect(shown).not.toContain(part);
	});
});
