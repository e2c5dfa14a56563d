import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { refuseInput } from '../../shared/client/errors';
import { ExactNumber } from '../../shared/client/json';
import { isObject } from '../../shared/client/message';
import { Decimal } from '../../shared/decimal';
import { cashTypes, creditNote, manualVatRecap } from '../../shared/documents/choices';
import { documentFields } from '../../shared/documents/record';
import { lineItemFields } from '../../shared/documents/lineFields';
import { acceptedFields, type ServiceFields } from '../../shared/fields/describe';
import { isEmpty } from '../../shared/fields/values';
import { lineAmounts } from './lineAmounts';
import { isBankAccount, issued } from './rules';

/** What a new document takes over from its original. Everything that is not listed here or below is left out. */
export const copiedFields = [
	'direction',
	'currency',
	'vatCountryType',
	'contact',
	'vatRecapCalculationMode',
	'roundingType',
	'vatPaymentMode',
	'categoryId',
	'preferredBranch',
	'preferredProject',
	'language',
] as const;

/** A credit note has the exchange rates of its invoice. Another document has those of its own date. */
export const copiedByCreditNotes = ['exchRate', 'vatExchRate', 'sadExchRate'] as const;

/** Sums that the service does not compute: in manual mode, and without line items. */
export const copiedSums = ['total', 'totalVatExcl', 'vatRecap'] as const;

/** The service sets them for each document. A store item may move stock, so the user decides about it. */
const notOfLines = ['id', 'autoFinancialAccountStatus', 'storeItemId'];

/** In each pair: which one the service computes the others from, without and with VAT included. */
const pricesByMode = ['unitPriceVatExcl', 'unitPrice'] as const;
const totalsByMode = ['totalVatExcl', 'total'] as const;

/** Start From VAT Included. */
const vatIncluded = 1;

/** A line to copy, with another quantity. */
export interface ChosenLine {
	/** 1 is the first line of the original. */
	lineNumber: number;
	/** Undefined for the quantity of the original. */
	quantity?: Decimal;
}

interface CopySettings {
	/** The type of the new document, as a number of the service. */
	type: number;
	/** Whether quantities and totals get the opposite sign. */
	isReversed: boolean;
	hasStoreItems: boolean;
	/** Undefined for all lines. */
	chosen?: ChosenLine[];
}

/**
 * The values that a new document takes over from an original (docs/reference/create.md#from-another-document).
 * @param original read with {@link parseToSend}, so that amounts and IDs keep all their digits
 * @throws ServiceError (badInput) for lines that cannot be chosen
 */
export function copyOf(original: ServiceRecord, settings: CopySettings): IDataObject {
	const { type, isReversed, chosen } = settings;
	const isManual = Number(original.vatRecapCalculationMode) === manualVatRecap;
	const lineItems = chosen ? copyChosenLines(original, settings) : allLines(original, settings);
	const names = [
		...copiedFields,
		...(type === creditNote ? copiedByCreditNotes : []),
		...(cashTypes.includes(type) ? ['cashRegisterId'] : []),
		...(isManual || lineItems.length === 0 ? copiedSums : []),
	];
	const taken = pick(documentFields, original, names);
	return {
		...(isReversed ? withReversedSums(taken) : taken),
		...copiedBankAccounts(original),
		...(lineItems.length > 0 && { lineItems }),
		type,
	};
}

/** The published fields with a value, at any depth, without those that only the service sets. */
function pick(fields: ServiceFields, record: object, names?: readonly string[]): IDataObject {
	const values = record as IDataObject;
	const picked = acceptedFields(fields).flatMap(([name, { fields: inner }]) => {
		const value = values[name];
		if (isEmpty(value) || (names && !names.includes(name))) return [];
		if (!inner) return [[name, value]];
		if (Array.isArray(value))
			return [[name, value.filter(isObject).map((row) => pick(inner, row))]];
		return isObject(value) ? [[name, pick(inner, value)]] : [];
	});
	return Object.fromEntries(picked) as IDataObject;
}

const objects = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);

/** An issued document names an account of the organization, a received one the account of the supplier. */
function copiedBankAccounts(original: ServiceRecord): IDataObject {
	const wanted =
		Number(original.direction) === issued
			? ['bankAccountId']
			: ['number', 'bankCode', 'iban', 'swift'];
	const lists = Object.entries(original).filter(
		([name, value]) => !Object.hasOwn(documentFields, name) && objects(value).some(isBankAccount),
	);
	return Object.fromEntries(
		lists.map(([name, rows]) => [
			name,
			objects(rows).map((row) =>
				Object.fromEntries(
					wanted.filter((key) => !isEmpty(row[key])).map((key) => [key, row[key]]),
				),
			),
		]),
	) as IDataObject;
}

function allLines(original: ServiceRecord, settings: CopySettings): IDataObject[] {
	return objects(original.lineItems).map((line) => copiedLine(original, line, settings));
}

function copyChosenLines(original: ServiceRecord, settings: CopySettings): IDataObject[] {
	if (Number(original.vatRecapCalculationMode) === manualVatRecap) {
		refuseInput(
			'linesToCopy',
			'The document has a manual VAT recap, so the node cannot compute the sums of chosen line items',
			'Copy all line items. Or use Create, and enter the line items, the totals and the VAT recap.',
		);
	}
	const lines = objects(original.lineItems);
	const { chosen = [] } = settings;
	const numbers = chosen.map(({ lineNumber }) => lineNumber);
	const twice = numbers.find((number, index) => numbers.indexOf(number) !== index);
	if (twice !== undefined) {
		refuseInput('chosenLines', `Line item ${twice} is chosen twice`, 'Enter each line item once.');
	}
	return chosen.map(({ lineNumber, quantity }) => {
		const line = lines[lineNumber - 1];
		if (line === undefined) {
			refuseInput(
				'chosenLines',
				`The document has no line item ${lineNumber}. It has ${lines.length}`,
				'Correct the Line Item Number. The first one is 1.',
			);
		}
		if (quantity) refuseOtherQuantity(line, lineNumber, quantity);
		return copiedLine(original, line, settings, quantity);
	});
}

/** @throws ServiceError (badInput) for a quantity that is zero, of another sign or larger than that of the original */
function refuseOtherQuantity(line: IDataObject, lineNumber: number, quantity: Decimal): void {
	const most = Decimal.from(line.qt) ?? Decimal.zero;
	const isSameSign = quantity.compare(Decimal.zero) === most.compare(Decimal.zero);
	if (!quantity.isZero && isSameSign && quantity.abs().compare(most.abs()) <= 0) return;
	refuseInput(
		'chosenLines',
		`Quantity ${quantity.toString()} of line item ${lineNumber} does not fit the original, which has ${most.toString()}`,
		most.isZero
			? 'To copy the line item as it is, leave Quantity empty.'
			: `Enter a Quantity ${most.compare(Decimal.zero) > 0 ? 'above 0, up to' : 'below 0, down to'} ${most.toString()}.`,
	);
}

/**
 * All five amounts as they are, or one from which the service computes the others (docs/api/writes.md).
 * @param quantity instead of that of the original
 */
function copiedLine(
	{ vatRecapCalculationMode }: ServiceRecord,
	line: IDataObject,
	{ isReversed, hasStoreItems }: CopySettings,
	quantity?: Decimal,
): IDataObject {
	const known = pick(lineItemFields, line);
	const left = notOfLines.filter((name) => name !== 'storeItemId' || !hasStoreItems);
	const names = Object.keys(known).filter(
		(name) => !left.includes(name) && !lineAmounts.some((one) => one === name),
	);
	const isComplete = quantity === undefined && lineAmounts.every((name) => !isEmpty(known[name]));
	const isIncluded = Number(vatRecapCalculationMode) === vatIncluded;
	const amounts = isComplete ? lineAmounts : oneAmount(known, isIncluded, quantity);
	const copied = Object.fromEntries([...names, ...amounts].map((name) => [name, known[name]]));
	if (quantity) copied.qt = new ExactNumber(quantity.toString());
	return isReversed ? negated(copied, ['qt', ...totalsByMode, 'vatValue']) : copied;
}

/** The unit price of the mode, else what the line has. A unit price needs a quantity. */
function oneAmount(line: IDataObject, isIncluded: boolean, quantity?: Decimal): string[] {
	const number = quantity ?? Decimal.from(line.qt);
	const prices = number && !number.isZero ? pricesByMode : [];
	// A total would be wrong for another quantity.
	const totals = quantity ? [] : totalsByMode;
	const byMode = (names: readonly string[]) => (isIncluded ? [...names].reverse() : [...names]);
	const found = [...byMode(prices), ...byMode(totals)].find((name) => !isEmpty(line[name]));
	if (found === undefined && quantity) {
		refuseInput(
			'chosenLines',
			'A chosen line item has no unit price, so its quantity cannot change',
			'Copy all line items, or use Create.',
		);
	}
	return found === undefined ? [] : [found];
}

function withReversedSums({ vatRecap, ...values }: IDataObject): IDataObject {
	const recap = objects(vatRecap).map((row) => negated(row, ['base', 'vatAmount', 'total']));
	return {
		...negated(values, ['total', 'totalVatExcl']),
		...(vatRecap !== undefined && { vatRecap: recap }),
	};
}

function negated(values: IDataObject, names: readonly string[]): IDataObject {
	const reversed = names.flatMap((name) => {
		const value = Decimal.from(values[name]);
		return value ? [[name, new ExactNumber(Decimal.zero.minus(value).toString())]] : [];
	});
	return { ...values, ...Object.fromEntries(reversed) } as IDataObject;
}
