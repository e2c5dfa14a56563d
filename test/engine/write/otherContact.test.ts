/** docs/reference/create.md#update: another contact brings nothing of the previous one. */
import type { IDataObject } from 'n8n-workflow';

import { smallService } from '../support/smallService';
import { byId } from '../support/withSandbox';

it('an update to another contact sends none of the properties of the previous one', async () => {
	const contact = { contactId: 3, companyName: 'Example', companyRegNo: '111', city: 'Brno' };
	const invoice = { id: 12, type: 0, direction: 1, currency: 'CZK', vatCountryType: 1, contact };
	const service = await smallService({
		answer: ({ method, body }) =>
			method === 'GET' ? invoice : { ...invoice, ...(JSON.parse(body) as IDataObject) },
	});
	const { error } = await service.run({
		...{ resource: 'accountingDocument', operation: 'update', accountingDocumentId: byId('12') },
		updateFields: { contact: { contactId: '7' } },
	});
	expect(error).toBeUndefined();
	const { body } = service.arrived.find(({ method }) => method === 'PUT') ?? { body: '{}' };
	expect((JSON.parse(body) as IDataObject).contact).toEqual({ contactId: 7 });
});
