import { failureRows } from './support/failureRows';
import {
	bench,
	getAll,
	getByToken,
	getTemplate,
	listPath,
	search,
	secretsIn,
	tokenPath,
	type Parameters,
} from './support/withSandbox';

const once = { options: { maxTries: 1 } };

describe.each(Object.entries(failureRows))(
	'%s',
	(_name, { fault, says, next, code, sent = { pages: 1, tokens: 1 } }) => {
		const options = { maxTries: 1, timeoutSeconds: 1 };

		it('says what happened and what to do next, at its item, and gives away no secret', async () => {
			const made = await bench();
			// Strikes from the second item on, whose index is no item's by chance.
			made.sandbox.admin.addFault({ ...fault, match: { path: 'list', page: 1, call: 2 } });
			const limit = '={{ 1 + $itemIndex }}';
			const result = await made.run(getAll({ limit, options }), { items: [{}, {}, {}] });
			const { error } = result;
			expect(error?.name).toBe('NodeApiError');
			expect(error?.message).toMatch(says);
			expect(error?.description).toMatch(next);
			expect(error?.context?.itemIndex).toBe(1);
			if (code !== undefined) expect(error?.httpCode).toBe(code);
			const counts = {
				pages: made.asked(listPath).length - 1,
				tokens: made.asked(tokenPath).length,
			};
			if (sent) expect(counts).toEqual(sent);
			expect(result.run.status).toBe('error');
			expect(secretsIn(result, made)).toEqual([]);
		});
	},
);

describe('failures of single records', () => {
	const template = (value: string) => getTemplate(value, once);
	const token = (value: string) => getByToken(value, once);
	const missing: Array<[string, Parameters, RegExp]> = [
		['a template', template('702'), /nothing while fetching template 702$/],
		['a permalink', token('no-such-token'), /nothing while fetching the accounting document/],
	];

	it.each(missing)('%s that does not exist', async (_name, parameters, says) => {
		const made = await bench();
		const result = await made.run(parameters);
		expect([result.error?.name, result.error?.httpCode]).toEqual(['NodeApiError', '404']);
		expect(result.error?.message).toMatch(says);
		expect(result.error?.description).toMatch(/The service says: No .* has (this|the id)/);
		expect(result.error?.description).toMatch(/^Check the ID or token/);
	});
});

describe('failures of the whole', () => {
	it('a parameter that the user named is pointed out, and nothing in the credential', async () => {
		const filter = [{ name: 'colour', value: 'red' }];
		const { run } = await bench();
		const { error } = await run(search({ filters: { otherFilters: { filter } } }));
		expect(error?.message).toMatch(/: colour: Unknown parameter$/);
		expect(error?.description).not.toMatch(/credential|Connection Check/);
		expect(error?.context?.itemIndex).toBe(0);
	});

	it('an error output of its own gets only the failed items', async () => {
		const made = await bench();
		const [id] = made.sandbox.admin.templateIds();
		const { outputs } = await made.run(getTemplate('={{ $json.id }}', once), {
			items: [{ id: '2' }, { id }],
			node: { onError: 'continueErrorOutput' },
		});
		expect(outputs[0].map(({ json }) => json.id)).toEqual([Number(id)]);
		expect(outputs[1].map(({ json }) => json.error)).toEqual([
			expect.stringMatching(/^The service found nothing while fetching template 2\. Check/),
		]);
	});
});
