/** Accounting documents from uploaded scans: `POST /v2/accountingdocuments/scans` (docs/api/requests.md#scans). */
import { z } from 'zod';

import { fieldError, invalid, record } from '../http/answers';
import type { Operations } from '../http/operations';
import type { AccountingDocuments } from './accountingDocuments';
import { paymentType } from './accountingDocuments/contract';
import type { Store } from './accountingDocuments/store';
import { int64, text } from './fields';
import { CURRENCY } from './organization';
import type { Uploads } from './uploads';

const RECEIVED = 0;
const INVOICE = 0;
const DOMESTIC = 1;

/** Clients send file IDs as text; a number is accepted too. */
const fileId = z.union([int64, z.string().regex(/^\d{1,19}$/)]);
const request = z
	.array(
		z.strictObject({
			files: z.array(fileId).min(1),
			customerInstructions: text,
			note: text,
			paymentType: paymentType.nullish(),
		}),
	)
	.min(1);
export const scansResult = z.array(
	z.strictObject({ accountingDocumentId: int64, files: z.array(int64) }),
);

export class Scans {
	/** Files and note of documents from scans, by the document's key. */
	readonly byDocument = new Map<number, { files: number[]; note: string | null }>();

	constructor(
		private readonly documents: AccountingDocuments,
		private readonly store: Store,
		private readonly uploads: Uploads,
	) {}

	operations(): Operations<'createFromScans'> {
		return {
			createFromScans: {
				kind: 'creates',
				method: 'POST',
				path: '/v2/accountingdocuments/scans',
				basis: 'scans [C]',
				carries: 'json',
				answer: (call) => {
					const requested = call.record(request);
					const files = requested.map((one, index) =>
						one.files.map((id, place) => this.fileId(id, `${index}.files.${place}`)),
					);
					const result = requested.map(({ customerInstructions, note, ...one }, index) => {
						const key = this.documents.create({
							type: INVOICE,
							direction: RECEIVED,
							currency: CURRENCY,
							vatCountryType: DOMESTIC,
							description: note,
							paymentType: one.paymentType,
						});
						this.byDocument.set(key, { files: files[index], note: customerInstructions ?? null });
						return { accountingDocumentId: this.store.records.idOf(key), files: files[index] };
					});
					return record(result);
				},
			},
		};
	}

	private fileId(id: z.infer<typeof fileId>, name: string): number {
		const file = this.uploads.find(id);
		if (file === undefined)
			throw invalid([fieldError(name, 'unknown_file', 'is no uploaded file')]);
		return file.id;
	}
}
