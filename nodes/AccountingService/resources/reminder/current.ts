import type { IDataObject } from 'n8n-workflow';

import { readList, type ServiceRecord } from '../../../shared/client/envelope';
import { refuseInput } from '../../../shared/client/errors';
import { differences } from '../../../shared/fields/differences';
import { fillPath, splitRoute } from '../../../shared/client/route';
import type { Existing } from '../../kinds/create';
import { currentFrom, type FilledRequest, type Precondition, routeOf } from '../../kinds/declared';
import type { OperationCall } from '../../operation';
import { reminderFields } from './fields';

const listRequest = {
	route: 'GET /v2/accountingdocuments/{accountingDocumentId}/reminders',
	basis: 'payment-reminders [D]',
} as const;

/** Found in the list of its document, since a single one cannot be asked for. */
export const currentReminder = currentFrom(listRequest, (answer, ids, what) =>
	readList(answer, what).records.find(({ id }) => String(id) === ids.reminderId),
);

/** The one given reminder per day that a document takes (docs/api/resources.md#payment-reminder). */
async function sameOnThatDay(
	{ client }: OperationCall,
	{ ids, what: purpose }: FilledRequest,
	{ exceededDays, emailTemplateId }: IDataObject,
): Promise<ServiceRecord | undefined> {
	const { method, path } = splitRoute(routeOf(client, listRequest.route));
	const what = `reading the reminders of the document before ${purpose}`;
	const answer = await client.request({ method, path: fillPath(path, ids), ids, what });
	return readList(answer, what).records.find(
		(other) =>
			String(other.id) !== ids.reminderId &&
			differences(reminderFields, { exceededDays, emailTemplateId }, other).length === 0,
	);
}

function refuseSame({ id }: ServiceRecord, remedy: string): never {
	return refuseInput(
		'exceededDays',
		`The document has this reminder on that day already (Reminder ID ${String(id)})`,
		`The service takes one given reminder per day and document. Choose another number of Days After Due Date, or ${remedy}.`,
	);
}

/** For an update. */
export const oncePerDay: Precondition = {
	request: listRequest,
	async check(...args) {
		const same = await sameOnThatDay(...args);
		if (same) refuseSame(same, 'update that reminder');
	},
};

/** For a new one. */
export const existingReminder: Existing = {
	request: listRequest,
	property: {
		displayName: 'If It Exists',
		name: 'ifExists',
		type: 'options',
		options: [
			{ name: 'Fail', value: 'fail', description: 'Stop at the item and name the reminder' },
			{ name: 'Skip', value: 'skip', description: 'Return the reminder that is there' },
		],
		default: 'skip',
		description: 'What to do when the document has the same reminder on that day',
	},
	async find(call, ...args) {
		const same = await sameOnThatDay(call, ...args);
		if (same && call.form.get('ifExists') === 'fail') {
			refuseSame(same, 'choose Skip in If It Exists');
		}
		return same;
	},
};
