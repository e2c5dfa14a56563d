import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

import { callTool } from '../support/agent';
import { runNode } from '../support/engine';
import { json, smallService, type Answering } from '../support/smallService';
import { bench, type Parameters } from '../support/withSandbox';

const send = (path: string, changes: Parameters = {}): Parameters => ({
	resource: 'apiRequest',
	operation: 'send',
	method: 'GET',
	path,
	...changes,
});

async function service(answer: Answering) {
	const made = await smallService({ answer });
	const run = async (parameters: Parameters) =>
		await runNode({ parameters, credentials: made.credential() });
	return { ...made, run };
}

const pdf = (options: Parameters = {}): Parameters =>
	send('accountingdocuments/1/pdf', { response: 'file', options });

/** What n8n's store holds of a file. */
async function bytesOf(binary: IBinaryData | undefined): Promise<Buffer> {
	if (binary?.id === undefined) return Buffer.from(binary?.data ?? '', 'base64');
	return await Container.get(BinaryDataService).getAsBuffer(binary);
}

describe('the path of an API request', () => {
	it.each([
		['contacts/17', '/v2/contacts/17'],
		['/contacts/17', '/v2/contacts/17'],
		['/v2/contacts/17', '/v2/contacts/17'],
		['contacts/a%20b', '/v2/contacts/a%20b'],
	])('%s goes to %s', async (path, wanted) => {
		const { run, arrived } = await service(() => ({ id: 1 }));
		const { json: items } = await run(send(path));
		expect([items, arrived.map((one) => one.path)]).toEqual([[{ id: 1 }], [wanted]]);
	});

	it.each([
		'https://other.example/v2/contacts',
		'//other.example/contacts',
		'\\\\other.example\\contacts',
		'contacts/../../admin',
		'contacts/%2e%2e/admin',
		'contacts/%252e%252e/admin',
		'contacts%2f..%2fadmin',
		'contacts/%5c',
		'contacts/%zz',
		'contacts#17',
		'contacts?id=17',
		'contacts//17',
		'/v2/',
		'contacts/\n17',
	])('%s is refused before anything is sent', async (path) => {
		const { run, arrived, exchanges } = await service(() => ({ id: 1 }));
		const { error } = await run(send(path));
		expect(error?.message).toMatch(/^The Path /);
		expect([arrived, exchanges]).toEqual([[], []]);
	});
});

describe('what an API request sends', () => {
	it('are fields, JSON with all its digits, and a query', async () => {
		const { run, arrived } = await service(() => ({ id: 1 }));
		const field = (name: string, value: string) => ({ field: [{ name, value }] });
		await run(
			send('contacts', {
				method: 'POST',
				body: 'fields',
				bodyFields: field('name', 'Example'),
				queryParameters: field('dryRun', 'true'),
			}),
		);
		const typed = '{"id": 9007199254740993, "total": 10.50}';
		await run(send('contacts', { method: 'PUT', body: 'json', jsonBody: typed }));
		expect(arrived.map(({ body, query }) => [body, String(query)])).toEqual([
			['{"name":"Example"}', 'dryRun=true'],
			[typed, ''],
		]);
	});

	it.each([
		'9007199254740993',
		'1E5',
		'1.50',
		'-0',
		'"x"',
		'{"a": 1.10}',
		'[ 1 ]',
		'null',
		'00012',
		' a&b=c#ž ',
		'',
	])('has in its query what was entered: %s', async (value) => {
		const { run, arrived } = await service(() => ({ id: 1 }));
		const queryParameters = { field: [{ name: 'id', value }] };
		await run(send('contacts', { method: 'DELETE', queryParameters }));
		expect(arrived.map(({ query }) => query.getAll('id'))).toEqual([[value]]);
	});

	it('has a name of its query as often as it was entered, also page by page', async () => {
		const { run, arrived } = await service(() => [{ id: 1 }]);
		const queryParameters = {
			field: [
				{ name: 'state', value: 'A' },
				{ name: 'other', value: 'x' },
				{ name: 'state', value: 'B' },
			],
		};
		await run(send('contacts', { queryParameters }));
		await run(send('contacts', { queryParameters, response: 'list' }));
		for (const { query } of arrived) expect(query.getAll('state')).toEqual(['A', 'B']);
		expect(arrived.length).toBeGreaterThan(1);
	});

	it.each<[string, Parameters, RegExp]>([
		[
			'a query value that has lost digits',
			{ queryParameters: { field: [{ name: 'id', value: '={{ 9007199254740993 }}' }] } },
			/^id of Query Parameters is a number that is not exact/,
		],
		[
			'a query value that an expression does not give',
			{ queryParameters: { field: [{ name: 'id', value: '={{ null }}' }] } },
			/^The expression of id of Query Parameters gives no value/,
		],
		[
			'half of a character in the query',
			{ queryParameters: { field: [{ name: 'id', value: 'a\ud800' }] } },
			/^id of Query Parameters holds half of a character/,
		],
		[
			'a name of a body twice',
			{
				method: 'POST',
				body: 'fields',
				bodyFields: {
					field: [
						{ name: 'a', value: '1' },
						{ name: 'a', value: '2' },
					],
				},
			},
			/^Body Fields name a twice/,
		],
		['a GET with a body', { body: 'json', jsonBody: '{}' }, /^A GET request carries no Body/],
		['a number as path', { path: '={{ 17 }}' }, /^The Path must be a text, but is 17/],
		['a switch as path', { path: '={{ true }}' }, /^The Path must be a text, but is true/],
		['a list as path', { path: "={{ ['contacts'] }}" }, /^The Path must be a text, but is a list/],
		['half of a character in the path', { path: 'a\ud800' }, /^The Path holds something/],
	])('is never %s', async (_kind, changes, says) => {
		const { run, arrived, exchanges } = await service(() => ({ id: 1 }));
		const { error } = await run(send('contacts', changes));
		expect(error?.message).toMatch(says);
		expect([arrived, exchanges]).toEqual([[], []]);
	});

	it('is a file under the headers of its part, whatever its type says', async () => {
		for (const fileFieldName of ['file', '']) {
			const made = await smallService({ answer: () => ({ id: 1 }) });
			const mimeType = 'application/pdf\r\nX-More: 1\r\n\r\nmore';
			const data = {
				data: Buffer.from('%PDF-1.4').toString('base64'),
				mimeType,
				fileName: 'a.pdf',
			};
			const { error } = await runNode({
				parameters: send('files', { method: 'POST', body: 'file', fileFieldName }),
				binary: [{ data }],
				credentials: made.credential(),
			});
			expect(error).toBeUndefined();
			const [{ body, headers }] = made.arrived;
			expect(`${String(headers['content-type'])} ${body}`).toMatch(/application\/octet-stream/);
			expect(body).not.toContain('X-More');
			expect(headers).not.toHaveProperty('x-more');
		}
	});

	it('keeps the digits of JSON that page numbers are put into', async () => {
		const { run, arrived } = await service(() => [{ id: 1 }]);
		const jsonBody = '{"contactId": 9007199254740993}';
		const options = { changesSomething: 'no' };
		await run(send('find', { method: 'POST', body: 'json', jsonBody, response: 'list', options }));
		expect(arrived[0].body).toContain('"contactId":9007199254740993');
	});

	it('is sent once when it changes something, and told as open', async () => {
		const { run, arrived } = await service((_request, _response, socket) => socket.destroy());
		const { error } = await run(send('contacts', { method: 'POST' }));
		expect(arrived).toHaveLength(1);
		expect(error?.message).toContain('it may or may not have been done');
	});

	it('is sent again when it only reads', async () => {
		const { run, arrived } = await service(({ count }, response, socket) =>
			count === 1 ? socket.destroy() : json(response, 200, { id: 1 }),
		);
		const options = { changesSomething: 'no' };
		expect((await run(send('search', { method: 'POST', options }))).error).toBeUndefined();
		expect(arrived).toHaveLength(2);
	});

	it('changes nothing for an agent unless that is allowed', async () => {
		const { credential, arrived } = await service(() => ({ id: 1 }));
		const ask = async (options: Parameters) =>
			await callTool('requesting', credential(), send('contacts', { method: 'DELETE', options }));
		// An error of n8n's own realm, which toThrow() does not take for one.
		const refused = await ask({}).then(
			() => undefined,
			(thrown: { message: string }) => thrown.message,
		);
		expect(refused).toMatch(/^An agent may not send DELETE here/);
		expect(arrived).toEqual([]);
		await ask({ agentsMayChange: true });
		expect(arrived.map(({ method }) => method)).toEqual(['DELETE']);
	});
});

describe('what an API request brings', () => {
	it('is a list, complete, page by page, through an expired token', async () => {
		const { run, sandbox } = await bench({ documents: 450 });
		sandbox.admin.addFault({ kind: 'expireToken', match: { call: 3 } });
		const { json: items, error } = await run(
			send('accountingdocuments', { response: 'list', returnAll: true }),
		);
		expect(error).toBeUndefined();
		expect(new Set(items.map(({ id }) => id)).size).toBe(450);
	});

	it('is the list that is named, where an answer has several', async () => {
		const { run } = await service(() => ({ contacts: [{ id: 1 }], countries: [{ id: 2 }] }));
		const { error } = await run(send('contacts', { response: 'list', returnAll: true }));
		expect(error?.message).toMatch(/several lists \(contacts, countries\)/);
		expect(error?.description).toMatch(/^Enter the name of the list in Records Field/);
		const named = { response: 'list', returnAll: true, paged: false, recordsField: 'contacts' };
		expect((await run(send('contacts', named))).json).toEqual([{ id: 1 }]);
	});

	it('is a file with its name and type', async () => {
		const { run } = await service((_request, response) => {
			const disposition = 'attachment; filename="FV-1.pdf"';
			response.writeHead(200, {
				'content-type': 'application/pdf',
				'content-disposition': disposition,
			});
			response.end('%PDF-1.4 content');
		});
		const { items, error } = await run(send('accountingdocuments/1/pdf', { response: 'file' }));
		expect(error).toBeUndefined();
		expect(items[0].json).toEqual({ fileName: 'FV-1.pdf', mimeType: 'application/pdf', bytes: 16 });
		expect(items[0].binary?.data).toMatchObject({ fileName: 'FV-1.pdf' });
	});

	it.each([
		['text/html', '<!doctype html><html></html>', 'a web page'],
		['application/pdf', '<html></html>', 'a web page'],
		['application/json', '{"id":1}', 'JSON'],
		['application/pdf', '', 'an empty answer'],
		['application/pdf', 'nothing', 'no PDF'],
	])('is no file when it is %s: %s', async (type, body, found) => {
		const { run } = await service((_request, response) => {
			response.writeHead(200, { 'content-type': type }).end(body);
		});
		const { error } = await run(pdf());
		expect(error?.message).toContain(found);
	});

	it('is a file of the bytes that came, however they are cut', async () => {
		const content = '0123456789'.repeat(30_000);
		const { run } = await service((_request, response) => {
			response.writeHead(200, { 'content-type': 'application/zip' });
			for (const size of [1, 2, 3, 1500, content.length]) response.write(content.slice(0, size));
			response.end();
		});
		const { json: items, items: output } = await run(pdf());
		const expected = [1, 2, 3, 1500, content.length].map((size) => content.slice(0, size)).join('');
		expect(items).toEqual([
			{ fileName: 'pdf', mimeType: 'application/zip', bytes: expected.length },
		]);
		expect(String(await bytesOf(output[0].binary?.data))).toBe(expected);
	});

	it.each<[string, Answering]>([
		[
			'the connection breaks',
			(_request, response, socket) => {
				response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '99' });
				response.write('%PDF-1.4 half', () => socket.destroy());
			},
		],
		[
			'it is larger than allowed',
			(_request, response) => {
				response.writeHead(200, { 'content-type': 'application/pdf' });
				response.end(Buffer.alloc(1_100_000, '%PDF-1.4'));
			},
		],
	])('is no file when %s', async (_, answer) => {
		const { run } = await service(answer);
		const { error, items } = await run(pdf({ maxAnswerSize: 1, maxTries: 1 }));
		expect(error?.message).toMatch(/cut off in the middle|larger than 1 MB/);
		expect(items).toEqual([]);
	});

	it('is not read on once it is turned down', async () => {
		let isClosed = false;
		const { run } = await service((_request, response) => {
			response.on('close', () => (isClosed = true));
			response.writeHead(200, { 'content-type': 'text/html' });
			const more = () => {
				while (!isClosed && response.write('<p>'.repeat(10_000)));
			};
			response.on('drain', more);
			more();
		});
		const { error } = await run(pdf());
		expect(error?.message).toContain('a web page');
		for (let waits = 0; !isClosed && waits < 500; waits++) {
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		expect(isClosed).toBe(true);
	});

	it('is brought by a new token where a login page came in its place', async () => {
		const { credential, arrived, exchanges } = await service(({ count }, response) => {
			const isLogin = count === 1;
			response.writeHead(200, { 'content-type': isLogin ? 'text/html' : 'application/pdf' });
			response.end(isLogin ? '<html>Sign in</html>' : '%PDF-1.4 content');
		});
		const credentials = credential({ accessToken: 'stored' });
		const { json: items, error } = await runNode({ parameters: pdf(), credentials });
		expect(error).toBeUndefined();
		expect(items[0]).toMatchObject({ bytes: 16 });
		expect([arrived.length, exchanges.length]).toEqual([2, 1]);
	});

	it('is tried again when the connection broke, and open where it changes something', async () => {
		const broken: Answering = ({ count }, response, socket) => {
			response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '16' });
			if (count > 1) response.end('%PDF-1.4 content');
			else response.write('%PDF-1.4', () => socket.destroy());
		};
		const reading = await service(broken);
		expect((await reading.run(pdf())).json[0]).toMatchObject({ bytes: 16 });
		const changing = await service(broken);
		const { error } = await changing.run({ ...pdf(), method: 'POST' });
		expect(error?.message).toContain('it may or may not have been done');
		expect(changing.arrived).toHaveLength(1);
	});
});
