import type { IDataObject } from 'n8n-workflow';

import { readList } from '../../../shared/client/envelope';
import { refuseInput } from '../../../shared/client/errors';
import { differences } from '../../../shared/fields/differences';
import { fillPath, splitRoute } from '../../../shared/client/route';
import { currentFrom, type Precondition, routeOf } from '../../kinds/declared';
import { reminderFields } from './fields';

const listRequest = {
	route: 'GET /v2/accountingdocuments/{accountingDocumentId}/reminders',
	basis: 'payment-reminders [D]',
} as const;

/** Found in the list of its document, since a single one cannot be asked for. */
export const currentReminder = currentFrom(listRequest, (answer, ids, what) =>
	readList(answer, what).records.find(({ id }) => String(id) === ids.reminderId),
);

/** Only one given reminder per day per document (docs/api/resources.md#payment-reminder). */
export const oncePerDay: Precondition = {
	request: listRequest,
	async check({ client }, { ids, what: purpose }, body: IDataObject) {
		const { method, path } = splitRoute(routeOf(client, listRequest.route));
		const what = `reading the reminders of the document before ${purpose}`;
		const answer = await client.request({ method, path: fillPath(path, ids), ids, what });
		const { exceededDays, emailTemplateId } = body;
		const same = readList(answer, what).records.find(
			(other) =>
				String(other.id) !== ids.reminderId &&
				differences(reminderFields, { exceededDays, emailTemplateId }, other).length === 0,
		);
		if (!same) return;
		refuseInput(
			'exceededDays',
			`The document has this reminder on that day already (Reminder ID ${String(same.id)})`,
			'The service takes one given reminder per day and document. Choose another number of Days After Due Date, or update that reminder.',
		);
	},
};
