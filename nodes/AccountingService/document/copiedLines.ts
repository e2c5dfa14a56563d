import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { refuseInput } from '../../shared/client/errors';
import { ExactNumber } from '../../shared/client/json';
import { Decimal } from '../../shared/decimal';
import { manualVatRecap } from '../../shared/documents/choices';
import { lineItemFields } from '../../shared/documents/lineFields';
import { isEmpty } from '../../shared/fields/values';
import { namesOfDocuments } from '../sentence';
import { negated, pick } from './copiedFields';
import { lineAmounts } from './lineAmounts';
import { type LinePart, totalNameOf, type TotalName, totalOfPart, wholeOf } from './lineParts';
import { needsManualRecap, objectsIn } from './rules';

/** The service sets them for each document. A store item may move stock, so the user decides about it. */
const notOfLines = ['id', 'autoFinancialAccountStatus', 'storeItemId'];

/** A line to copy, with another quantity. */
export interface ChosenLine {
	/** 1 is the first line of the original. */
	lineNumber: number;
	/** Undefined for the quantity of the original. */
	quantity?: Decimal;
}

/** A line of the original, or a part of it, that a copy contains. */
export interface TakenLine {
	/** Of the line in the original, from 0. */
	index: number;
	line: IDataObject;
	/** Undefined for the line as it is. */
	quantity?: Decimal;
	/** The total that the service computes with; undefined for a text without amounts. */
	name?: TotalName;
	/** With the sign of the original. */
	total?: Decimal;
}

/** Also if the service shows the default for a type that needs the manual recap. */
export const hasManualRecap = ({ type, vatRecapCalculationMode }: ServiceRecord): boolean =>
	needsManualRecap(type) || Number(vatRecapCalculationMode) === manualVatRecap;

export const allLines = (original: ServiceRecord): TakenLine[] =>
	objectsIn(original.lineItems).map((line, index) => wholeLine(original, line, index));

/**
 * @param earlier parts of each line that credit notes have already
 * @throws ServiceError (badInput) for lines that cannot be chosen
 */
export function chosenLines(
	original: ServiceRecord,
	chosen: ChosenLine[],
	earlier: LinePart[][],
): TakenLine[] {
	if (hasManualRecap(original)) {
		refuseInput(
			'linesToCopy',
			`Document ${namesOfDocuments([original])} has a manual VAT recap, so the node cannot compute the sums of chosen line items`,
			'Copy all line items. Or use Create, and enter the line items, the totals and the VAT recap.',
		);
	}
	const lines = objectsIn(original.lineItems);
	const numbers = chosen.map(({ lineNumber }) => lineNumber);
	const twice = numbers.find((number, index) => numbers.indexOf(number) !== index);
	if (twice !== undefined) {
		refuseInput('chosenLines', `Line item ${twice} is chosen twice`, 'Enter each line item once.');
	}
	return chosen.map(({ lineNumber, quantity }) => {
		const index = lineNumber - 1;
		const line = lines[index];
		if (line === undefined) {
			refuseInput(
				'chosenLines',
				`Document ${namesOfDocuments([original])} has no line item ${lineNumber}. It has ${lines.length}`,
				'Correct the Line Item Number. The first one is 1.',
			);
		}
		if (quantity)
			refuseOtherQuantity(
				line,
				quantity,
				`line item ${lineNumber} of document ${namesOfDocuments([original])}`,
			);
		const isWhole = !quantity || quantity.equals(Decimal.from(line.qt) ?? Decimal.zero);
		if (isWhole) return wholeLine(original, line, index);
		return partOfLine(original, line, { index, quantity, earlier: earlier[index] ?? [] });
	});
}

/** @throws ServiceError (badInput) for a quantity that is zero, of another sign or larger than that of the original */
function refuseOtherQuantity(line: IDataObject, quantity: Decimal, place: string): void {
	const most = Decimal.from(line.qt) ?? Decimal.zero;
	const isSameSign = quantity.sign === most.sign;
	if (!quantity.isZero && isSameSign && quantity.abs().compare(most.abs()) <= 0) return;
	refuseInput(
		'chosenLines',
		`Quantity ${quantity.toString()} does not fit ${place}, which has the Quantity ${most.toString()}`,
		most.isZero
			? 'To copy the line item as it is, leave Quantity empty.'
			: `Enter a Quantity ${most.sign > 0 ? 'above 0, up to' : 'below 0, down to'} ${most.toString()}.`,
	);
}

function wholeLine(original: ServiceRecord, line: IDataObject, index: number): TakenLine {
	const name = totalNameOf(original, line);
	const hasAmount = lineAmounts.some((amount) => !isEmpty(line[amount]));
	if (name === undefined && hasAmount) refuseWithoutTotal(original, index);
	return { index, line, name, total: wholeOf(line, name)?.total };
}

function partOfLine(
	original: ServiceRecord,
	line: IDataObject,
	{ index, quantity, earlier }: { index: number; quantity: Decimal; earlier: LinePart[] },
): TakenLine {
	const name = totalNameOf(original, line);
	const whole = wholeOf(line, name);
	if (!whole) return refuseWithoutTotal(original, index);
	const total = totalOfPart(whole, quantity, earlier, original.currency);
	return { index, line, quantity, name, total };
}

const refuseWithoutTotal = (original: ServiceRecord, index: number): never =>
	refuseInput(
		'linesToCopy',
		`Line item ${index + 1} of document ${namesOfDocuments([original])} has no total, so the node cannot copy its amount`,
		'Use Create, and enter the line items.',
	);

/**
 * A line of the request: all five amounts as they are, or the total from which the service computes the others
 * (docs/api/writes.md).
 */
export function lineToSend(
	{ line, quantity, name, total }: TakenLine,
	{ isReversed }: { isReversed: boolean },
): IDataObject {
	const known = pick(lineItemFields, line);
	const names = Object.keys(known).filter(
		(one) => !notOfLines.includes(one) && !lineAmounts.some((amount) => amount === one),
	);
	const isComplete = !quantity && lineAmounts.every((amount) => !isEmpty(known[amount]));
	const amounts = isComplete ? lineAmounts : name === undefined ? [] : [name];
	const copied = Object.fromEntries([...names, ...amounts].map((one) => [one, known[one]]));
	if (quantity && name && total) {
		copied.qt = new ExactNumber(quantity.toString());
		copied[name] = new ExactNumber(total.toString());
	}
	return isReversed ? negated(copied, ['qt', 'total', 'totalVatExcl', 'vatValue']) : copied;
}
