import { bench, type Parameters } from '../support/withSandbox';

const reminder = (operation: string, changes: Parameters): Parameters => ({
	resource: 'reminder',
	operation,
	...changes,
});

const by = (id: unknown) => ({ __rl: true, mode: 'id', value: String(id) });

async function open() {
	const made = await bench();
	const { id } = made.sandbox.admin.documentAt(5);
	return { ...made, admin: made.sandbox.admin, id: String(id) };
}

describe('a payment reminder', () => {
	it('is created with what the form says, and comes back in ten fields at most', async () => {
		const { run, admin, id } = await open();
		const { json, hints } = await run(
			reminder('create', {
				accountingDocumentId: by(id),
				exceededDays: -3,
				emailTemplateId: '31',
				additionalFields: { recipientEmails: 'a@example.com, b@example.com' },
			}),
		);
		const [made] = admin.reminders(id);
		expect(made).toMatchObject({ exceededDays: -3, emailTemplateId: 31 });
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

	it('keeps what an update does not name', async () => {
		const { run, admin, id } = await open();
		const { id: reminderId } = admin.remind(id, 5, 33);
		const { error } = await run(
			reminder('update', {
				accountingDocumentId: by(id),
				reminderId,
				updateFields: { recipientEmails: 'a@example.com' },
			}),
		);
		expect(error).toBeUndefined();
		expect(admin.reminders(id)).toEqual([
			{ id: reminderId, exceededDays: 5, emailTemplateId: 33, recipientEmails: ['a@example.com'] },
		]);
	});

	it('is replaced as a whole only when it is whole', async () => {
		const { run, admin, id, asked } = await open();
		const { id: reminderId } = admin.remind(id, 5, 33);
		const replace = { accountingDocumentId: by(id), reminderId, mode: 'replace' };
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

	it('that is not there is told before anything is changed', async () => {
		const { run, id, asked } = await open();
		const { error } = await run(
			reminder('update', {
				accountingDocumentId: by(id),
				reminderId: 999,
				updateFields: { exceededDays: 6 },
			}),
		);
		expect(error?.message).toBe(
			'The service found nothing while reading the current record before updating payment reminder 999',
		);
		expect(asked().map(({ method }) => method)).toEqual(['GET']);
	});

	it('is deleted, also when the first answer is lost', async () => {
		const { run, admin, id, sandbox } = await open();
		const { id: reminderId } = admin.remind(id, 5);
		sandbox.admin.addFault({ kind: 'resetAfter', match: { path: 'deleteReminder' } });
		const { json, hints } = await run(
			reminder('delete', { accountingDocumentId: by(id), reminderId }),
		);
		expect(json).toEqual([{ deleted: true, id: String(reminderId) }]);
		expect(hints).toEqual([expect.stringContaining('it counts as deleted')]);
		expect(admin.reminders(id)).toEqual([]);
	});

	it('is asked for at the path that the credential says', async () => {
		const made = await bench(
			{},
			{
				customizeParameterNames: true,
				deleteReminderPath: '/v2/reminders/{reminderId}/of/{accountingDocumentId}',
			},
		);
		await made.run(reminder('delete', { accountingDocumentId: by(7), reminderId: 8 }));
		const removals = made.asked().filter(({ method }) => method === 'DELETE');
		expect(removals.map(({ path }) => path)).toEqual(['/v2/reminders/8/of/7']);
	});
});

describe('an update whose answer is lost', () => {
	const update = (id: string, reminderId: unknown) =>
		reminder('update', {
			accountingDocumentId: by(id),
			reminderId: Number(reminderId),
			updateFields: { exceededDays: 9 },
			options: { maxTries: 1 },
		});

	it('is settled by reading the record', async () => {
		const { run, admin, id, asked } = await open();
		const { id: reminderId } = admin.remind(id, 5);
		admin.addFault({ kind: 'resetAfter', match: { path: 'updateReminder' } });
		const { json, hints, error } = await run(update(id, reminderId));
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ id: reminderId, exceededDays: 9 });
		expect(hints).toEqual([
			`The service did not confirm updating payment reminder ${reminderId}. Read afterwards, the record has what was sent.`,
		]);
		expect(asked().map(({ method }) => method)).toEqual(['GET', 'GET', 'PUT', 'GET']);
	});

	it('and that was not done is told as open, with what the record has', async () => {
		const { run, admin, id } = await open();
		const { id: reminderId } = admin.remind(id, 5);
		admin.addFault({ kind: 'resetBefore', match: { path: 'updateReminder' } });
		const { error } = await run(update(id, reminderId));
		expect(error?.message).toContain('the change may or may not have been made');
		expect(error?.description).toContain(
			'Read afterwards, the record has other values: Days After Due Date (9 sent, 5 received).',
		);
		expect(error?.description).toContain('Look at the payment reminders of the document');
		expect(admin.reminders(id)[0].exceededDays).toBe(5);
	});
});
