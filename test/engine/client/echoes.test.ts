/** docs/internals/security.md#errors-and-logs: an error keeps the values of the form that the service repeats. */
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

describe('an error that quotes the request keeps the values of the form', () => {
	it.each<[string, Parameters, (arrived: Arrived) => object, string]>([
		[
			'a field',
			assign,
			() => ({ message: `Refused: ${company}, ${street}` }),
			`${company}, ${street}`,
		],
		[
			'a body',
			assign,
			({ body }) => ({ message: `Refused: ${body}` }),
			'Refused: {"companyName":"Example',
		],
		[
			'by field',
			assign,
			() => ({ message: 'No', fieldsAffected: byField }),
			`not ${company} of ${street}`,
		],
		['JSON', request, () => ({ message: `Refused: ${company}` }), `Refused: ${company}`],
		[
			'a search text in the URL',
			search,
			({ query }) => ({ message: `No match for '${query.get('searchText')}'` }),
			`No match for '${company}'`,
		],
	])('%s', async (_, parameters, answer, says) => {
		expect((await shown(parameters, answer)).message).toContain(says);
	});

	it('but no secret', async () => {
		const { message, description } = await shown(assign, ({ token, body }) => ({
			message: `You are refresh-5151 with ${token} and ${body}`,
		}));
		expect(message).toMatch(/You are \[hidden\] with \[hidden\] and \{"companyName":"Example/);
		expect(`${message}${description}`).not.toMatch(/515/);
	});
});

async function shown(parameters: Parameters, answer: (arrived: Arrived) => object) {
	const { run, credential } = await smallService({
		exchange: () => ({ access_token: 'access-5150', refresh_token: 'refresh-5151' }),
		answer: (arrived, response) => json(response, 400, answer(arrived)),
	});
	const settings = { customizeParameterNames: true, searchParametersIn: 'query' };
	const { error } = await run(parameters, { credentials: credential(settings) });
	return { message: String(error?.message), description: String(error?.description) };
}
