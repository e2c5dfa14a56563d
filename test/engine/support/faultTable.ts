import type { GivenFault, SandboxOptions } from '../../../dev/sandbox';

/** One row of the fault table in docs/internals/faults.md. The test runs it, and compares it with the page. */
export interface FaultRow {
	/** The fault, in words. */
	fault: string;
	/** The result for the user, in words. */
	outcome: string;
	faults: GivenFault[];
	sandbox?: SandboxOptions;
	options?: Record<string, unknown>;
	/** The error of the execution; without it, the execution must return every document. */
	error?: RegExp;
	/** What the error says to do next, and its status. */
	next?: RegExp;
	code?: string;
	/** A warning next to the output. */
	hint?: RegExp;
	/** Documents that may be missing, only if the user has allowed it. */
	mayMiss?: boolean;
	/** The maximum of page requests: more if six passes of the list reach no end. */
	requests?: number;
	/** The maximum of token exchanges in the execution. */
	tokens?: number;
}

const list = { path: 'list' as const };
const page = (number: number) => ({ path: 'list' as const, page: number });

const complete = 'all documents';

export const faultTable: FaultRow[] = [
	{
		fault: '429 with Retry-After in seconds',
		outcome: `${complete}, after the requested wait; then fewer pages at the same time`,
		faults: [{ kind: 'status', status: 429, retryAfter: '1', match: page(3) }],
	},
	{
		fault: '429 with Retry-After as a date',
		outcome: `${complete}, after that moment`,
		faults: [
			{
				kind: 'status',
				status: 429,
				retryAfter: new Date(Date.now() + 2000).toUTCString(),
				match: page(2),
			},
		],
	},
	{
		fault: '429 on several pages, without Retry-After',
		outcome: `${complete}, after growing waits`,
		faults: [2, 3].map((number) => ({
			kind: 'status' as const,
			status: 429,
			match: page(number),
		})),
	},
	{
		fault: '429 on every try',
		outcome: 'an error: the rate limit is reached',
		faults: [{ kind: 'status', status: 429, retryAfter: '0', match: page(2), times: 0 }],
		options: { maxTries: 2 },
		error: /^Rate limit reached \(HTTP 429\)/,
		next: /Lower Options > Parallel Pages/,
		code: '429',
	},
	{
		fault: '502, 503 and 504',
		outcome: `${complete}, after a retry`,
		faults: [502, 503, 504].map((status) => ({
			kind: 'status' as const,
			status,
			match: page(status - 500),
		})),
	},
	{
		fault: '500',
		outcome: 'an error at once: the service failed on this request',
		faults: [{ kind: 'status', status: 500, match: page(2) }],
		error: /failed to handle the request \(HTTP 500\)/,
		next: /Try again later\. The service says: Answered 500/,
		code: '500',
	},
	{
		fault: '400 with field messages',
		outcome: "an error with the service's own message and fields",
		faults: [
			{
				kind: 'status',
				status: 400,
				match: page(2),
				times: 0,
				body: {
					code: 'invalid',
					message: 'The request is invalid',
					fieldsAffected: [{ name: 'pageSize', message: 'is odd' }],
				},
			},
		],
		error: /The request is invalid — Page Size: is odd/,
	},
	{
		fault: 'connection reset before the response',
		outcome: `${complete}, after a retry`,
		faults: [{ kind: 'resetBefore', match: page(2) }],
	},
	{
		fault: 'connection reset in the middle of the response',
		outcome: `${complete}, after a retry`,
		faults: [{ kind: 'resetWithin', match: page(3) }],
	},
	{
		fault: 'no response',
		outcome: `${complete}, after the timeout and a retry`,
		faults: [{ kind: 'stall', match: page(2) }],
	},
	{
		fault: 'a slow response',
		outcome: complete,
		faults: [{ kind: 'slowBody', ms: 400, match: page(2) }],
	},
	{
		fault: 'JSON that is cut off',
		outcome: `${complete}, after a retry`,
		faults: [{ kind: 'truncatedJson', match: page(2) }],
	},
	{
		fault: 'a compressed response that is damaged or cut off',
		outcome: `${complete}, after a retry`,
		faults: [
			{ kind: 'gzip', state: 'broken', match: page(2) },
			{ kind: 'gzip', state: 'cut', match: page(3) },
		],
	},
	{
		fault: 'invalid JSON',
		outcome: 'an error: the response was cut off or damaged',
		faults: [
			{ kind: 'raw', body: '{"accountingDocuments":[{"id":1},]}', match: page(2), times: 0 },
		],
		options: { maxTries: 2 },
		error: /cut off or damaged/,
		next: /Lower Options > Page Size/,
	},
	{
		fault: 'a proxy that asks for a sign-in (407)',
		outcome: 'an error that names the proxy',
		faults: [{ kind: 'status', status: 407, match: page(2) }],
		error: /proxy requires authentication/,
	},
	{
		fault: 'a web page with status 200 on every try',
		outcome: 'an error: a web page instead of data',
		faults: [{ kind: 'html', match: page(2), times: 0 }],
		error: /web page instead of data/,
		next: /Check the Base URL.* address of the API/,
	},
	{
		fault: 'a web page with status 502',
		outcome: `${complete}, after a retry`,
		faults: [{ kind: 'html', status: 502, match: page(2) }],
	},
	{
		fault: 'JSON without records',
		outcome: 'an error, not an empty result',
		faults: [{ kind: 'noRecords', match: page(2) }],
		error: /an object without a list of records/,
		next: /not a typical response of the service/,
	},
	{
		fault: 'status 200 with an error inside',
		outcome: "an error with the service's own message",
		faults: [{ kind: 'errorBody', match: page(2), times: 0 }],
		error: /answered the request, but reported an error/,
		next: /state of your account/,
	},
	{
		fault: 'the token expires in the middle (401)',
		outcome: `${complete}, with one more token exchange`,
		faults: [{ kind: 'expireToken', match: page(3) }],
		tokens: 2,
	},
	{
		fault: 'the token expires in the middle (403)',
		outcome: `${complete}, with one more token exchange`,
		sandbox: { expiredStatus: 403 },
		faults: [{ kind: 'expireToken', match: page(3) }],
		tokens: 2,
	},
	{
		fault: 'an error that repeats the request and its headers',
		outcome: 'an error without the secret and the token',
		faults: [{ kind: 'echo', status: 400, match: page(2), times: 0 }],
		error: /rejected the request/,
	},
	{
		fault: 'a token that expires at once, every time',
		outcome: 'an error, no loop',
		faults: [{ kind: 'expireToken', match: list, times: 0 }],
		error: /refused the access token/,
		next: /^The App ID and App Secret are correct, but .* application is still active/,
		code: '401',
	},
	{
		fault: '403 on every try',
		outcome: 'an error, no loop',
		faults: [{ kind: 'status', status: 403, match: page(2), times: 0 }],
		error: /denied access to this application/,
		next: /what the application may access.* The service says: Answered 403/,
		code: '403',
	},
	{
		fault: 'documents created while pages are read',
		outcome: `${complete} that existed throughout, none twice`,
		faults: [
			{ kind: 'insert', count: 3, match: page(3) },
			{ kind: 'insert', count: 1, match: page(6) },
		],
	},
	{
		fault: 'documents deleted while pages are read',
		outcome: `${complete} that existed throughout; what moved across a page boundary is read again`,
		faults: [
			{ kind: 'delete', count: 2, where: 'head', match: page(3) },
			{ kind: 'delete', count: 1, where: 'before', match: page(7) },
		],
	},
	{
		fault: 'as many documents created as deleted, so that the count stays the same',
		outcome: `${complete} that existed throughout, none twice`,
		faults: [
			{ kind: 'insert', count: 2, match: page(4) },
			{ kind: 'delete', count: 2, where: 'before', match: page(7) },
		],
	},
	{
		fault: 'the list is oldest first and documents are created and deleted',
		outcome: `${complete} that existed throughout, none twice`,
		sandbox: { listOrder: 'asc' },
		faults: [
			{ kind: 'insert', count: 2, match: page(4) },
			{ kind: 'delete', count: 2, where: 'before', match: page(7) },
		],
	},
	{
		fault: 'the list is sorted by a date, not by creation, and documents are created and deleted',
		outcome: `${complete} that existed throughout, none twice`,
		sandbox: { orderBy: 'issueDate' },
		faults: [
			{ kind: 'insert', count: 2, match: page(4) },
			{ kind: 'delete', count: 2, where: 'before', match: page(7) },
		],
	},
	{
		fault: 'the service ignores the page number',
		outcome: 'an error: the responses do not match the pagination settings',
		faults: [{ kind: 'ignorePage', match: list, times: 0, echoPage: true }],
		error:
			/^The responses do not match the pagination settings of the credential: 24 pages in a row had no new records; page 2 has the same 20 records as page 1/,
	},
	{
		fault: 'the service ignores the page number, with Allow Incomplete Results',
		outcome: 'the first page, with a warning',
		faults: [{ kind: 'ignorePage', match: list, times: 0, echoPage: true }],
		options: { allowIncomplete: true },
		hint: /ocuments may be missing/,
		mayMiss: true,
	},
	{
		fault: 'the service gives fewer documents per page than requested',
		outcome: `${complete}, in more requests`,
		faults: [{ kind: 'clampPageSize', to: 25, match: list, times: 0 }],
		options: { pageSize: 50 },
	},
	{
		fault: 'a page that is shorter than it should be',
		outcome: `${complete}; the rest of the page is read again`,
		faults: [{ kind: 'shortPage', by: 7, match: page(3) }],
	},
	{
		fault: 'a page count that is too high',
		outcome: 'an error: the service counts more pages than have documents',
		requests: 110,
		faults: [{ kind: 'wrongPagesCount', add: 3, match: list, times: 0 }],
		error:
			/^The responses do not match the pagination settings of the credential: page \d+ is the last page with records, but the service reports \d+ pages/,
	},
	{
		fault: 'a page count that is too low',
		outcome: `${complete}: a page that is not full is the end`,
		faults: [{ kind: 'wrongPagesCount', add: -2, match: list, times: 0 }],
	},
	{
		fault: 'a document on two pages, in place of another one',
		outcome: `${complete}; the missing one is read again`,
		faults: [{ kind: 'repeatRecord', match: page(4) }],
	},
	{
		fault: 'a bare array instead of the envelope, with changes',
		outcome: `${complete} that existed throughout, none twice`,
		sandbox: { envelope: 'array' },
		faults: [
			{ kind: 'insert', count: 2, match: page(4) },
			{ kind: 'delete', count: 3, where: 'before', match: page(7) },
		],
	},
	{
		fault: 'an envelope without a count, with changes',
		outcome: `${complete} that existed throughout, none twice`,
		sandbox: { envelope: 'objectWithoutCount' },
		faults: [
			{ kind: 'insert', count: 2, match: page(4) },
			{ kind: 'delete', count: 3, where: 'before', match: page(7) },
		],
	},
	{
		fault: 'IDs beyond 2^53, with changes',
		outcome: `${complete}, IDs exact as text`,
		sandbox: { idBase: '9007199254740993' },
		faults: [
			{ kind: 'insert', count: 1, match: page(4) },
			{ kind: 'delete', count: 1, where: 'before', match: page(6) },
		],
	},
];

/** The table of docs/internals/faults.md. */
export function faultTableMarkdown(): string {
	const rows = faultTable.map(({ fault, outcome }) => `| ${fault} | ${outcome} |`);
	return ['| Fault | Result |', '| --- | --- |', ...rows].join('\n');
}
