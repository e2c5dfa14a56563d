import { bench, type Parameters, byId } from '../support/withSandbox';

const reminder = (operation: string, changes: Parameters): Parameters => ({
	resource: 'reminder',
	operation,
	...changes,
});

async function open() {
	const made = await bench();
	const { id } = made.sandbox.admin.documentAt(5);
	return { ...made, admin: made.sandbox.admin, id: String(id) };
}

describe('a payment reminder', () => {
	it('is created with the values of the form, and returned with at most ten fields', async () => {
		const { run, admin, id } = await open();
		const { json, hints } = await run(
			reminder('create', {
				accountingDocumentId: byId(id),
				exceededDays: -3,
				emailTemplateId: '31',
				additionalFields: { recipientEmails: 'a@example.com, b@example.com' },
			}),
		);
		const [made] = admin.reminders(id);
		const recipientEmails = ['a@example.com', 'b@example.com'];
		expect(made).toMatchObject({ exceededDays: -3, emailTemplateId: 31, recipientEmails });
		expect(json).toEqual([
			{
				id: made.id,
				exceededDays: -3,
				emailTemplateId: 31,
				recipientEmails: 'a@example.com, b@example.com',
				existed: false,
			},
		]);
		expect(hints).toEqual([]);
	});

	it('does not start without a day, to which n8n could return when the operation is switched', async () => {
		const { run, id } = await open();
		const withoutDay = { accountingDocumentId: byId(id), emailTemplateId: '31' };
		await expect(run(reminder('create', withoutDay))).rejects.toThrow(/has issues/);
	});

	it('is replaced only with all required fields', async () => {
		const { run, admin, id, asked } = await open();
		const { id: reminderId } = admin.remind(id, 5, 33);
		const replace = { accountingDocumentId: byId(id), reminderId, mode: 'replace' };
		const { error } = await run(
			reminder('update', { ...replace, updateFields: { exceededDays: 6 } }),
		);
		expect(error?.message).toBe('Email Template ID is missing');
		expect(asked()).toEqual([]);
		const updateFields = { exceededDays: 6, emailTemplateId: 31 };
		await run(reminder('update', { ...replace, updateFields }));
		expect(asked().map(({ method }) => method)).toEqual(['GET', 'PUT']);
		expect(admin.reminders(id)[0]).toMatchObject({ id: reminderId, ...updateFields });
	});

	it('that does not exist is reported before anything is changed', async () => {
		const { run, id, asked } = await open();
		const { error } = await run(
			reminder('update', {
				accountingDocumentId: byId(id),
				reminderId: 999,
				updateFields: { exceededDays: 6 },
			}),
		);
		expect(error?.message).toBe(
			'The service found nothing while reading the current record before updating payment reminder 999',
		);
		expect(asked().map(({ method }) => method)).toEqual(['GET']);
	});
});
