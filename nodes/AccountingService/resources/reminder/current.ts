import { readList } from '../../../shared/client/envelope';
import { currentFrom } from '../../kinds/current';

/** Found in the list of its document, since a single one cannot be asked for. */
export const currentReminder = currentFrom(
	{
		route: 'GET /v2/accountingdocuments/{accountingDocumentId}/reminders',
		basis: 'facts 6.2 [D]',
	},
	(answer, ids, what) =>
		readList(answer, what).records.find(({ id }) => String(id) === ids.reminderId),
);
