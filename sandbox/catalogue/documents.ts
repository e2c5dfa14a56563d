/** What else is done with a document: sent by e-mail, given attachments, asked for its possible states. */
import { z } from 'zod';

import { empty, fieldError, invalid, record } from '../http/answers';
import { headerParameter } from '../http/multipart';
import { STATES } from '../generated/texts';
import type { AccountingDocuments } from '../resources/accountingDocuments';
import type { Store } from '../resources/accountingDocuments/store';
import type { Coin, Privates } from '.';

const mail = z.strictObject({
	recipients: z.array(z.email()).min(1),
	subject: z.string().optional(),
});

export type Attachment = {
	document: string;
	fileName: string | null;
	size: number;
	sha256: string;
};

/** What was sent and attached, in order; documents are told by their ids. */
export class SentThings {
	readonly mails: Array<z.infer<typeof mail> & { document: string }> = [];
	readonly attachments: Attachment[] = [];
}

export function documentOperations(
	sent: SentThings,
	store: Store,
	documents: AccountingDocuments,
	coin: Coin,
): Privates {
	const ofDocument = '/v2/accountingdocuments/:accountingDocumentId';
	const field = coin('priloha').replace('-', '');
	return {
		sendDocument: {
			operation: {
				kind: 'creates',
				method: 'POST',
				path: `${ofDocument}/${coin('odeslat')}`,
				basis: 'no-published-path: email [S, named only]',
				carries: 'json',
				answer: (call) => {
					const document = String(store.records.idOf(documents.keyOf(call)));
					sent.mails.push({ document, ...call.record(mail) });
					return empty();
				},
			},
		},
		attachForm: {
			field,
			operation: {
				kind: 'creates',
				method: 'POST',
				path: `${ofDocument}/${coin('prilohy')}`,
				basis: 'no-published-path: attachments [S, named only]',
				carries: 'multipart/form-data',
				answer: (call) => {
					const document = String(store.records.idOf(documents.keyOf(call)));
					const [part] = call.parts;
					const disposition = part?.headers['content-disposition'] ?? '';
					if (call.parts.length !== 1 || headerParameter(disposition, 'name') !== field)
						throw invalid([fieldError(field, 'field_missing', 'must be the one field')]);
					const { size, sha256 } = part;
					const fileName = headerParameter(disposition, 'filename') ?? null;
					sent.attachments.push({ document, fileName, size, sha256 });
					return record({ id: sent.attachments.length, size });
				},
			},
		},
		attachFile: {
			operation: {
				kind: 'replaces',
				method: 'PUT',
				path: `${ofDocument}/${coin('soubor')}`,
				basis: 'no-published-path: attach a scan [S, named only]',
				carries: 'file',
				answer: (call) => {
					const document = String(store.records.idOf(documents.keyOf(call)));
					const [part] = call.parts;
					if (part === undefined) throw invalid([fieldError('body', 'empty_file', 'is empty')]);
					const { size, sha256 } = part;
					sent.attachments.push({ document, fileName: null, size, sha256 });
					return record({ size, sha256 });
				},
			},
		},
		possibleStates: {
			operation: {
				kind: 'read',
				method: 'GET',
				path: `${ofDocument}/${coin('stavy')}`,
				basis: 'no-published-path: possible states [S, named only]',
				answer: (call) => {
					documents.keyOf(call);
					return record(STATES);
				},
			},
		},
	};
}
