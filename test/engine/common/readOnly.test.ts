/** docs/reference/credential.md#read-only: no operation, tool or other node changes anything. */
import type { IDataObject, IRequestOptions } from 'n8n-workflow';

import type { JournalEntry } from '../../../dev/sandbox';
import { callTool } from '../support/agent';
import { executeContext } from '../support/contexts';
import { create } from '../support/create';
import { itemOf, listed, parametersOf, scan } from '../support/samples';
import {
	bench,
	getAll,
	goOn,
	searchPath,
	type Bench,
	type Parameters,
} from '../support/withSandbox';

const refused = /^Read Only is on in the credential/;

const writes = ({ asked }: Bench) =>
	asked().filter(
		({ method, path }: JournalEntry) => method !== 'GET' && !path.startsWith('/v2/search/'),
	);

describe.each(listed)('Read Only: $title', (one) => {
	it('sends no change, and reads as before', async () => {
		const made = await bench({}, { readOnly: true });
		const items = [itemOf(one, made.sandbox, 0), itemOf(one, made.sandbox, 1)];
		const binary = [scan(0), scan(1)];
		const run = async () => await made.run(parametersOf(one), { items, binary, node: goOn });
		const { json } = await run();
		const errors = json.map(({ error }) => error).filter((error) => error !== undefined);
		expect(writes(made)).toEqual([]);
		if (one.operation.changes === true) {
			expect(errors).toEqual([expect.stringMatching(refused), expect.stringMatching(refused)]);
			expect(made.sandbox.admin.journal().entries).toEqual([]);
		} else {
			expect(errors).toEqual([]);
		}
	});
});

const send = (changes: Parameters): Parameters => ({
	...{ resource: 'apiRequest', operation: 'send', path: 'tasks' },
	...{ body: 'json', jsonBody: '{"title":"A"}' },
	...changes,
});

describe('Read Only with API Request', () => {
	it.each([
		['POST', { method: 'POST' }],
		['POST that Changes Something: No', { method: 'POST', options: { changesSomething: 'no' } }],
		['PUT', { method: 'PUT' }],
		['PATCH', { method: 'PATCH', options: { changesSomething: 'no' } }],
		['DELETE', { method: 'DELETE', body: 'none' }],
		[
			'POST behind the search',
			{ method: 'POST', path: 'search/../tasks', options: { changesSomething: 'no' } },
		],
		[
			'GET that Changes Something: Yes',
			{ method: 'GET', body: 'none', options: { changesSomething: 'yes' } },
		],
	])('refuses a %s', async (_what, changes) => {
		const made = await bench({}, { readOnly: true });
		const { error } = await made.run(send(changes));
		expect(error?.message).toMatch(/^Read Only is on|^Path/);
		expect(made.asked()).toEqual([]);
	});

	it('reads, also by a search', async () => {
		const made = await bench({}, { readOnly: true });
		const path = searchPath.slice('/v2/'.length);
		const body = { body: 'json', jsonBody: '{"page":1,"pageSize":10}' };
		const options = { changesSomething: 'no' };
		const { error } = await made.run(send({ method: 'POST', path, ...body, options }));
		expect(error).toBeUndefined();
		expect(made.asked(searchPath)).toHaveLength(1);
	});
});

describe('Read Only with an agent', () => {
	it.each(['invoking', 'requesting'] as const)('returns the refusal (%s)', async (kind) => {
		const made = await bench({}, { readOnly: true });
		const said = await callTool(kind, made.credentials, create()).then(
			({ text }) => text,
			({ message }: Error) => message,
		);
		expect(said).toMatch(/Read Only is on in the credential/);
		expect(made.asked()).toEqual([]);
		const read = await callTool(kind, made.credentials, getAll({ limit: 1 }));
		expect(read.text).toContain('"documents":[{');
	});
});

it.each<[unknown, boolean]>([
	[true, true],
	['={{ $json.nope }}', true],
	['={{ null }}', true],
	["={{ '' }}", true],
	["={{ 'no' }}", true],
	["={{ 'false' }}", false],
	["={{ ' FALSE\\n' }}", false],
	[false, false],
	['={{ $json.nope === 1 }}', false],
])('Read Only that is %p is on: %s', async (readOnly, isOn) => {
	const made = await bench({}, { readOnly: readOnly as string });
	const { error } = await made.run(create());
	expect(error === undefined).toBe(!isOn);
	if (!isOn) return;
	expect(error?.message).toMatch(refused);
	expect(error?.description).toContain('turn off Read Only in the credential');
	expect(made.asked()).toEqual([]);
});

/** As n8n's HTTP Request node sends with a predefined credential. */
async function httpRequest(made: Bench, request: IRequestOptions): Promise<string> {
	const context = executeContext(made.credentials);
	const { requestWithAuthentication: send_ } = context.helpers;
	return await send_.call(context, 'accountingServiceApi', { json: true, ...request }).then(
		() => 'sent',
		({ message, description }: Error & { description?: string }) => `${message} ${description}`,
	);
}

describe("Read Only with n8n's HTTP Request node", () => {
	const search: IDataObject = { page: 1, pageSize: 10 };

	it.each<[string, string, IRequestOptions]>([
		['POST', '/v2/tasks', { method: 'POST', body: { title: 'A' } }],
		['PUT', '/v2/accountingdocuments/1', { method: 'PUT', body: {} }],
		['DELETE', '/v2/accountingdocuments/1', { method: 'DELETE' }],
		['POST from the search', '/v2/search/../tasks', { method: 'POST', body: { title: 'A' } }],
		['encoded POST', '/v2/search/%2e%2e/tasks', { method: 'POST', body: { title: 'A' } }],
		['encoded slash', '/v2/search/..%2Ftasks', { method: 'POST', body: { title: 'A' } }],
		[
			'another method by header',
			'/v2/accountingdocuments',
			{ headers: { 'X-HTTP-Method-Override': 'POST' } },
		],
	])('refuses %s', async (_what, path, request) => {
		const made = await bench({}, { readOnly: true });
		const said = await httpRequest(made, { ...request, uri: `${made.sandbox.baseUrl}${path}` });
		expect(said).toMatch(refused);
		expect(made.asked()).toEqual([]);
	});

	it.each<[string, IRequestOptions]>([
		['/v2/accountingdocuments', { method: 'GET', qs: search }],
		[searchPath, { method: 'POST', body: search }],
		['/v2/tasks', { method: 'GET' }],
	])('lets %s pass', async (path, request) => {
		const made = await bench({}, { readOnly: true });
		await httpRequest(made, { ...request, uri: `${made.sandbox.baseUrl}${path}` });
		expect(made.asked().map((entry) => entry.path)).toContain(path);
	});

	it.each([
		['/v2/contacts/find', false],
		['/v2/searches/contacts', false],
		['/v2/search/people', true],
	])('reaches contacts at %s of the credential: %s', async (path, isReached) => {
		const credential = { readOnly: true, customizeParameterNames: true, searchContactsPath: path };
		const made = await bench({}, credential);
		const uri = `${made.sandbox.baseUrl}${path}`;
		const said = await httpRequest(made, { method: 'POST', uri });
		const { error } = await made.run({ resource: 'contact', operation: 'search' });
		expect(made.asked(path).length > 0).toBe(isReached);
		if (isReached) return;
		expect(said).toMatch(refused);
		expect(error?.message).toMatch(refused);
		expect(error?.message).toContain('Path of Search Contacts must start with /v2/search/');
	});
});
