import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { ServiceCall } from '../../../nodes/shared/client/client';
import { writtenReader } from '../../../nodes/shared/client/envelope';
import { longerThanTimeoutMs, passTime } from './clock';
import { json } from './smallService';
import type { Parameters } from './withSandbox';
import { byId } from './withSandbox';

/** How the service responds to the attempt of that number, from 1 on. */
type Behaviour = (count: number, response: ServerResponse, socket: Socket) => unknown;

export type WriteOutcome = 'done' | 'refused' | 'not begun' | 'unknown';

/** One row of the table of writes in docs/internals/faults.md. The test runs it, and compares it with the page. */
export interface WriteFaultRow {
	fault: string;
	behaves: Behaviour;
	/** The message for the user: its kind, in words, and its beginning. */
	reads: string;
	says?: RegExp;
	/** Attempts of a create, a bulk operation or an API Request, 1 by default. */
	sent?: number;
	/** Attempts of an idempotent write: replacing or removing a record. */
	sentRepeatable?: number;
	outcome: WriteOutcome;
	/** The outcome of an idempotent write, if it differs. */
	outcomeRepeatable?: WriteOutcome;
	/** The outcome of a write that returns the record, if it differs. */
	outcomeOfRecord?: WriteOutcome;
}

/** The maximum of attempts of an idempotent write. */
export const maxTries = 3;

const always =
	(behaves: (response: ServerResponse, socket: Socket) => unknown): Behaviour =>
	(_count, response, socket) =>
		void behaves(response, socket);

const once =
	(behaves: (response: ServerResponse, socket: Socket) => unknown): Behaviour =>
	(count, response, socket) =>
		void (count === 1 ? behaves(response, socket) : json(response, 200, { id: 1 }));

const status =
	(code: number, headers: Record<string, string> = {}) =>
	(response: ServerResponse) =>
		response
			.writeHead(code, { 'content-type': 'application/json', ...headers })
			.end('{"message":"Said by the service"}');

type Ending = Omit<WriteFaultRow, 'fault' | 'behaves'>;

const done: Ending = { reads: 'that it was done', outcome: 'done' };
const unknown: Ending = {
	reads: 'the change may or may not have been made: what was sent, and where to look',
	outcome: 'unknown',
};
/** An idempotent write is sent again. */
const unknownOnce: Ending = { ...unknown, sentRepeatable: 2, outcomeRepeatable: 'done' };
const refused = (reads: string, says: RegExp): Ending => ({ reads, says, outcome: 'refused' });
const resent = (times: number, ending: Ending): Ending => ({
	...ending,
	sent: times,
	sentRepeatable: times,
});
const notBegun = (reads: string, says: RegExp): Ending => ({ reads, says, outcome: 'not begun' });

const own = refused(
	"the service's own words",
	/^The service rejected the request.*: Said by the service$/,
);

const rows: Array<[fault: string, Behaviour, Ending]> = [
	['a response without a body (204)', always((response) => response.writeHead(204).end()), done],
	[
		'a response with an empty body (201)',
		always((response) => response.writeHead(201).end()),
		done,
	],
	['the token has expired (401)', once(status(401)), resent(2, done)],
	[
		'401 on every try',
		always(status(401)),
		resent(
			13,
			notBegun('the service refused the access token', /^The service refused the access token/),
		),
	],
	[
		'429 with Retry-After',
		once(status(429, { 'retry-after': '0' })),
		resent(2, { ...done, reads: 'that it was done, after the requested wait' }),
	],
	[
		'429 on every try',
		always(status(429, { 'retry-after': '0' })),
		resent(
			maxTries,
			notBegun('that the rate limit is reached', /^Rate limit reached \(HTTP 429\)/),
		),
	],
	[
		'403',
		always(status(403)),
		refused('the application may not do this', /^The service denied access/),
	],
	['404', always(status(404)), refused('nothing was found', /^The service found nothing/)],
	...[400, 409, 413, 422].map((code): (typeof rows)[number] => [
		`${code}`,
		always(status(code)),
		own,
	]),
	[
		'200 with an error inside',
		always((response) => json(response, 200, { success: false, message: 'Not today' })),
		{
			...unknown,
			says: /^The service answered the request, but reported an error while .*: Not today\. The change may or may not have been made$/,
		},
	],
	[
		'a message and no record (201)',
		always((response) => json(response, 201, { message: 'Created' })),
		{
			...done,
			reads: 'that it was done, with the words of the service if they may mean something else',
			outcomeOfRecord: 'unknown',
			says: /^The service did not confirm .*: the change may or may not have been made$/,
		},
	],
	[
		'a message with a code that means neither yes nor no',
		always((response) => json(response, 200, { code: 'doc.saved', message: 'Saved' })),
		unknown,
	],
	['a redirect (307)', always(status(307, { location: 'https://elsewhere.example/' })), unknown],
	['500', always(status(500)), unknown],
	...[408, 502, 503, 504, 524].map((code): (typeof rows)[number] => [
		`${code}, once`,
		once(status(code)),
		unknownOnce,
	]),
	['503 on every try', always(status(503)), { ...unknown, sentRepeatable: maxTries }],
	[
		'the connection breaks before the response, once',
		once((_response, socket) => socket.destroy()),
		unknownOnce,
	],
	[
		'the connection breaks in the middle of the response, once',
		once((response, socket) => {
			response.writeHead(200, { 'content-length': '100' }).write('{"id"', () => socket.destroy());
		}),
		unknownOnce,
	],
	['no response in time, once', once(() => passTime(longerThanTimeoutMs)), unknownOnce],
	[
		'JSON that is cut off, once',
		once((response) => response.writeHead(201).end('{"id": 1')),
		unknownOnce,
	],
	[
		'a web page with status 200',
		always((response) => response.writeHead(200).end('<!doctype html>')),
		unknown,
	],
];

export const writeFaults = rows.map(([fault, behaves, ending]): WriteFaultRow => ({
	fault,
	behaves,
	...ending,
}));

const path = '/v2/accountingdocuments';

/** A write through the client, as kinds of operations send it. */
interface ClientKind {
	call: ServiceCall;
}

/** A write through the node. */
interface NodeKind {
	parameters: Parameters;
	/** The request, as named in the message. */
	sent: string;
	activity: string;
	/** The response to a later read, if the node reads. */
	shows?: (isDone: boolean) => unknown;
}

const apiRequest = (method: string): NodeKind => ({
	parameters: {
		resource: 'apiRequest',
		operation: 'send',
		method,
		path: 'contacts/1',
		body: 'json',
		jsonBody: '{"a":1}',
	},
	sent: `${method} /v2/contacts/1`,
	activity: `sending ${method} /v2/contacts/1`,
});

/** The kinds of writes that run the table. */
export const writes: Record<string, ClientKind | NodeKind> = {
	'create (POST)': {
		call: {
			...{ method: 'POST', path, body: { a: 1 }, activity: 'creating a document' },
			read: writtenReader({ activity: 'creating a document', fields: {} }),
		},
	},
	'replace (PUT)': {
		call: {
			method: 'PUT',
			path: `${path}/1`,
			body: { a: 1 },
			activity: 'updating document 1',
			read: writtenReader({ activity: 'updating document 1', fields: {}, id: '1' }),
			repeatable: true,
		},
	},
	'remove (DELETE)': {
		call: {
			method: 'DELETE',
			path: `${path}/1`,
			activity: 'deleting document 1',
			repeatable: true,
		},
	},
	'bulk (Change State)': {
		parameters: {
			resource: 'accountingDocument',
			operation: 'changeState',
			accountingDocumentId: byId('1'),
			state: 'Draft',
		},
		sent: 'POST /v2/bulk/accountingdocuments',
		activity: 'changing the state of accounting documents',
		shows: (isDone) => ({ id: 1, state: isDone ? 'Draft' : 'Before' }),
	},
	'API Request (POST)': apiRequest('POST'),
	'API Request (PUT)': apiRequest('PUT'),
	'API Request (DELETE)': apiRequest('DELETE'),
	'API Request (POST) for Nothing': {
		...apiRequest('POST'),
		parameters: { ...apiRequest('POST').parameters, response: 'nothing' },
	},
};

/** The table of docs/internals/faults.md. */
export function writeFaultsMarkdown(): string {
	const rows = writeFaults.map((row) => {
		const { outcome, outcomeRepeatable = outcome, reads, sent = 1, sentRepeatable = 1 } = row;
		const differs = outcomeRepeatable === outcome ? '' : ` (sent once); ${outcomeRepeatable}`;
		const ofRecord = row.outcomeOfRecord ? `; ${row.outcomeOfRecord} (create, replace)` : '';
		const outcomes = `${outcome}${differs}${ofRecord}`;
		return `| ${row.fault} | ${sent} | ${sentRepeatable} | ${outcomes} | ${reads} |`;
	});
	return [
		'| Fault | Sent: create, bulk, API Request | Sent: replace, remove | Outcome | What the message says |',
		'| --- | --- | --- | --- | --- |',
		...rows,
	].join('\n');
}
