/** docs/reference/errors.md: the status and the words of the service lead to the message. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { projectFolder } from '../../../dev/release/manifest';
import type { GivenFault } from '../../../dev/sandbox';
import { explanations } from '../../../nodes/shared/client/answer';
import { json, smallService } from '../support/smallService';
import {
	bench,
	getAll,
	hurryTimeouts,
	listPath,
	secretsIn,
	tokenPath,
} from '../support/withSandbox';

const location = 'https://elsewhere.example.com/login';

/** What the message must say: what happened, what to do next, and the status. */
type Row = [
	what: string,
	fault: Partial<GivenFault>,
	says: RegExp,
	next: RegExp,
	code: string | null,
];

/** A single refusal of a page may be wrong, so the node repeats it. */
const refusals: Row[] = [
	[
		'not found',
		{ kind: 'status', status: 404 },
		/^The service found nothing while listing/,
		/^The service does not recognize the URL.*Base URL.* The service says: Answered 404/,
		'404',
	],
	[
		'rejected without words',
		{ kind: 'status', status: 422, body: {} },
		/^The service rejected the request \(HTTP 422\) while listing/,
		/^Check the values of this node/,
		'422',
	],
];

const rows: Row[] = [
	...refusals,
	[
		'an empty answer',
		{ kind: 'redirect', status: 200, location },
		/^The response was empty/,
		/^Try again later/,
		'200',
	],
	[
		'a redirect',
		{ kind: 'redirect', location },
		/^The service redirected the request to another address \(HTTP 302\)/,
		/^The node sends the access token only to the Base URL\. Enter the final address/,
		'302',
	],
	[
		'a broken connection',
		{ kind: 'resetBefore' },
		/^The connection to the service failed or was cut off while listing/,
		/firewall or proxy.*Error code: ECONNRESET\.$/,
		null,
	],
	[
		'no answer in time',
		{ kind: 'stall' },
		/^The request timed out while listing/,
		/Raise Options > Timeout/,
		null,
	],
];

it.each(rows)(
	'%s: the error says what happened and what to do next, names its item, and reveals no secret',
	async (what, fault, says, next, code) => {
		const made = await bench();
		// From the second item on, so that the index is not 0 by chance.
		const match = { path: 'list', page: 1, call: 2 };
		made.sandbox.admin.addFault({ ...fault, times: 0, match } as GivenFault);
		hurryTimeouts(made.sandbox);
		const parameters = getAll({ limit: '={{ 1 + $itemIndex }}', options: { maxTries: 1 } });
		const result = await made.run(parameters, { items: [{}, {}, {}] });
		const { error } = result;
		expect(error?.name).toBe('NodeApiError');
		const [, row, message] = /^(Row \d+): (.*)$/s.exec(error?.message ?? '') ?? [];
		expect(row).toBe('Row 2');
		expect(message).toMatch(says);
		expect(error?.description).toMatch(next);
		expect(error?.context?.itemIndex).toBe(1);
		expect(error?.httpCode).toBe(code);
		const sent = refusals.some(([other]) => other === what) ? 2 : 1;
		expect([made.asked(listPath).length - 1, made.asked(tokenPath).length]).toEqual([sent, 1]);
		expect(result.run.status).toBe('error');
		expect(secretsIn(result, made)).toEqual([]);
	},
);

/** By status. */
const explained: Record<string, [says: RegExp, next: RegExp]> = {
	300: [/^The service redirected the request .* \(HTTP 300\)/, /^The node sends .* final address/],
	401: [/^The service refused the access token/, /^The App ID and App Secret are correct, but/],
	403: [/^The service denied access to this application/, /^Check .* what the application may/],
	404: [/^The service found nothing/, /^The service does not recognize the URL or an ID/],
	407: [/^The proxy requires authentication \(HTTP 407\)/, /^Add the user name .* HTTP_PROXY/],
	429: [/^Rate limit reached \(HTTP 429\)/, /^The node used all its retries\. Run/],
	500: [
		/^The service failed to handle the request \(HTTP 500\)/,
		/^The cause is probably in the service/,
	],
};

describe('each status that the node explains', () => {
	it.each(Object.keys(explanations))('is a behaviour of the service, and tested: %s', (status) => {
		const page = readFileSync(path.join(projectFolder, 'docs/api/behaviours.md'), 'utf8');
		const rows = page.split('\n').filter((line) => line.startsWith('| '));
		expect(rows.some((row) => new RegExp(`(?<![\\w-])${status}\\b`).test(row))).toBe(true);
		expect(Object.keys(explained)).toContain(status);
	});

	it.each(Object.entries(explained))('has its message and advice: %s', async (status, texts) => {
		const { run } = await smallService({
			answer: (_request, response) => json(response, Number(status), {}),
		});
		const { error } = await run(getAll({ limit: 1, options: { maxTries: 1 } }));
		expect(error?.message).toMatch(texts[0]);
		expect(error?.description).toMatch(texts[1]);
	});
});

it('keeps its message if a value in it has a word that n8n replaces', async () => {
	const made = await bench();
	const { error } = await made.run({ resource: 'preexisting' }, { leftOver: getAll({ limit: 1 }) });
	expect(error?.message).toMatch(/resource "pre-existing"/);
});

describe('the request ID of a response', () => {
	it.each<[string, number, Record<string, string>, string | undefined]>([
		['X-Request-ID', 500, { 'x-request-id': 'req-51' }, 'req-51'],
		['X-Correlation-ID', 422, { 'x-correlation-id': 'cor 52' }, 'cor 52'],
		['a web page', 200, { 'x-request-id': 'req-53' }, 'req-53'],
		['a long one', 500, { 'x-request-id': 'x'.repeat(500) }, `${'x'.repeat(79)}…`],
		['none', 500, {}, undefined],
	])('is in the error: %s', async (_, status, headers, id) => {
		const { run } = await smallService({
			answer: (_request, response) =>
				void response.writeHead(status, headers).end('<!doctype html><p>No'),
		});
		const { error } = await run(getAll({ limit: 1, options: { maxTries: 1 } }));
		expect(/Request ID: (.*)\.$/.exec(error?.description ?? '')?.[1]).toBe(id);
	});

	it('shows no token', async () => {
		const { run } = await smallService({
			answer: ({ token }, response) =>
				void response.writeHead(500, { 'x-request-id': `of-${token}` }).end(),
		});
		const { error } = await run(getAll({ limit: 1, options: { maxTries: 1 } }));
		expect(error?.description).toContain('Request ID: of-[hidden].');
	});
});
