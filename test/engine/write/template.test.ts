/** docs/recipes/recurring-invoices.md: templates and their schedulers. */
import { create, posted } from '../support/create';
import { smallService } from '../support/smallService';
import { bench, type Parameters } from '../support/withSandbox';

const template = (operation: string, changes: Parameters): Parameters => ({
	resource: 'template',
	operation,
	...changes,
});

async function open(place = 0) {
	const made = await bench();
	const { admin } = made.sandbox;
	const templateId = admin.templateIds()[place];
	return { ...made, admin, templateId };
}

const scheduler = { start: '2026-12-01', frequency: 3, useWorkflow: true };

describe('a template', () => {
	it('is created from content, with a scheduler', async () => {
		const { run, admin } = await open();
		const content = JSON.stringify({
			type: 0,
			direction: 1,
			currency: 'czk',
			vatCountryType: 1,
			accountingDocumentNo: 'of the document that it was copied from',
			lineItems: [{ description: 'Rent', qt: '1', unitPriceVatExcl: '100.50', vatRate: 21 }],
		});
		const additionalFields = { content, scheduler };
		const parameters = template('create', { name: 'Rent', additionalFields });
		const { json, error, hints } = await run(parameters);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ name: 'Rent', start: '2026-12-01', frequency: 'Monthly' });
		const made = admin.template(json[0].id as number);
		expect(made.content).not.toHaveProperty('accountingDocumentNo');
		expect(made.content?.currency).toBe('CZK');
		expect(made.content?.lineItems?.[0]).toMatchObject({ qt: 1, unitPriceVatExcl: 100.5 });
		expect(hints).toEqual([]);
	});

	it('becomes an invoice by Create, with the line items of its content', async () => {
		const made = await open();
		const { templateId } = made;
		const { json } = await made.run(template('get', { templateId, output: 'raw' }));
		const { error } = await made.run(
			create({
				currency: '={{ $json.content.currency }}',
				...{ lineItemsFrom: 'inputField', lineItemsField: 'content.lineItems' },
			}),
			{ items: json },
		);
		expect(error).toBeUndefined();
		const { content } = made.admin.template(templateId);
		expect(content?.lineItems?.length).toBeGreaterThan(0);
		expect(posted(made)).toMatchObject([{ currency: 'CZK', lineItems: content?.lineItems }]);
	});

	it('keeps the rest when its name or one part of its scheduler is changed', async () => {
		const { run, admin, templateId } = await open(4);
		const before = admin.template(templateId);
		const updateFields = { name: 'Other', scheduler: { emailTemplateId: '33' } };
		const { error } = await run(template('update', { templateId, updateFields }));
		expect(error).toBeUndefined();
		expect(admin.template(templateId)).toEqual({
			...before,
			name: 'Other',
			scheduler: { ...before.scheduler, emailTemplateId: 33 },
		});
	});

	it('keeps the rest of its content when a part of it is changed, and removes what is null', async () => {
		const { run, admin, templateId } = await open(4);
		const { content, ...before } = admin.template(templateId);
		expect(content?.lineItems?.length).toBeGreaterThan(0);
		const changed = { description: 'New', orderNo: null, contact: { city: 'Brno' } };
		const updateFields = { content: JSON.stringify(changed) };
		const { error, hints } = await run(template('update', { templateId, updateFields }));
		expect([error, hints]).toEqual([undefined, []]);
		expect(admin.template(templateId)).toEqual({
			...before,
			content: { ...content, ...changed, contact: { ...content?.contact, city: 'Brno' } },
		});
	});

	it('shows in a preview what a replacement leaves out of its content', async () => {
		const { run, templateId } = await open(4);
		const updateFields = { content: '{"description":"New"}' };
		const preview = async (mode: string) => {
			const options = { preview: true };
			const { json } = await run(template('update', { templateId, mode, updateFields, options }));
			return json[0];
		};
		const lost = expect.arrayContaining([expect.stringMatching(/^Line Items of Content: /)]);
		expect(await preview('replace')).toMatchObject({ mayBeCleared: lost });
		expect(await preview('change')).not.toHaveProperty('mayBeCleared');
	});

	it('keeps the digits of its content', async () => {
		const content =
			'{"contact":{"contactId":9007199254740993},"categoryId":9007199254740995,"ledger":[9007199254740997],"externalNo":9007199254740999,"lineItems":[{"qt":1,"unitPrice":5,"storeItemId":9007199254741001}]}';
		const text = `{"id":3,"name":"Rent","content":${content}}`;
		const service = await smallService({
			answer: (_request, response) =>
				void response.writeHead(200, { 'content-type': 'application/json' }).end(text),
		});
		for (const [operation, more] of [
			['create', { additionalFields: { content } }],
			['update', { templateId: '3', updateFields: { content } }],
			['update', { templateId: '3', updateFields: { name: 'Rent' } }],
		] as const) {
			const { error, hints } = await service.run(template(operation, more));
			expect([error, hints]).toEqual([undefined, []]);
		}
		const sent = service.arrived.filter(({ method }) => method !== 'GET').map(({ body }) => body);
		// A number in a text field becomes text.
		const asText = content.replace('9007199254740999', '"9007199254740999"');
		expect(sent).toEqual([
			`{"content":${asText}}`,
			`{"name":"Rent","content":${asText}}`,
			`{"name":"Rent","content":${content}}`,
		]);
	});

	it('has one amount or all five in each line item that is entered', async () => {
		const { run, asked, templateId } = await open(4);
		const lineItems = [{ description: 'Rent', qt: 1, unitPrice: 5, total: 7, vatRate: 21 }];
		const content = JSON.stringify({ currency: 'CZK', vatCountryType: 1, lineItems });
		for (const parameters of [
			template('create', { name: 'Rent', additionalFields: { content } }),
			template('update', { templateId, updateFields: { content } }),
		]) {
			const { error } = await run(parameters);
			expect(error?.message).toMatch(/^Line Item 1 has /);
		}
		expect(asked().filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	it('does not offer its source document to an update', async () => {
		const { run, templateId, asked } = await open();
		const field = [{ name: 'accountingDocumentId', value: '7' }];
		const updateFields = { extraFields: { field } };
		const { error } = await run(template('update', { templateId, updateFields }));
		expect(error?.message).toBe('Extra Fields repeat accountingDocumentId');
		expect(asked()).toEqual([]);
	});
});

describe('a template that shows its scheduler without a group', () => {
	const flat = {
		...{ id: 5, name: 'Rent', content: { currency: 'CZK', vatCountryType: 1 } },
		...{ start: '2026-01-01', end: '2027-01-01', generateMaxCount: null, frequency: 3 },
		...{ useWorkflow: true, emailRecipients: ['a@x.test'], emailTemplateId: 31 },
	};
	const { id: _, ...sendable } = flat;

	const updated = async (updateFields: Parameters, shown: object = flat) => {
		const service = await smallService({
			answer: ({ method, body }) =>
				method === 'GET' ? shown : { id: 5, ...(JSON.parse(body) as object) },
		});
		const result = await service.run(template('update', { templateId: '5', updateFields }));
		const sent = service.arrived.find(({ method }) => method === 'PUT')?.body;
		return { ...result, sent: sent === undefined ? undefined : (JSON.parse(sent) as object) };
	};

	it.each([
		['a name', { name: 'B' }, { name: 'B' }],
		[
			'End',
			{ scheduler: { end: '2028-01-01' } },
			{ end: '2028-01-01', generateMaxCount: undefined },
		],
		['Clear Fields', { clearFields: ['scheduler.emailRecipients'] }, { emailRecipients: null }],
	])('is changed where it stands, by %s', async (_name, updateFields, changed) => {
		const { error, hints, sent } = await updated(updateFields);
		expect([error?.message, hints]).toEqual([undefined, []]);
		expect(sent).toEqual({ ...sendable, ...changed });
	});

	it('is changed, whatever amounts its line items have', async () => {
		const content = { currency: 'CZK', vatCountryType: 1, lineItems: [{ unitPrice: 5, total: 7 }] };
		const { error, sent } = await updated({ name: 'B' }, { ...flat, content });
		expect(error?.message).toBeUndefined();
		expect(sent).toEqual({ ...sendable, name: 'B', content });
	});

	it('has End or Number of Documents', async () => {
		const { error, sent } = await updated({ scheduler: { generateMaxCount: 5 } });
		expect(error?.message).toBeUndefined();
		const { end: __, ...others } = sendable;
		expect(sent).toEqual({ ...others, generateMaxCount: 5 });
	});

	it.each([
		[{ frequency: 1, generateOnEndOfMonth: true }, flat, /^End of Month is on/],
		[{ end: '2028-01-01' }, { ...flat, start: null }, /^Start is missing/],
	])('is checked as in the group: %j', async (scheduler, shown, message) => {
		const { error, sent } = await updated({ scheduler }, shown);
		expect(error?.message).toMatch(message);
		expect(sent).toBeUndefined();
	});
});

describe('the scheduler of a template', () => {
	it('is replaced: missing fields are cleared', async () => {
		const { run, admin, templateId, asked } = await open(0);
		const before = admin.template(templateId).scheduler;
		expect(before).toMatchObject({ end: expect.any(String), generateMaxCount: null });
		const additionalFields = { generateMaxCount: 5 };
		const parameters = { templateId, ...scheduler, additionalFields };
		const { json, error, hints } = await run(template('setScheduler', parameters));
		expect(error).toBeUndefined();
		expect(hints).toEqual([
			expect.stringMatching(
				/^The service has cleared End.* and .* while .*, because row 1 left them out/,
			),
		]);
		expect(json[0]).toMatchObject({ end: null, generateMaxCount: 5, frequency: 'Monthly' });
		expect(admin.template(templateId).scheduler).toEqual({ ...scheduler, generateMaxCount: 5 });
		expect(asked().map(({ method }) => method)).toEqual(['GET', 'PUT']);
	});

	it('is in the sentence of a preview, also of a new template', async () => {
		const { run, templateId } = await open(0);
		const options = { preview: true };
		const summaries = async (operation: string, changes: Parameters) => {
			const { json, error } = await run(template(operation, { ...changes, options }));
			return error?.message ?? json.map(({ summary }) => summary);
		};
		const additionalFields = { end: '2027-11-30', emailRecipients: 'a@example.com, {b}@[c].com' };
		const set = { templateId, ...scheduler, additionalFields };
		const said =
			'until 2027-11-30, each document moves out of Draft, emails to a@example.com, b@c.com';
		expect(await summaries('setScheduler', set)).toEqual([
			expect.stringContaining(`): monthly from 2026-12-01, ${said}`),
		]);
		const once = { ...scheduler, generateMaxCount: 1, generateOnEndOfMonth: true };
		const content = '{"currency":"CZK"}';
		const fields = { content, scheduler: { ...once, useWorkflow: false } };
		expect(await summaries('create', { name: 'Rent', additionalFields: fields })).toEqual([
			'Create a template "Rent": monthly from 2026-12-01, on the last day of the month, at most 1 document, each document stays in Draft',
		]);
	});

	it('that a template does not have is missing in the preview of its removal', async () => {
		const { run, templateId } = await open(0);
		const preview = { templateId, options: { preview: true } };
		const before = await run(template('removeScheduler', preview));
		expect(before.json[0]).not.toHaveProperty('remark');
		await run(template('removeScheduler', { templateId }));
		const { json } = await run(template('removeScheduler', preview));
		expect(json[0]).toMatchObject({ remark: expect.stringMatching(/^There is nothing to remove/) });
		expect(json[0]).not.toHaveProperty('removes');
	});

	it('is removed', async () => {
		const { run, admin, templateId } = await open(0);
		const { json } = await run(template('removeScheduler', { templateId }));
		expect(json).toEqual([{ deleted: true, id: Number(templateId) }]);
		expect(admin.template(templateId).scheduler).toBeNull();
	});
});
