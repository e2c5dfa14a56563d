import type { IDataObject } from 'n8n-workflow';

import { amountText, Decimal } from '../../shared/decimal';
import { directions, documentTypes, issued, sideOf } from '../../shared/documents/choices';
import { choiceLabel, valueAt } from '../../shared/fields/describe';
import { isEmpty } from '../../shared/fields/values';
import { asWord, contactInWords } from '../sentence';
import type { Draft } from './drafts';
import { objectsIn } from './rules';

/** "Invoice (Order Number O-1) for Example Ltd: 2 line items, 505.50 CZK without VAT" */
export function newDocumentInWords({
	body,
	unique,
	group,
	call,
}: Pick<Draft, 'body'> & Partial<Draft>): string {
	const isReceived = sideOf(body.direction ?? issued) !== 'issued';
	const type = String(choiceLabel(documentTypes, body.type ?? ''));
	const side = isReceived ? `${choiceLabel(directions, body.direction)} ` : '';
	// The sentence names the original.
	const isCopy = unique?.field === 'relatedAccountingDocumentId';
	const key = isCopy ? '' : asWord(unique?.name ?? group ?? '');
	const contact = contactInWords(body.contact, valueAt(call?.form.entered, 'contact.contactId'));
	const about = [linesInWords(body), moneyInWords(body)].filter((one) => one !== '');
	return [
		`${side}${type || 'document'}`,
		key && ` (${key})`,
		contact && ` ${isReceived ? 'from' : 'for'} ${contact}`,
		about.length > 0 && `: ${about.join(', ')}`,
	]
		.filter(Boolean)
		.join('');
}

function linesInWords({ lineItems }: IDataObject): string {
	const { length } = objectsIn(lineItems);
	return length === 0 ? '' : `${length} line item${length === 1 ? '' : 's'}`;
}

/** The total, or else the sum of what the lines say. The service computes the rest. */
function moneyInWords({ total, currency, lineItems }: IDataObject): string {
	const text = (amount: unknown) =>
		`${amountText(amount, currency)} ${String(currency ?? '')}`.trim();
	if (!isEmpty(total)) return text(total);
	const lines = objectsIn(lineItems);
	const withVat = sumOfLines(lines, 'total', 'unitPrice');
	if (withVat) return `${text(withVat.toString())} including VAT`;
	const withoutVat = sumOfLines(lines, 'totalVatExcl', 'unitPriceVatExcl');
	return withoutVat ? `${text(withoutVat.toString())} without VAT` : '';
}

/** @returns undefined unless each line has one of the two amounts */
function sumOfLines(lines: IDataObject[], total: string, unitPrice: string): Decimal | undefined {
	let sum: Decimal | undefined;
	for (const line of lines) {
		const price = Decimal.from(line[unitPrice]);
		const amount = Decimal.from(line[total]) ?? Decimal.from(line.qt)?.times(price ?? Decimal.zero);
		if (!amount || (isEmpty(line[total]) && !price)) return undefined;
		sum = (sum ?? Decimal.zero).plus(amount);
	}
	return sum;
}
