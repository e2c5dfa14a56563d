/** docs/reference/find.md#customers-and-suppliers: how contacts are found. */
import type { IDataObject } from 'n8n-workflow';

import { contactRecord } from '../../../nodes/AccountingService/resources/contact/contactRecord';
import { simplifiedKinds } from '../../../nodes/shared/fields/output';
import { create, posted } from '../support/create';
import { json, smallService, type Answering } from '../support/smallService';
import { bench, type Parameters, byId } from '../support/withSandbox';

const search = (changes: Parameters = {}): Parameters => ({
	resource: 'contact',
	operation: 'search',
	searchText: '',
	returnAll: true,
	output: 'raw',
	...changes,
});

/** A service with contacts; the test decides how it handles the text. */
const contacts =
	(count: number, matching: (text?: string) => number): Answering =>
	({ body, path }, response) => {
		const { page, pageSize, searchText } = JSON.parse(body) as IDataObject;
		if (path !== '/v2/search/contacts') return json(response, 404, {});
		const start = (Number(page) - 1) * Number(pageSize);
		const end = Math.min(matching(searchText as string | undefined), start + Number(pageSize));
		const ids = Array.from({ length: Math.max(0, end - start) }, (_, at) => count - start - at);
		return { contacts: ids.map((id) => ({ id, companyName: `Example ${id}` })) };
	};

describe('Contact: Search', () => {
	it('returns every contact once', async () => {
		const { run, sandbox } = await bench();
		const { error, json: items, hints } = await run(search());
		expect([error, hints]).toEqual([undefined, []]);
		expect(new Set(items.map(({ id }) => id)).size).toBe(400);
		const { contactId, ...fields } = sandbox.admin.documentAt(3).contact ?? {};
		expect(items.find(({ id }) => id === contactId)).toEqual({ id: contactId, ...fields });
	});

	it.each(['body', 'query'] as const)(
		'finds those with the text, sent in the %s',
		async (place) => {
			const { run, sandbox } = await bench(
				{ searchParametersIn: place },
				{ customizeParameterNames: true, searchParametersIn: place },
			);
			const named = Array.from({ length: 40 }, (_, at) => sandbox.admin.documentAt(at).contact);
			const { companyRegNo, contactId } = named.find((one) => one?.companyRegNo) ?? {};
			const { error, json: items } = await run(
				search({ searchText: String(companyRegNo), output: 'simplified' }),
			);
			expect(error).toBeUndefined();
			expect(items).toEqual([expect.objectContaining({ id: contactId, companyRegNo })]);
			expect(Object.keys(items[0])).toEqual(Object.keys(simplifiedKinds(contactRecord)));
		},
	);

	it('Assign Contact reports that it found no contact, and the search finds the one that it created', async () => {
		const { run, sandbox } = await bench();
		const { id } = sandbox.admin.documentAt(5);
		sandbox.admin.changeDocument(String(id), { processingState: 0 });
		const assign = async (values: IDataObject) =>
			await run({
				...{ resource: 'accountingDocument', operation: 'assignContact' },
				accountingDocumentId: byId(String(id)),
				...{ additionalFields: {}, createContact: false, output: 'simplified', ...values },
			});
		const nothing = await assign({});
		expect(nothing.error?.message).toBe(
			'Existing Contact, Company, Company Number and Additional Fields are empty',
		);
		const { json: items, hints } = await assign({ companyName: 'Newcomer' });
		expect(items).toMatchObject([{ contactId: null, companyName: 'Newcomer' }]);
		expect(hints).toEqual([
			expect.stringMatching(/^Row 1: the service found no matching contact, so the document/),
		]);
		const known = sandbox.admin.documentAt(6).contact as IDataObject;
		expect((await assign({ contactId: String(known.contactId) })).hints).toEqual([]);
		const newcomer = { companyName: 'Newcomer', companyRegNo: '1234500', createContact: true };
		const contactId = { __rl: true, mode: 'list', value: '' };
		const assigned = await assign({ ...newcomer, contactId });
		expect([assigned.error, assigned.hints]).toEqual([undefined, []]);
		const found = await run(search({ searchText: '1234500' }));
		expect(found.json.map((one) => [one.id, one.companyName])).toEqual([
			[assigned.json[0].contactId, 'Newcomer'],
		]);
	});

	it('reads contactId as the ID', async () => {
		const service = await smallService({ answer: () => [{ contactId: 7, companyName: 'A' }] });
		const { json: items } = await service.run(search({ output: 'simplified' }));
		expect(items).toEqual([expect.objectContaining({ id: 7, companyName: 'A' })]);
	});

	it('stops if the service ignores the text', async () => {
		const service = await smallService({ answer: contacts(40, () => 40) });
		const { error } = await service.run(search({ searchText: 'Example 3' }));
		expect(error?.message).toBe('The service ignores Search Text in the search');
		expect(error?.description).toContain('the same contacts for a value that no contact has');
	});

	it.each<[string, Answering]>([
		['404', (_, response) => json(response, 404, {})],
		['400', (_, response) => json(response, 400, { message: 'Bad request' })],
		['405', (_, response) => json(response, 405, {})],
		['a web page', (_, response) => void response.writeHead(200).end('<!doctype html>')],
	])('names the path if the answer is %s, with and without a text', async (_, answer) => {
		const service = await smallService({ answer });
		for (const searchText of ['', 'Example']) {
			const { error } = await service.run(search({ searchText }));
			expect(error?.message).toMatch(/ while searching contacts/);
			expect(error?.description).toContain('Path of Search Contacts');
		}
	});

	it('reads 404 as no contact with the text', async () => {
		const known = contacts(20, () => 20);
		const service = await smallService({
			answer: (request, ...others) =>
				'searchText' in (JSON.parse(request.body) as object)
					? json(others[0], 404, {})
					: known(request, ...others),
		});
		const { error, json: items } = await service.run(search({ searchText: 'Nobody' }));
		expect([error, items]).toEqual([undefined, []]);
	});
});

it('a typed tax ID in place of a picked contact is refused, and the message names the list', async () => {
	const made = await bench();
	const contact = { contactId: byId('CZ5003'), city: 'Brno' };
	const { error } = await made.run(create({ contact }));
	expect(error?.description).toBe('Enter the ID, or choose From List.');
	expect(posted(made)).toEqual([]);
});
