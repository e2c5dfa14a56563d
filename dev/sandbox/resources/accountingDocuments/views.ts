/** The data for a search, from a document stored as an object. Generated documents need no object. */
import { toTenThousandths } from '../../decimal';
import { contactText } from '../../generated/contacts';
import type { View } from '../../generated/records';
import type { DocumentRecord } from './contract';

export function viewOf(document: DocumentRecord): View {
	return {
		type: document.type ?? -1,
		direction: document.direction ?? -1,
		paymentType: document.paymentType ?? -1,
		processingState: document.processingState ?? -1,
		state: document.state ?? '',
		currency: document.currency,
		variableSymbol: document.variableSymbol ?? '',
		orderNo: document.orderNo ?? null,
		externalNo: document.externalNo ?? null,
		issueDate: document.issueDate ?? '',
		total: Number(toTenThousandths(document.total ?? 0)),
	};
}

/** Whether the text search finds a lower-case needle (docs/api/requests.md#search). */
export function containsText(document: DocumentRecord, needle: string): boolean {
	const { description, creditNoteDescription, lineItems, contact } = document;
	const texts = [
		description,
		creditNoteDescription,
		...(lineItems ?? []).map((line) => line.description),
	];
	return (
		texts.some((text) => text?.toLowerCase().includes(needle)) ||
		contactText(contact ?? {}).includes(needle)
	);
}

/** The difference of two amounts, exactly. */
export const difference = (a: number, b: number): number =>
	Number(toTenThousandths(a) - toTenThousandths(b)) / 10_000;
