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
			currency: 'CZK',
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
			'{"contact":{"contactId":9007199254740993},"categoryId":9007199254740995,"ledger":[9007199254740997],"externalNo":9007199254740999,"lineItems":[{"qt":1,"storeItemId":9007199254741001}]}';
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

	it('does not offer its source document to an update', async () => {
		const { run, templateId, asked } = await open();
		const field = [{ name: 'accountingDocumentId', value: '7' }];
		const updateFields = { extraFields: { field } };
		const { error } = await run(template('update', { templateId, updateFields }));
		expect(error?.message).toBe('Extra Fields repeat accountingDocumentId');
		expect(asked()).toEqual([]);
	});
});

describe('the scheduler of a template', () => {
	it('is replaced: missing fields are cleared', async () => {
		const { run, admin, templateId, asked } = await open(0);
		const before = admin.template(templateId).scheduler;
		expect(before).toMatchObject({ end: expect.any(String), generateMaxCount: null });
		const additionalFields = { generateMaxCount: 5 };
		const parameters = { templateId, ...scheduler, additionalFields };
		const { json, error } = await run(template('setScheduler', parameters));
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ end: null, generateMaxCount: 5, frequency: 'Monthly' });
		expect(admin.template(templateId).scheduler).toEqual({ ...scheduler, generateMaxCount: 5 });
		expect(asked().map(({ method }) => method)).toEqual(['PUT']);
	});

	it('is removed', async () => {
		const { run, admin, templateId } = await open(0);
		const { json } = await run(template('removeScheduler', { templateId }));
		expect(json).toEqual([{ deleted: true, id: Number(templateId) }]);
		expect(admin.template(templateId).scheduler).toBeNull();
	});
});
