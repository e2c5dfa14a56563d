import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { Decimal } from '../../shared/decimal';
import { cashTypes, creditNote, manualVatRecap, sideOf } from '../../shared/documents/choices';
import { documentFields } from '../../shared/documents/documentRecord';
import { isEmpty } from '../../shared/fields/values';
import { negated, pick } from './copiedFields';
import { allLines, type ChosenLine, chosenLines, hasManualRecap, lineToSend } from './copiedLines';
import {
	balanceOf,
	type CreditBalance,
	creditedOf,
	signed,
	type TooMany,
	tooManyIn,
} from './credited';
import { expectedOfLines, type ExpectedTotal } from './expectedTotal';
import { allowedLine, isBankAccount, needsManualRecap, objectsIn } from './rules';

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

interface CopySettings {
	/** The type of the new document, as a number of the service. */
	type: number;
	/** Whether quantities and totals get the opposite sign. */
	isReversed: boolean;
	/** Undefined for all lines. */
	chosen?: ChosenLine[];
}

/** A copy, ready to be sent with what it has of its own. */
export interface Copied {
	body: IDataObject;
	/** Undefined if the original does not show it. */
	expected?: ExpectedTotal;
	/** Of a credit note; undefined if a total is unknown. */
	balance?: CreditBalance;
	/** Of a credit note. */
	tooMany?: TooMany;
}

/**
 * The values that a new document takes over from an original (docs/reference/create.md#from-another-document).
 * @param original read with {@link parseToSend}, so that amounts and IDs keep all their digits
 * @param notes its credit notes
 * @throws ServiceError (badInput) for lines that cannot be chosen
 */
export function copyOf(
	original: ServiceRecord,
	settings: CopySettings,
	notes: ServiceRecord[],
): Copied {
	const { type, isReversed, chosen } = settings;
	const isManual = hasManualRecap(original) || needsManualRecap(type);
	const credited = creditedOf(original, notes, isReversed);
	const taken = chosen ? chosenLines(original, chosen, credited.parts) : allLines(original);
	const { direction } = original;
	const lineItems = taken.map((one) =>
		allowedLine(lineToSend(one, settings), direction, () => true),
	);
	const names = [
		...copiedFields,
		...(type === creditNote ? copiedByCreditNotes : []),
		...(cashTypes.includes(type) ? ['cashRegisterId'] : []),
		...(isManual || lineItems.length === 0 ? copiedSums : []),
	];
	const values = pick(documentFields, original, names);
	const total = Decimal.from(original.total);
	const expected: ExpectedTotal | undefined = chosen
		? expectedOfLines(original, taken, credited)
		: total && { total, isUnrounded: false };
	return {
		body: {
			...(isReversed ? withReversedSums(values) : values),
			...copiedBankAccounts(original),
			...(needsManualRecap(type) && { vatRecapCalculationMode: manualVatRecap }),
			...(lineItems.length > 0 && { lineItems }),
			type,
		},
		expected: expected && {
			...expected,
			total: signed(expected.total, isReversed),
			totalByLine: expected.totalByLine && signed(expected.totalByLine, isReversed),
		},
		balance: expected && balanceOf(original, credited, expected.total),
		tooMany: tooManyIn(original, taken, credited),
	};
}

/**
 * An issued document names an account of the organization, a received one the account of the supplier. A row without it
 * would be refused (rules.ts).
 */
function copiedBankAccounts(original: ServiceRecord): IDataObject {
	const wanted =
		sideOf(original.direction) === 'issued'
			? ['bankAccountId']
			: ['number', 'bankCode', 'iban', 'swift'];
	const lists = Object.entries(original).filter(
		([name, value]) => !Object.hasOwn(documentFields, name) && objectsIn(value).some(isBankAccount),
	);
	return Object.fromEntries(
		lists.flatMap(([name, rows]) => {
			const kept = objectsIn(rows).map((row) =>
				wanted.filter((key) => !isEmpty(row[key])).map((key) => [key, row[key]]),
			);
			const filled = kept.filter((row) => row.length > 0);
			return filled.length > 0 ? [[name, filled.map((row) => Object.fromEntries(row))]] : [];
		}),
	) as IDataObject;
}

function withReversedSums({ vatRecap, ...values }: IDataObject): IDataObject {
	const recap = objectsIn(vatRecap).map((row) => negated(row, ['base', 'vatAmount', 'total']));
	return {
		...negated(values, ['total', 'totalVatExcl']),
		...(vatRecap !== undefined && { vatRecap: recap }),
	};
}
