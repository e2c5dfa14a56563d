import type { GivenFault } from '../../../dev/sandbox';
import {
	bench,
	getAll,
	getTemplate,
	hurryTimeouts,
	listPath,
	secretsIn,
	tokenPath,
} from '../support/withSandbox';

const match = { path: 'list' as const };
const always = { times: 0, match };

/** A kind of failure, and what the message must say. */
interface FailureRow {
	fault: GivenFault;
	/** What happened. */
	says: RegExp;
	/** What to do next. */
	next: RegExp;
	code?: string;
	/** Requests for the failing page with Max Tries 1. */
	sent?: number;
}

/** A single refusal of a page may be wrong, so the node repeats it. */
const refusedTwice = 2;

const failureRows: Record<string, FailureRow> = {
	'not found': {
		fault: { kind: 'status', status: 404, ...always },
		says: /^The service found nothing while listing/,
		next: /^The service does not recognize the URL.*Base URL.* The service says: Answered 404/,
		code: '404',
		sent: refusedTwice,
	},
	'rejected without words': {
		fault: { kind: 'status', status: 422, body: {}, ...always },
		says: /^The service rejected the request \(HTTP 422\) while listing/,
		next: /^Check the values of this node/,
		code: '422',
		sent: refusedTwice,
	},
	'an empty answer': {
		fault: { kind: 'redirect', status: 200, location: 'x', ...always },
		says: /^The response was empty/,
		next: /^Try again later/,
	},
	'a redirect': {
		fault: { kind: 'redirect', location: 'https://elsewhere.example.com/login', ...always },
		says: /^The service redirected the request to another address \(HTTP 302\)/,
		next: /^The node sends the access token only to the Base URL\. Enter the final address/,
		code: '302',
	},
	'a broken connection': {
		fault: { kind: 'resetBefore', ...always },
		says: /^n8n could not reach the service while listing/,
		next: /firewall or proxy.*ECONNRESET/,
	},
	'a connection that breaks within the answer': {
		fault: { kind: 'resetWithin', ...always },
		says: /^The response was cut off or damaged while listing/,
		next: /^Try again later.*ECONNRESET/,
	},
	'no answer in time': {
		fault: { kind: 'stall', ...always },
		says: /^The request timed out while listing/,
		next: /Raise Advanced > Timeout/,
	},
};

const once = { options: { maxTries: 1 } };

describe.each(Object.entries(failureRows))('%s', (_name, { fault, says, next, code, sent = 1 }) => {
	const options = { maxTries: 1 };

	it('says what happened and what to do next, names its item, and reveals no secret', async () => {
		const made = await bench();
		// From the second item on, so that the index is not 0 by chance.
		made.sandbox.admin.addFault({ ...fault, match: { path: 'list', page: 1, call: 2 } });
		hurryTimeouts(made.sandbox);
		const limit = '={{ 1 + $itemIndex }}';
		const result = await made.run(getAll({ limit, options }), { items: [{}, {}, {}] });
		const { error } = result;
		expect(error?.name).toBe('NodeApiError');
		expect(error?.message).toMatch(says);
		expect(error?.description).toMatch(next);
		expect(error?.context?.itemIndex).toBe(1);
		if (code !== undefined) expect(error?.httpCode).toBe(code);
		expect([made.asked(listPath).length - 1, made.asked(tokenPath).length]).toEqual([sent, 1]);
		expect(result.run.status).toBe('error');
		expect(secretsIn(result, made)).toEqual([]);
	});
});

describe('failures of the entire run', () => {
	it('an error output gets only the failed items', async () => {
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
