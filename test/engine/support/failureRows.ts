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
	 * What is sent when only one try is allowed: requests for the page that fails, those for the page
	 * before the first one, which fails as well, and token exchanges with the first one; one each unless
	 * told. A fresh token is tried once.
	 */
	sent?: { pages: number; looks: number; tokens: number };
}

export const failureRows: Record<string, FailureRow> = {
	'token refused for good': {
		fault: { kind: 'status', status: 401, ...always },
		says: /^The service refused the access token while listing accounting documents \(page 1\)/,
		next: /Check the App ID and App Secret.* The service says: Answered 401/,
		code: '401',
		// Both requests are sent again with a fresh token.
		sent: { pages: 2, looks: 2, tokens: 3 },
	},
	forbidden: {
		fault: { kind: 'status', status: 403, ...always },
		says: /^The service does not allow this application to go on/,
		next: /what the application may access.* The service says: Answered 403/,
		code: '403',
		// A fresh token has met the same at the page before the first one: this is no matter of tokens.
		sent: { pages: 1, looks: 2, tokens: 2 },
	},
	'not found': {
		fault: { kind: 'status', status: 404, ...always },
		says: /^The service found nothing while listing/,
		next: /^The service does not know the address.*Base URL.* The service says: Answered 404/,
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
		// As with 403: a token that was accepted before may have ended.
		sent: { pages: 1, looks: 2, tokens: 2 },
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
		sent: { pages: 1, looks: 2, tokens: 2 },
	},
	'a broken connection': {
		fault: { kind: 'resetBefore', ...always },
		says: /^The service could not be reached while listing/,
		next: /firewall, proxy.*ECONNRESET/,
	},
	'a connection that breaks within the answer': {
		fault: { kind: 'resetWithin', ...always },
		says: /^The answer was cut off in the middle while listing/,
		next: /^The connection ended before the answer did\. Try again later.*ECONNRESET/,
	},
	'no answer in time': {
		fault: { kind: 'stall', ...always },
		says: /^No answer came in time while listing/,
		next: /raise the Timeout/,
	},
};
