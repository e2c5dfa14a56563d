/** docs/recipes/payment-reminders.md: what a reminder sends and changes. */
import { dayAt, dayNumber, todayIn } from '../../../nodes/shared/fields/dates';
import { bench, type Parameters, byId } from '../support/withSandbox';

const reminder = (operation: string, changes: Parameters): Parameters => ({
	resource: 'reminder',
	operation,
	...changes,
});

const unpaid = { total: 100, amountPaid: 0, payments: { paid: false } };

async function open() {
	const made = await bench();
	const { admin } = made.sandbox;
	const [{ id }] = admin.createDocuments({ fields: { direction: 1, ...unpaid } });
	return { ...made, admin, id: String(id) };
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

	it.each<[string, 0 | 1, boolean, 0 | 3]>([
		['is paid', 1, true, 0],
		['is a received document', 0, false, 0],
		['is paid and is a received document', 0, true, 0],
		['is a credit note', 1, false, 3],
	])('says that the document %s, and is created', async (reason, direction, paid, type) => {
		const { run, admin } = await open();
		const total = type === 3 ? -100 : 100;
		const fields = { ...unpaid, total, direction, type, payments: { paid } };
		const [{ id, accountingDocumentNo }] = admin.createDocuments({ fields });
		const { hints } = await run(
			reminder('create', {
				accountingDocumentId: byId(String(id)),
				exceededDays: 7,
				emailTemplateId: '31',
			}),
		);
		expect(hints).toEqual([
			`${String(accountingDocumentNo)} ${reason}. Check whether it needs a reminder.`,
		]);
		expect(admin.reminders(String(id))).toHaveLength(1);
	});

	it.each([
		[0, []],
		[
			1,
			[
				expect.stringMatching(
					/ is for \d{4}-\d\d-\d\d, which has passed\. .*enter the days overdue in Days After Due Date\.$/,
				),
			],
		],
	])('says if its day was %i days ago, in preview too', async (ago, said) => {
		const { run, admin } = await open();
		const day = (past: number) => dayAt(dayNumber(todayIn()) - past);
		const fields = { ...unpaid, direction: 1, dueDate: day(ago + 7) } as const;
		const [{ id }] = admin.createDocuments({ fields });
		const parameters = { exceededDays: 7, emailTemplateId: '31' };
		const add = async (options: Parameters) =>
			await run(
				reminder('create', { accountingDocumentId: byId(String(id)), ...parameters, options }),
			);
		const shown = await add({ preview: true });
		expect(shown.hints.filter((hint) => !hint.startsWith('Preview'))).toEqual(said);
		expect((await add({})).hints).toEqual(said);
	});

	it('needs one look at its document for all reminders of an execution, and one more in preview', async () => {
		const { run, admin, asked, id } = await open();
		admin.changeDocument(id, { payments: { paid: true } });
		const parameters = reminder('create', {
			accountingDocumentId: byId(id),
			exceededDays: '={{ $json.days }}',
			emailTemplateId: '31',
			options: { preview: '={{ $json.days > 20 }}' },
		});
		const items = [7, 14, 21, 28].map((days) => ({ days }));
		const { hints, json, error } = await run(parameters, { items });
		expect(error).toBeUndefined();
		expect(hints.join()).toMatch(/is paid\. Check whether it needs a reminder\./);
		expect(json[3].summary).toMatch(/^Create a payment reminder for \S+ \(/);
		const looks = asked().filter(({ path }) => path === `/v2/accountingdocuments/${id}`);
		expect(looks).toHaveLength(2);
	});

	it('is created too if the document cannot be read, and says so', async () => {
		const { run, admin, id } = await open();
		admin.addFault({ kind: 'status', status: 403, match: { path: 'getDocument' }, times: 0 });
		const { json, hints } = await run(
			reminder('create', {
				accountingDocumentId: byId(id),
				exceededDays: 7,
				emailTemplateId: '31',
			}),
		);
		expect(json).toHaveLength(1);
		expect(hints).toEqual([
			`The node could not check document ${id} before the reminder. Look at it in the service.`,
		]);
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
