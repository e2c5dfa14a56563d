import type { IDataObject } from 'n8n-workflow';

import { readList, type ServiceRecord } from '../../../shared/client/envelope';
import { refuseInput } from '../../../shared/client/errors';
import { differences } from '../../../shared/fields/differences';
import { fillPath, splitRoute } from '../../../shared/client/route';
import { idOf } from '../../../shared/lists/ids';
import type { Existing } from '../../kinds/create';
import { currentFrom, type FilledRequest, type Precondition } from '../../kinds/declared';
import type { OperationCall } from '../../operation';
import { reminderFields } from './record';
import { formField } from '../../../shared/fields/formField';
import { choice } from '../../../shared/fields/describe';

const remindersRequest = {
	route: 'GET /v2/accountingdocuments/{accountingDocumentId}/reminders',
	basis: 'payment-reminders [D]',
} as const;

/** Finds a reminder in the list of its document, because the service has no request for a single one. */
export const currentReminder = currentFrom(remindersRequest, (answer, ids, what) =>
	readList(answer, what, 'reminders').records.find((one) => idOf(one) === ids.reminderId),
);

/** The service accepts one specified reminder per day and document (docs/api/resources.md#payment-reminder). */
async function sameOnThatDay(
	{ client }: OperationCall,
	{ ids, what: purpose }: FilledRequest,
	{ exceededDays, emailTemplateId }: IDataObject,
): Promise<ServiceRecord | undefined> {
	const { method, path } = splitRoute(client.routeFor(remindersRequest.route));
	const what = `reading the reminders of the document before ${purpose}`;
	const listPath = fillPath(path, ids);
	const answer = await client.request({ method, path: listPath, ids, what });
	const { records } = readList(answer, what, 'reminders');
	return (client.preview?.listed(listPath, records) ?? records).find(
		(other) =>
			idOf(other) !== ids.reminderId &&
			differences(reminderFields, { exceededDays, emailTemplateId }, other).length === 0,
	);
}

function refuseSame(same: ServiceRecord, remedy: string): never {
	return refuseInput(
		'exceededDays',
		`The document already has this reminder on that day (Reminder ID ${idOf(same)})`,
		`The service accepts one reminder per day and document. Enter another value for Days After Due Date, or ${remedy}.`,
	);
}

/** For an update. */
export const oncePerDay: Precondition = async (...args) => {
	const same = await sameOnThatDay(...args);
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
			{ usual: 'skip' },
		),
	),
	async find(...args) {
		const same = await sameOnThatDay(...args);
		return same ? [same] : [];
	},
	refuse: (same) => refuseSame(same, 'choose Skip in If It Exists'),
};
