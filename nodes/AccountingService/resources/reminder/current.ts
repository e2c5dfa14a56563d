import type { IDataObject } from 'n8n-workflow';

import { readList, type ServiceRecord } from '../../../shared/client/envelope';
import { refuseInput } from '../../../shared/client/errors';
import { textFrom } from '../../../shared/client/json';
import { fillPath, splitRoute } from '../../../shared/client/route';
import { idOf } from '../../../shared/lists/ids';
import type { Existing } from '../../kinds/existing';
import { currentFrom, type FilledRequest } from '../../kinds/declared';
import type { PreparesReplacement } from '../../kinds/replace';
import { changeOf, rememberChange } from '../../once/memories';
import type { OperationCall } from '../../operation';
import { accountingDocumentId } from '../accountingDocument/documentId';
import { formField } from '../../../shared/fields/formField';
import { choice } from '../../../shared/fields/describe';

const remindersRequest = {
	route: 'GET /v2/accountingdocuments/{accountingDocumentId}/reminders',
	basis: 'payment-reminders [D]',
} as const;

/** Finds a reminder in the list of its document, because the service has no request for a single one. */
export const currentReminder = currentFrom(remindersRequest, (answer, ids, activity) =>
	readList(answer, activity, 'reminders').records.find((one) => idOf(one) === ids.reminderId),
);

/** The service accepts one specified reminder per day and document (docs/api/resources.md#payment-reminder). */
const dayAndTemplate = ({ exceededDays, emailTemplateId }: ServiceRecord | IDataObject): string =>
	`${Number(textFrom(exceededDays))} ${textFrom(emailTemplateId)}`;

function remindersPathOf({ client }: OperationCall, ids: FilledRequest['ids']) {
	const { method, path } = splitRoute(client.routeFor(remindersRequest.route));
	return { method, path: fillPath(path, ids) };
}

async function remindersOf(call: OperationCall, filled: FilledRequest): Promise<ServiceRecord[]> {
	const { client } = call;
	const { ids } = filled;
	const { method, path } = remindersPathOf(call, ids);
	const activity = `reading the reminders of the document before ${filled.activity}`;
	const answer = await client.request({ method, path, ids, activity });
	const { organization } = client.connection;
	const records = readList(answer, activity, 'reminders').records.flatMap<ServiceRecord>(
		(one) => asLeft(call, filled, one, organization) ?? [],
	);
	return client.preview?.listed(path, records) ?? records;
}

const asLeft: NonNullable<Existing['asLeft']> = (call, { ids }, record, organization) => {
	const change = changeOf(call, `${remindersPathOf(call, ids).path}/${idOf(record)}`);
	if (change?.left === undefined || change.organization !== organization) return record;
	return change.left === 'deleted' ? undefined : { ...record, ...change.left };
};

/** After a change of a reminder, for which the service has no request to read it by its ID. */
export function rememberReminder(
	call: OperationCall,
	id: string,
	left: ServiceRecord | 'deleted',
): void {
	const ids = { accountingDocumentId: accountingDocumentId.read(call.form) };
	rememberChange(call, `${remindersPathOf(call, ids).path}/${id}`, left);
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
	const same = (await remindersOf(call, filled)).find(
		(one) => idOf(one) !== filled.ids.reminderId && dayAndTemplate(one) === dayAndTemplate(body),
	);
	if (same) refuseSame(same, 'update that reminder');
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
	asLeft,
	refuse: (same) => refuseSame(same, 'choose Skip in If It Exists'),
};
