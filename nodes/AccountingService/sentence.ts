import type { ServiceRecord } from '../shared/client/envelope';
import { textFrom } from '../shared/client/json';
import { printable, shortened } from '../shared/client/redact';
import { amountText } from '../shared/decimal';
import { contactName } from '../shared/documents/contactFields';
import { nameOfDocument } from '../shared/documents/documentRecord';
import { paymentOf, settlementOf } from '../shared/documents/paymentStatus';
import { valueAt } from '../shared/fields/describe';
import { nameOfPicked } from '../shared/fields/readForm';
import { isBlank } from '../shared/fields/values';
import { idOf } from '../shared/lists/ids';

const maxName = 80;

/** A text of others in a sentence: one short line. */
export const asWord = (text: string, max = maxName): string =>
	shortened(printable(text).replace(/\s+/g, ' ').trim(), max);

/** Fills in the words of a sentence (operation.ts). */
export function fillSentence(sentence: string, words: Record<string, string>): string {
	const isFilled = (part: string) =>
		[...part.matchAll(/\{(\w+)\}/g)].every(([, name]) => !isBlank(words[name]));
	const kept = sentence.replace(/\[([^\]]*)\]/g, (_whole, part: string) =>
		isFilled(part) ? part : '',
	);
	return kept.replace(/\{(\w+)\}/g, (_whole, name: string) => words[name] ?? '');
}

/** "FV2026-0990, FV2026-0991" */
export const namesOfDocuments = (documents: ServiceRecord[]): string =>
	documents.map((one) => nameOfDocument(one, idOf(one))).join(', ');

/** "FV2026-0990 (Example Ltd, 2,602.11 CZK, paid)" @param document undefined if it was not read */
export function documentInWords(id: string, document: ServiceRecord | undefined): string {
	// "(document of row 1)": an earlier row would create it.
	const name = id.startsWith('(') ? `the ${id.slice(1, -1)}` : nameOfDocument(document, id);
	if (!document) return `document ${id}`;
	const about = aboutDocument(document);
	return about === '' ? name : `${name} (${about})`;
}

function aboutDocument(document: ServiceRecord): string {
	const { contact, total, currency } = document;
	const money = isBlank(total) ? '' : `${amountText(total, currency)} ${String(currency ?? '')}`;
	const about = [asWord(contactName(contact) ?? ''), money.trim(), paymentInWords(document)];
	return about.filter((one) => one !== '').join(', ');
}

/** "paid", or "of which 1,000.00 is due" if it is paid in part. */
function paymentInWords(document: ServiceRecord): string {
	const { total, due, isPaid } = settlementOf(paymentOf(document));
	if (isPaid) return 'paid';
	const isAll = !due || total?.equals(due) !== false;
	return isAll ? '' : `of which ${amountText(due.toString(), document.currency)} is due`;
}

/** `301 "Main Account"` if it was picked from the list. @param entered the field, as saved in the workflow */
export function idInWords(id: string, entered: unknown): string {
	const picked = nameOfPicked(entered);
	return picked === undefined ? id : `${id} "${asWord(picked)}"`;
}

/**
 * "Example Ltd", or the ID of a contact without entered details; '' for none.
 * @param entered the field Existing Contact, as saved in the workflow
 */
export function contactInWords(contact: unknown, entered?: unknown): string {
	const name = asWord(contactName(contact) ?? '');
	const id = textFrom(valueAt(contact, 'contactId'));
	return name || (id && `contact ${idInWords(id, entered)}`);
}
