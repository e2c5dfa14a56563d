/** docs/reference/api-request.md: which paths and bodies an API request sends, and which it refuses. */
import { action } from '../../unit/support/descriptions';
import { callTool } from '../support/agent';
import { send, service } from '../support/apiRequest';
import { json, smallService } from '../support/smallService';
import { bench, goOn, type Parameters } from '../support/withSandbox';

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
});

it('has an example of a path that the service answers', async () => {
	const made = await bench({ documents: 3 });
	const placeholder = action.properties.find(({ name }) => name === 'path')?.placeholder;
	const [id] = made.sandbox.admin.templateIds();
	const example = String(placeholder).replace('e.g. ', '').replace(/\d+/, String(id));
	const { error, json: items } = await made.run(send(example));
	expect(error).toBeUndefined();
	expect(String(items[0].id)).toBe(String(id));
});

it('refuses a complete address by its name', async () => {
	const { run, arrived } = await service(() => ({ id: 1 }));
	for (const path of ['https://other.example/v2/contacts', '//other.example/contacts']) {
		const { error } = await run(send(path));
		expect(error?.message).toBe('Path contains a complete address');
	}
	expect(arrived).toEqual([]);
});

describe('what an API request sends', () => {
	it('is fields, JSON with all its digits, or a query', async () => {
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

	it('has in its query what was entered, as often as entered, also for each page', async () => {
		const { run, arrived } = await service(() => [{ id: 1 }]);
		const numbers = ['9007199254740993', '1E5', '1.50', '-0', '00012', ''];
		const values = [...numbers, '"x"', '{"a": 1.10}', '[ 1 ]', 'null', ' a&b=c#ž '];
		const [first, ...others] = values.map((value) => ({ name: 'state', value }));
		const field = [first, { name: 'other', value: 'x' }, ...others];
		await run(send('contacts', { queryParameters: { field } }));
		await run(send('contacts', { queryParameters: { field }, response: 'list' }));
		for (const { query } of arrived) expect(query.getAll('state')).toEqual(values);
		expect(arrived.length).toBeGreaterThan(2);
	});

	const contact = { field: [{ name: 'contactId', value: '={{ $json.contact }}' }] };
	const searches: Array<[string, Parameters]> = [
		['Query Parameters', { queryParameters: contact }],
		[
			'Body Fields',
			{ method: 'POST', body: 'fields', bodyFields: contact, options: { changesSomething: 'no' } },
		],
	];

	it.each(searches)('is not sent to read everything if %s are empty', async (label, parameters) => {
		for (const empty of [{}, { contact: null }, { contact: '' }, { contact: ' ' }]) {
			const { run, arrived } = await service(() => [{ id: 1 }]);
			const items = [{ contact: 5 }, empty, { contact: 6 }];
			const { hints } = await run(
				send('search/x', { ...parameters, response: 'list', paged: false }),
				{ items },
			);
			const asked = arrived.map(
				({ query, body }) => /contactId\W+(\d*)/.exec(`${query}${body}`)?.[1],
			);
			expect(asked).toEqual(['5', '6']);
			expect(hints.filter((hint) => hint.includes('empty'))).toEqual([
				`1 item returned nothing, because contactId of ${label} is empty there. Check the expressions, or remove the parameters.`,
			]);
		}
	});

	it('is sent if it changes something, and a hint names the rows with empty values', async () => {
		const { run, arrived } = await service(() => ({ id: 1 }));
		const parameters = { method: 'PUT', body: 'fields', bodyFields: contact };
		const items = [{ contact: 5 }, { contact: '' }, { contact: null }];
		const { hints } = await run(send('x', parameters), { items });
		expect(arrived.map(({ body }) => body)).toEqual(
			[5, '', null].map((contactId) => JSON.stringify({ contactId })),
		);
		expect(hints).toContain(
			'Rows 2 and 3: contactId of Body Fields is empty. Check the expression.',
		);
	});

	it('is a file with the headers of its part, of any type', async () => {
		for (const fileFieldName of ['file', '']) {
			const made = await smallService({ answer: () => ({ id: 1 }) });
			const mimeType = 'application/pdf\r\nX-More: 1\r\n\r\nmore';
			const data = {
				data: Buffer.from('%PDF-1.4').toString('base64'),
				mimeType,
				fileName: 'a.pdf',
			};
			const { error } = await made.run(
				send('files', { method: 'POST', body: 'file', fileFieldName }),
				{ binary: [{ data }] },
			);
			expect(error).toBeUndefined();
			const [{ body, headers }] = made.arrived;
			expect(`${String(headers['content-type'])} ${body}`).toMatch(/application\/octet-stream/);
			expect(body).not.toContain('X-More');
			expect(headers).not.toHaveProperty('x-more');
		}
	});

	const page = { items: [{ id: 1 }, { id: 2 }], pagesCount: 3, currentPage: 1, pageSize: 2 };

	it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
		'is sent once and as it was entered when it changes something: %s for a list',
		async (method) => {
			const jsonBody = '[{"id": 9007199254740993}]';
			for (const paged of [true, false]) {
				const { run, arrived } = await service(() => page);
				const list = { method, body: 'json', jsonBody, response: 'list', returnAll: true, paged };
				const { error, json: items, hints } = await run(send('contacts', list));
				expect([error, items]).toEqual([undefined, page.items]);
				expect(hints.join()).toMatch(/The response contains one of 3 pages/);
				expect(arrived.map(({ body, query }) => [body, query.size])).toEqual([[jsonBody, 0]]);
			}
		},
	);

	it('reads a list once for equal items', async () => {
		const items = [{ id: 1 }, { id: 1 }, { id: 1 }];
		const list = { response: 'list', returnAll: true, paged: false };
		const path = '={{ "contacts/" + $json.id }}';
		const once = await service(() => [{ id: 5 }]);
		const { items: output, hints } = await once.run(send(path, list), { items });
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
		expect(hints.join()).toMatch(/3 input items have the same values, so the node ran once/);
		expect(once.arrived).toHaveLength(1);
		for (const changes of [
			{ method: 'POST' },
			{ response: 'record' },
			{ path: '=x/{{ $itemIndex }}' },
		]) {
			const each = await service(() => [{ id: 5 }]);
			await each.run(send(path, { ...list, ...changes }), { items, node: goOn });
			expect(each.arrived).toHaveLength(3);
		}
	});

	const inside = { data: { contacts: page.items }, total: 2 };
	it.each<[string, string, Parameters, object]>([
		['one of 3 pages', 'a page', {}, page],
		['a list', 'the only page', {}, { ...page, pagesCount: 1 }],
		['a list', 'nothing but a list', {}, { contacts: page.items }],
		['a list', 'an empty list', {}, { contacts: [], total: 0 }],
		['2 of 5 records', 'counts around the list', {}, { ...inside, total: 5 }],
		['a list', 'the response to a change', { method: 'POST' }, page.items],
	])('reports that One Record got %s: %s', async (part, _, changes, answer) => {
		const { run } = await service(() => answer);
		const { hints, items, error } = await run(send('contacts', changes));
		expect([error, items.length]).toEqual([undefined, 1]);
		expect(hints).toEqual([
			`The response contains ${part}. To get all records, each as an item, set Response to List.`,
		]);
	});

	it.each([
		['with an ID', { id: 5, lineItems: [{ id: 1 }], total: 12 }],
		['with other fields than a list has', { name: 'A', people: [{ name: 'B' }] }],
		['with several lists', { people: [{ name: 'B' }], cars: [{ name: 'C' }], total: 2 }],
		['without a list', { name: 'A', total: 5 }],
	])('takes a record for one: %s', async (_, answer) => {
		const { run } = await service(() => answer);
		const { hints, json: items } = await run(send('contacts'));
		expect([hints, items]).toEqual([[], [answer]]);
	});

	it.each<[string, Parameters, string]>([
		['nothing', {}, ''],
		['a list', { body: 'json', jsonBody: '[1.10]' }, '[1.10]'],
		['a text', { body: 'json', jsonBody: '"x"' }, '"x"'],
	])('is sent once and as it was entered when In Pages is off: %s', async (_, changes, sent) => {
		const options = { changesSomething: 'no' };
		const list = { method: 'POST', response: 'list', returnAll: true, paged: false, options };
		const { run, arrived } = await service(() => page.items);
		const { error, json: items } = await run(send('find', { ...list, ...changes }));
		expect([error, items]).toEqual([undefined, page.items]);
		expect(arrived.map(({ body }) => body)).toEqual([sent]);
	});

	it('is no whole list when In Pages is off and the response says so', async () => {
		const { run } = await service(() => ({ items: page.items, next: '/v2/contacts?page=2' }));
		const list = { response: 'list', returnAll: true, paged: false };
		const { error, json: items } = await run(send('contacts', list));
		expect(error?.message).toMatch(/says that more follow while/);
		expect(error?.description).toMatch(/Turn on In Pages/);
		expect(items).toEqual([]);
	});

	it('retries a request that only reads', async () => {
		const { run, arrived } = await service(({ count }, response, socket) =>
			count === 1 ? socket.destroy() : json(response, 200, { id: 1 }),
		);
		const options = { changesSomething: 'no' };
		expect((await run(send('search', { method: 'POST', options }))).error).toBeUndefined();
		expect(arrived).toHaveLength(2);
	});

	it('changes something for an agent only if that is allowed', async () => {
		const { credential, arrived } = await service(() => ({ id: 1 }));
		const ask = async (options: Parameters, method = 'DELETE') =>
			await callTool('requesting', credential(), send('contacts', { method, options }));
		for (const method of ['DELETE', 'PUT', 'PATCH']) {
			for (const options of [{}, { changesSomething: 'no' }] as Parameters[]) {
				// An error of another realm, which toThrow() does not recognize.
				const refused = await ask(options, method).then(
					() => undefined,
					(thrown: { message: string }) => thrown.message,
				);
				expect(refused).toMatch(new RegExp(`^Agents may not send ${method} requests`));
			}
		}
		expect(arrived).toEqual([]);
		await ask({ changesSomething: 'no' }, 'POST');
		arrived.pop();
		await ask({ agentsMayChange: true });
		expect(arrived.map(({ method }) => method)).toEqual(['DELETE']);
	});
});
