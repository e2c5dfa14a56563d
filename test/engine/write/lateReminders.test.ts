/** docs/api/writes.md#never-twice: no request reads a reminder by its ID, and its list may be late. */
import type { IDataObject } from 'n8n-workflow';

import { passTime } from '../support/clock';
import { lateService } from '../support/lateService';
import { smallService } from '../support/smallService';
import { withRaw } from '../support/raw';
import { byId, type Parameters } from '../support/withSandbox';

const minuteMs = 60_000;

const reminder = (operation: string, changes: Parameters): Parameters =>
	withRaw({ ...{ resource: 'reminder', operation }, accountingDocumentId: byId('1'), ...changes });
const remind = reminder('create', { exceededDays: '={{ $json.days }}', emailTemplateId: '31' });
const forget = reminder('delete', { reminderId: '5' });
const updateFields = { exceededDays: '={{ $json.days }}', recipientEmails: '={{ $json.to }}' };
const update = reminder('update', { reminderId: '={{ $json.id ?? 5 }}', updateFields });
const [setDays, setRecipients] = [{ days: 14 }, { to: 'a@example.com' }];
const both = { exceededDays: 14, recipientEmails: ['a@example.com'] };

/** A company with reminder 5, seven days after the due date. */
async function company(lagMs: number | (() => number), loses?: () => boolean) {
	const lag = typeof lagMs === 'number' ? () => lagMs : lagMs;
	const service = await lateService({ lagMs: lag, loses });
	const old = { id: 5, exceededDays: 7, emailTemplateId: 31, recipientEmails: [], shownAt: 0 };
	service.documents.push({ id: 1, total: 121, amountPaid: 0, direction: 1, type: 0, shownAt: 0 });
	service.reminders.push({ ...old });
	const credentials = service.credential();
	const run = async (parameters: Parameters, ...items: IDataObject[]) =>
		await service.run(parameters, { items: items.length > 0 ? items : [{}], credentials });
	return { service, reminders: service.reminders, run };
}

describe.each([0, 3_000, 59_000])('with a list that shows changes %i ms late', (lagMs) => {
	it('the second of two rows keeps what the first has changed, as in preview', async () => {
		const { reminders, run } = await company(lagMs);
		const preview = await run(
			{ ...update, options: { preview: true } },
			...[setDays, setRecipients],
		);
		const { error, json } = await run(update, setDays, setRecipients);
		expect(error).toBeUndefined();
		expect(reminders).toEqual([expect.objectContaining(both)]);
		expect(json[1]).toMatchObject(both);
		expect(preview.json[1].wouldSend).toMatchObject([{ body: both }]);
	});

	it('two executions at the same time keep the changes of each other', async () => {
		const { reminders, run } = await company(lagMs);
		await Promise.all([run(update, setDays), run(update, setRecipients)]);
		expect(reminders).toEqual([expect.objectContaining(both)]);
	});

	it('an update keeps what Replace All Fields has sent', async () => {
		const { reminders, run } = await company(lagMs);
		const fields = { exceededDays: '14', emailTemplateId: '32' };
		await run({ ...update, mode: 'replace', updateFields: fields });
		await run(update, setRecipients);
		expect(reminders).toEqual([expect.objectContaining({ ...both, emailTemplateId: 32 })]);
	});

	it('a reminder that was made a moment ago can be updated, and keeps its day for itself', async () => {
		const { reminders, run } = await company(lagMs);
		const made = await run(remind, { days: 3 });
		const [{ id }] = made.json;
		const { error } = await run(update, { id, ...setRecipients });
		expect(error).toBeUndefined();
		expect(reminders[1]).toMatchObject({ ...both, exceededDays: 3 });
		const refused = await run(update, { days: 3 });
		expect(refused.error?.message).toMatch(/already has this reminder on that day/);
	});

	it('a reminder that was deleted stays deleted', async () => {
		const { service, reminders, run } = await company(lagMs);
		await run(update, setDays);
		await run(forget);
		const { error } = await run(update, setRecipients);
		expect(error?.message).toMatch(/found nothing while reading the current record/);
		expect(reminders).toEqual([]);
		expect(service.arrived.filter(({ method }) => method === 'PUT')).toHaveLength(1);
	});

	it('a preview is not remembered, nor is a change of another company', async () => {
		const { service, reminders, run } = await company(lagMs);
		await run({ ...update, options: { preview: true } }, setDays);
		await run(update, setRecipients);
		expect(reminders[0]).toMatchObject({ ...both, exceededDays: 7 });
		passTime(minuteMs + 1);
		await run(update, setDays);
		const credentials = service.credential({ appId: 'other' });
		const preview = { ...update, options: { preview: true } };
		const other = await service.run(preview, { items: [{ to: 'b@example.com' }], credentials });
		const exceededDays = lagMs === 0 ? 14 : 7;
		expect(other.json[0].wouldSend).toMatchObject([{ body: { exceededDays } }]);
	});
});

it('a change of someone else counts as soon as the list shows it', async () => {
	const { reminders, run } = await company(0);
	await run(update, setDays);
	Object.assign(reminders[0], { exceededDays: 21 });
	await run(update, setRecipients);
	expect(reminders[0]).toMatchObject({ ...both, exceededDays: 21 });
	reminders.splice(0);
	const { error } = await run(update, setDays);
	expect(error?.message).toMatch(/found nothing/);
});

it('after a minute only the list counts', async () => {
	const { reminders, run } = await company(0);
	await run(update, setDays);
	// What it was before, so until then the list may be late.
	Object.assign(reminders[0], { exceededDays: 7 });
	passTime(minuteMs + 1);
	await run(update, setRecipients);
	expect(reminders[0]).toMatchObject({ ...both, exceededDays: 7 });
});

it('a change whose outcome is unknown does not count as made', async () => {
	let isLost = true;
	const { reminders, run } = await company(0, () => {
		if (isLost) Object.assign(reminders[0], { exceededDays: 7 });
		return isLost;
	});
	const { error } = await run(update, setDays);
	expect(error?.message).toMatch(/may or may not/);
	isLost = false;
	await run(update, setRecipients);
	expect(reminders[0]).toMatchObject({ ...both, exceededDays: 7 });
});

it('a list that shows the first of two updates is late too', async () => {
	const { reminders, run } = await company(30_000);
	await run(update, setDays);
	passTime(10_000);
	await run(update, { days: 21 });
	passTime(25_000);
	await run(update, setRecipients);
	expect(reminders[0]).toMatchObject({ ...both, exceededDays: 21 });
});

it.each<[string, (body: string) => string | undefined]>([
	['shows the reminder', (body) => body],
	['is empty', () => undefined],
])('an update whose response %s is kept, with all digits', async (_name, shown) => {
	const service = await smallService({
		answer({ method, body }, response) {
			if (method === 'GET') return [{ id: 5, exceededDays: 7, emailTemplateId: 31 }];
			const text = shown(body);
			response.writeHead(text === undefined ? 204 : 200, { 'content-type': 'application/json' });
			return void response.end(text);
		},
	});
	const credentials = service.credential();
	const template = { emailTemplateId: '9007199254740993' };
	const first = { ...update, reminderId: '5', updateFields: template };
	await service.run(first, { items: [{}], credentials });
	await service.run(update, { items: [setDays], credentials });
	const sent = service.arrived.filter(({ method }) => method === 'PUT').at(-1);
	expect(sent?.body).toMatch(/"emailTemplateId":9007199254740993\b/);
	expect(sent?.body).toMatch(/"exceededDays":14\b/);
});
