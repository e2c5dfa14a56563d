/** docs/api/writes.md#never-twice: one reminder of a document per day. */
import { smallService } from '../support/smallService';
import { bench, type Parameters, byId } from '../support/withSandbox';

/** The changes that are sent, and the message. */
async function ran(parameters: Parameters, read: unknown) {
	const service = await smallService({
		answer: ({ method, path }) => {
			if (method === 'GET' && path.endsWith('/reminders')) return read;
			return { id: Number(path.split('/').pop()) || 1 };
		},
	});
	const { error } = await service.run(parameters);
	const sent = service.arrived.filter(({ method }) => method !== 'GET');
	return { message: error?.message, sent: sent.length };
}

const ofDocument = { resource: 'reminder', accountingDocumentId: byId('12') };

const reminder = (changes: object = {}): Parameters => ({
	...{ ...ofDocument, operation: 'create', exceededDays: 7, emailTemplateId: '31' },
	...changes,
});

const changed = (changes: object): Parameters => ({
	...{ ...ofDocument, operation: 'update' },
	...changes,
});

describe('the same reminder of a document on the same day', () => {
	const there = [{ id: 6001, exceededDays: 7, emailTemplateId: 31 }];

	it('is refused if the form says so, with the ID of the existing one', async () => {
		const { message, sent } = await ran(reminder({ ifExists: 'fail' }), there);
		expect(message).toMatch(/already has this reminder on that day \(Reminder ID 6001\)/);
		expect(sent).toBe(0);
		const update = changed({ reminderId: '6002', updateFields: { exceededDays: 7 } });
		const moved = await ran(update, [...there, { id: 6002, exceededDays: 9, emailTemplateId: 31 }]);
		expect(moved.message).toMatch(/Reminder ID 6001/);
		expect(moved.sent).toBe(0);
	});

	it('is returned as existing, and the next item continues', async () => {
		const { sandbox, run } = await bench();
		const [first, second] = sandbox.admin
			.createDocuments({
				count: 2,
				fields: { direction: 1, total: 100, amountPaid: 0, payments: { paid: false } },
			})
			.map(({ id: made }) => String(made));
		const { id } = sandbox.admin.remind(first, 7, 31);
		const parameters = reminder({
			accountingDocumentId: { ...byId(''), value: '={{ $json.of }}' },
			additionalFields: { recipientEmails: 'a@example.com' },
		});
		const items = [first, second, second].map((of) => ({ of }));
		const { json, hints, error } = await run(parameters, { items });
		expect(error).toBeUndefined();
		const [made] = sandbox.admin.reminders(second);
		expect(json.map((one) => [one.id, one.existed])).toEqual([
			[id, true],
			[made.id, false],
			[made.id, true],
		]);
		expect(hints).toEqual([
			expect.stringMatching(
				new RegExp(`Row 1: the existing payment reminder \\(ID ${id}\\).* Recipient Emails`),
			),
			`Row 2 created the payment reminder (ID ${made.id}), so the node created nothing for row 3.`,
		]);
		expect(sandbox.admin.reminders(first)).toHaveLength(1);
		expect(sandbox.admin.reminders(second)).toHaveLength(1);
	});

	it('is refused within one execution', async () => {
		const { sandbox, run } = await bench();
		const { id } = sandbox.admin.documentAt(0);
		const parameters = reminder({
			accountingDocumentId: byId(String(id)),
			ifExists: 'fail',
		});
		const { error } = await run(parameters, { items: [{}, {}] });
		expect(error?.message).toMatch(/already has this reminder on that day/);
		expect(error?.context?.itemIndex).toBe(1);
		expect(sandbox.admin.reminders(String(id))).toHaveLength(1);
	});

	const update = { reminderId: '6001' };
	const recipients = { updateFields: { recipientEmails: 'a@example.com' } };

	it.each([
		['a reminder on another day', reminder({ exceededDays: 8 })],
		['a reminder by another email', reminder({ emailTemplateId: '32' })],
		['a change of another field', changed({ ...update, ...recipients })],
	])('is not %s: the service judges', async (_, parameters) => {
		expect(await ran(parameters, there)).toEqual({ message: undefined, sent: 1 });
	});
});
