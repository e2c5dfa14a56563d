import type { GivenFault } from '../../../sandbox';

const match = { path: 'list' as const };
const always = { times: 0, match };
const said = {
	code: 'period_closed',
	message: 'The period is closed',
	params: {},
	fieldsAffected: [
		{ name: 'issueDate', message: 'lies in a closed period', code: 'closed', params: {} },
		{ name: 'taxDate', message: 'too', code: 'closed', params: {} },
	],
};

/** A kind of trouble, and what a user must read about it. */
export interface FailureRow {
	fault: GivenFault;
	/** What happened. */
	says: RegExp;
	/** What to do next. */
	next: RegExp;
	code?: string;
	/**
	 * What is sent when only one try is allowed: requests for the page that fails, and token exchanges with the
	 * first one; one each unless told; null if it depends on the moment. A fresh token is tried once.
	 */
	sent?: { pages: number; tokens: number } | null;
}

/** A single refusal of a page may be a mistake. */
const refusedTwice = { pages: 2, tokens: 1 };

export const failureRows: Record<string, FailureRow> = {
	'token refused for good': {
		fault: { kind: 'status', status: 401, ...always },
		says: /^The service refused the access token while listing accounting documents \(page 1\)/,
		next: /Check the App ID and App Secret.* The service says: Answered 401/,
		code: '401',
		// Each request is sent again with a fresh token, after pauses.
		sent: null,
	},
	forbidden: {
		fault: { kind: 'status', status: 403, ...always },
		says: /^The service denied access to this application/,
		next: /what the application may access.* The service says: Answered 403/,
		code: '403',
		sent: { pages: 2, tokens: 2 },
	},
	'not found': {
		fault: { kind: 'status', status: 404, ...always },
		says: /^The service found nothing while listing/,
		next: /^The service does not recognize the URL.*Base URL.* The service says: Answered 404/,
		code: '404',
		sent: refusedTwice,
	},
	'rejected with fields': {
		fault: { kind: 'status', status: 400, body: said, ...always },
		says: /: The period is closed — issueDate: lies in a closed period; taxDate: too$/,
		next: /^Correct what the service names, then run the workflow again\.$/,
		code: '400',
		sent: refusedTwice,
	},
	'rejected without words': {
		fault: { kind: 'status', status: 422, body: {}, ...always },
		says: /^The service rejected the request \(HTTP 422\) while listing/,
		next: /^Check the values of this node/,
		code: '422',
		sent: refusedTwice,
	},
	'a refusal inside an OK': {
		fault: { kind: 'errorBody', ...always },
		says: /reported an error in a success response .*: An error under status 200/,
		next: /state of your account/,
		sent: refusedTwice,
	},
	'too many requests': {
		fault: { kind: 'status', status: 429, ...always },
		says: /^Rate limit reached \(HTTP 429\)/,
		next: /Lower Advanced > Parallel Pages/,
		code: '429',
	},
	'own trouble': {
		fault: { kind: 'status', status: 500, ...always },
		says: /^The service failed to handle the request \(HTTP 500\)/,
		next: /Try again later\. The service says: Answered 500/,
		code: '500',
	},
	'a gateway without JSON': {
		fault: { kind: 'html', status: 502, ...always },
		says: /^The service failed to handle the request \(HTTP 502\)/,
		next: /Try again later\.$/,
		code: '502',
	},
	'a web page': {
		fault: { kind: 'html', ...always },
		says: /^The response was a web page instead of data/,
		next: /Check the Base URL.* address of the API/,
	},
	'half an answer': {
		fault: { kind: 'truncatedJson', ...always },
		says: /^The response was cut off or damaged/,
		next: /Lower Advanced > Page Size/,
	},
	'no records in it': {
		fault: { kind: 'noRecords', ...always },
		says: /^The response was an object without a list of records/,
		next: /not a typical response of the service/,
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
