import type { IDataObject } from 'n8n-workflow';

import { readList, type ServiceRecord } from '../../../shared/client/envelope';
import { refuseInput } from '../../../shared/client/errors';
import { textFrom } from '../../../shared/client/json';
import { idOf } from '../../../shared/lists/ids';
import type { Existing } from '../../kinds/existing';
import { type Current, currentFrom, type FilledRequest } from '../../kinds/declared';
import type { PreparesReplacement } from '../../kinds/replace';
import { asLeft, rememberLeft } from '../../once/listed';
import type { OperationCall } from '../../operation';
import { formField } from '../../../shared/fields/formField';
import { choice } from '../../../shared/fields/describe';
import { reminderRecord } from './reminderRecord';

export const remindersRequest = {
	route: 'GET /v2/accountingdocuments/{accountingDocumentId}/reminders',
	basis: 'payment-reminders [D]',
} as const;

/** Finds a reminder in the list of its document, because the service has no request for a single one. */
export const currentReminder: Current = {
	...currentFrom(remindersRequest, (answer, ids, activity, { call, ...read }) => {
		const { records } = readList(answer, activity, 'reminders');
		return asLeft(call, { ...reminderList(call, ids), ...read }, records).find(
			(one) => idOf(one) === ids.reminderId,
		);
	}),
	remember: (call, ids, change) =>
		rememberLeft(call, reminderList(call, ids), ids.reminderId, change),
};

/** The service accepts one specified reminder per day and document (docs/api/resources.md#payment-reminder). */
const dayAndTemplate = ({ exceededDays, emailTemplateId }: ServiceRecord | IDataObject): string =>
	`${Number(textFrom(exceededDays))} ${textFrom(emailTemplateId)}`;

function reminderList({ client }: OperationCall, { accountingDocumentId }: FilledRequest['ids']) {
	const target = client.target(remindersRequest.route, { accountingDocumentId });
	return { ...target, fields: reminderRecord.fields };
}

async function remindersOf(call: OperationCall, filled: FilledRequest): Promise<ServiceRecord[]> {
	const { client } = call;
	const list = { ...reminderList(call, filled.ids), readAt: performance.now() };
	const { method, path, ids } = list;
	const activity = `reading the reminders of the document before ${filled.activity}`;
	const answer = await client.request({ method, path, ids, activity });
	const records = asLeft(call, list, readList(answer, activity, 'reminders').records);
	return client.preview?.listed(path, records) ?? records;
}

function refuseSame(same: ServiceRecord, remedy: string): never {
	return refuseInput(
		'exceededDays',
		`The document already has this reminder on that day (Reminder ID ${idOf(same)})`,
		`The service accepts one reminder per day and document. Enter another value for Days After Due Date, or ${remedy}.`,
	);
}

/** For an update. */
export const oncePerDay: PreparesReplacement = async ({ call, body, ...filled }) => {
	const reminders = await remindersOf(call, filled);
	const isIt = (one: ServiceRecord) => idOf(one) === filled.ids.reminderId;
	const same = reminders.find((one) => !isIt(one) && dayAndTemplate(one) === dayAndTemplate(body));
	if (same) refuseSame(same, 'update that reminder');
	return { before: reminders.find(isIt) };
};

/** For a new one. */
export const existingReminder: Existing = {
	request: remindersRequest,
	property: formField(
		'ifExists',
		choice(
			'If It Exists',
			{ fail: ['Fail', 'Stop with an error'], skip: ['Skip', 'Return the existing reminder'] },
			'What to do if the document already has the same reminder on that day',
			{ usual: 'skip', decides: true },
		),
	),
	keysOf: (reminder) => [dayAndTemplate(reminder)],
	async *batches(call, filled) {
		yield await remindersOf(call, filled);
	},
	asLeft(call, { ids }, record, organization) {
		const list = { ...reminderList(call, ids), readAt: performance.now(), organization };
		return asLeft(call, list, [record]).find((one) => idOf(one) === idOf(record));
	},
	remember: currentReminder.remember,
	refuse: (same) => refuseSame(same, 'choose Skip in If It Exists'),
};
