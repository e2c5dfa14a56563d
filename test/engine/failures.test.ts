import type { GivenFault } from '../../sandbox/faults';
import {
	bench,
	getAll,
	getByToken,
	getTemplate,
	goOn,
	listPath,
	search,
	secretsIn,
	tokenPath,
	type Parameters,
} from './support/withSandbox';

const match = { path: 'list' as const };
const always = { times: 0, match };
const once = { options: { maxTries: 1 } };
const said = {
	code: 'period_closed',
	message: 'The period is closed',
	params: {},
	fieldsAffected: [
		{ name: 'issueDate', message: 'lies in a closed period', code: 'closed', params: {} },
		{ name: 'taxDate', message: 'too', code: 'closed', params: {} },
	],
};

interface Row {
	fault: GivenFault;
	/** What happened. */
	says: RegExp;
	/** What to do next. */
	next: RegExp;
	code?: string;
	/** Requests for the list, when only one try is allowed. */
	requests?: number;
}

const rows: Record<string, Row> = {
	'token refused for good': {
		fault: { kind: 'status', status: 401, ...always },
		says: /^The service refused the access token while listing accounting documents \(page 1\)/,
		next: /Check the App ID and App Secret.* The service says: Answered 401/,
		code: '401',
		requests: 3,
	},
	forbidden: {
		fault: { kind: 'status', status: 403, ...always },
		says: /^The service does not allow this application to go on/,
		next: /what the application may access.* The service says: Answered 403/,
		code: '403',
		requests: 2,
	},
	'not found': {
		fault: { kind: 'status', status: 404, ...always },
		says: /^The service found nothing while listing/,
		next: /may be mistyped, removed, or of another organization\. The service says: Answered 404/,
		code: '404',
	},
	'rejected with fields': {
		fault: { kind: 'status', status: 400, body: said, ...always },
		says: /: The period is closed — issueDate: lies in a closed period; taxDate: too$/,
		next: /^Correct issueDate, taxDate\./,
		code: '400',
	},
	'rejected without words': {
		fault: { kind: 'status', status: 422, body: {}, ...always },
		says: /^The service rejected the request \(HTTP 422\) while listing/,
		next: /^Check the values of this node/,
		code: '422',
	},
	'a refusal inside an OK': {
		fault: { kind: 'errorBody', ...always },
		says: /answered "OK" with a refusal inside .*: An error under status 200/,
		next: /state of your account/,
	},
	'too many requests': {
		fault: { kind: 'status', status: 429, ...always },
		says: /^The service asked for fewer requests/,
		next: /Lower Parallel Pages/,
		code: '429',
	},
	'own trouble': {
		fault: { kind: 'status', status: 500, ...always },
		says: /^The service had trouble of its own \(HTTP 500\)/,
		next: /try again later\. The service says: Answered 500/,
		code: '500',
	},
	'a gateway without JSON': {
		fault: { kind: 'html', status: 502, ...always },
		says: /^The service had trouble of its own \(HTTP 502\)/,
		next: /try again later\.$/,
		code: '502',
	},
	'a web page': {
		fault: { kind: 'html', ...always },
		says: /^A web page came back instead of data/,
		next: /Check the Base URL.* address of the API/,
	},
	'no JSON type': {
		fault: { kind: 'wrongContentType', contentType: 'text/csv', ...always },
		says: /^The answer came as text\/csv instead of JSON/,
		next: /proxy or gateway/,
	},
	'half an answer': {
		fault: { kind: 'truncatedJson', ...always },
		says: /^The answer was cut off in the middle/,
		next: /smaller Page Size/,
	},
	'no records in it': {
		fault: { kind: 'noRecords', ...always },
		says: /^The answer was an object without a list of records/,
		next: /not how the service answers/,
	},
	'an empty answer': {
		fault: { kind: 'redirect', status: 200, location: 'x', ...always },
		says: /^The answer was empty/,
		next: /Check the Base URL/,
	},
	'a redirect': {
		fault: { kind: 'redirect', location: 'https://elsewhere.example.com/login', ...always },
		says: /^The service pointed to another address \(HTTP 302\)/,
		next: /^The token is never sent to another address\. Enter the final address/,
		code: '302',
	},
	'a broken connection': {
		fault: { kind: 'resetBefore', ...always },
		says: /^The service could not be reached while listing/,
		next: /firewall, proxy.*ECONNRESET/,
	},
	'a connection that breaks within the answer': {
		fault: { kind: 'resetWithin', ...always },
		says: /^The service could not be reached while listing/,
		next: /Check the Base URL/,
	},
	'no answer in time': {
		fault: { kind: 'stall', ...always },
		says: /^No answer came in time while listing/,
		next: /raise the Timeout/,
	},
};

describe.each(Object.entries(rows))('%s', (_name, { fault, says, next, code, requests = 1 }) => {
	const options = { maxTries: 1, timeoutSeconds: 1 };

	it('says what happened and what to do next, at its item, and gives away no secret', async () => {
		const made = await bench();
		// Strikes the second item only, so that its index is not the first by chance.
		await made.run(getAll({ limit: 1 }));
		made.sandbox.admin.clearJournal();
		made.sandbox.admin.addFault(fault);
		const items = [{ operation: 1 }, { operation: 2 }];
		const result = await made.run(getAll({ limit: 1, options }), { items: items.slice(0, 1) });
		const { error } = result;
		expect(error?.name).toBe('NodeApiError');
		expect(error?.message).toMatch(says);
		expect(error?.description).toMatch(next);
		expect(error?.context?.itemIndex).toBe(0);
		if (code !== undefined) expect(error?.httpCode).toBe(code);
		expect(made.asked(listPath)).toHaveLength(requests);
		expect(result.run.status).toBe('error');
		expect(secretsIn(result, made)).toEqual([]);
	});

	it('becomes the output of its item when the node is set to go on', async () => {
		const made = await bench();
		made.sandbox.admin.addFault({ ...fault, match: { path: 'list' } });
		const items = [{ limit: 1 }, { limit: 0 }];
		const result = await made.run(getAll({ limit: '={{ $json.limit }}', options }), {
			items,
			node: goOn,
		});
		expect(result.error).toBeUndefined();
		const text = String(result.json[0].error);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(text).toMatch(new RegExp(says.source.replace(/\$$/, '')));
		expect(String(result.json[1].error)).toMatch(/^Limit must be/);
		expect(secretsIn(result, made)).toEqual([]);
	});
});

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
		expect(result.error?.description).toMatch(/The service says: No .* has this/);
		expect(result.error?.description).toMatch(/^Check the ID or token/);
	});

	it.each(['token', 'template'] as const)(
		'a web page or an empty object for one: %s',
		async (kind) => {
			const made = await bench();
			const path = kind === 'token' ? 'byToken' : 'template';
			const { permalinkToken } = made.sandbox.admin.documentAt(0);
			const parameters = kind === 'token' ? token(String(permalinkToken)) : template('701');
			made.sandbox.admin.addFault({ kind: 'html', match: { path } });
			expect((await made.run(parameters)).error?.message).toMatch(/^A web page came back/);
			made.sandbox.admin.addFault({ kind: 'noRecords', match: { path } });
			expect((await made.run(parameters)).error?.message).toMatch(
				/^The answer was an empty object/,
			);
			made.sandbox.admin.addFault({ kind: 'errorBody', match: { path } });
			expect((await made.run(parameters)).error?.message).toMatch(/with a refusal inside/);
			expect((await made.run(parameters)).error).toBeUndefined();
		},
	);
});

describe('failures of the whole', () => {
	it('an unknown parameter name is pointed out, with where to change it', async () => {
		const filter = [{ name: 'colour', value: 'red' }];
		const { run } = await bench();
		const { error } = await run(search({ filters: { otherFilters: { filter } } }));
		expect(error?.message).toMatch(/: The request is not valid — colour: Unknown parameter$/);
		expect(error?.description).toMatch(/^Correct colour\. .*"Customize Parameter Names"/);
		expect(error?.context?.itemIndex).toBe(0);
	});

	it('a service that is not there', async () => {
		const made = await bench({}, { accessToken: 'stored-token-123' });
		await made.sandbox.close();
		const result = await made.run(getAll(once));
		expect(result.error?.message).toMatch(/^The service could not be reached while listing/);
		expect(result.error?.description).toContain('(ECONNREFUSED)');
		expect(secretsIn(result, made)).toEqual([]);
	});

	it('the item that failed is the one named, after others that succeeded', async () => {
		const made = await bench();
		const ids = made.sandbox.admin.templateIds();
		const items = [{ id: ids[0] }, { id: ids[1] }, { id: '2' }, { id: ids[2] }];
		const result = await made.run(getTemplate('={{ $json.id }}', once), { items });
		expect(result.error?.context?.itemIndex).toBe(2);
		expect(made.asked().map(({ status }) => status)).toEqual([200, 200, 404]);
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

	it('a success holds no secret either', async () => {
		const made = await bench();
		const result = await made.run(getAll({ returnAll: true, simplify: false }));
		expect(result.json).toHaveLength(120);
		expect(secretsIn(result, made)).toEqual([]);
		expect(made.asked(tokenPath)).toHaveLength(1);
	});
});
