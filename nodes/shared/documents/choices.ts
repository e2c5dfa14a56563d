import { refuseInput } from '../client/errors';
import { textFrom } from '../client/json';
import { plainText } from '../fields/readValue';

/** The codes of the service (docs/api/resources.md#codes), with the labels of the numeric ones. */

/** Labels and descriptions. */
export const typeChoices = {
	0: ['Invoice', 'A request for payment of delivered goods or services'],
	1: ['Advance', 'A request for payment before delivery'],
	2: ['Tax Advance', 'The tax document for a paid advance'],
	3: ['Credit Note', 'Reduces or cancels an earlier invoice'],
	7: ['Cash Receipt', 'Cash received or paid, recorded in a cash register'],
	8: [
		'Simplified Invoice',
		'An invoice for a small amount without full customer details, recorded in a cash register',
	],
	10: ['Employee Advance', 'Cash for an employee to spend on behalf of the organization'],
	11: ['Cash Transfer', 'Cash moved between a cash register and another account, such as the bank'],
	12: ['Cash Uncategorized', 'A cash movement without a category'],
} as const;

/** The labels alone. */
export const documentTypes = Object.fromEntries(
	Object.entries(typeChoices).map(([code, [label]]) => [code, label]),
) as Record<keyof typeof typeChoices, string>;

type TypeRule = 'asksForPayment' | 'needsRegister' | 'hasManualRecap';

/**
 * Which rules a type has (docs/api/resources.md#rules-between-fields): it asks for payment, needs a cash register, and has
 * a VAT recap in manual mode. Others are where they apply: credit notes by {@link creditNote}.
 */
const typeRules: Record<keyof typeof typeChoices, Record<TypeRule, boolean>> = {
	0: { asksForPayment: true, needsRegister: false, hasManualRecap: false },
	1: { asksForPayment: true, needsRegister: false, hasManualRecap: false },
	2: { asksForPayment: false, needsRegister: false, hasManualRecap: false },
	3: { asksForPayment: false, needsRegister: false, hasManualRecap: false },
	7: { asksForPayment: false, needsRegister: true, hasManualRecap: true },
	8: { asksForPayment: false, needsRegister: true, hasManualRecap: false },
	10: { asksForPayment: false, needsRegister: true, hasManualRecap: true },
	11: { asksForPayment: false, needsRegister: true, hasManualRecap: true },
	12: { asksForPayment: false, needsRegister: true, hasManualRecap: true },
};

const typesWith = (rule: TypeRule): number[] =>
	Object.entries(typeRules)
		.filter(([, rules]) => rules[rule])
		.map(([code]) => Number(code));

export const payableTypes = typesWith('asksForPayment');
export const cashTypes = typesWith('needsRegister');
export const manualRecapTypes = typesWith('hasManualRecap');

export const invoice = 0;

export const advance = 1;

export const creditNote = 3;

export const cashReceipt = 7;

export const directions = { 0: 'Received', 1: 'Issued' } as const;

/** The direction of a new document if the form does not say otherwise. */
export const issued = 1;

export type Side = 'issued' | 'received';

/** Whether a document is issued to a customer or received from a supplier. Undefined if it does not say. */
export function sideOf(direction: unknown): Side | undefined {
	const code = textFrom(direction);
	return code === String(issued) ? 'issued' : code === '0' ? 'received' : undefined;
}

/** Scans were not seen with the other payment types (docs/api/resources.md#scan-request). */
export const scanPaymentTypes = {
	1: 'Bank Transfer',
	2: 'Cash',
	3: 'Cash on Delivery',
	4: 'Payment Card',
} as const;

export const paymentTypes = {
	...scanPaymentTypes,
	5: 'Set Off',
	6: 'Loan',
} as const;

/** The processing state of a document that refuses some changes (docs/api/resources.md#states). */
export const processedState = 1;

const failedState = 3;

/** The service has finished. */
export const finalProcessingStates: readonly number[] = [processedState, failedState];

export const processingStates = {
	0: 'Not Processed',
	[processedState]: 'Processed',
	2: 'Waiting for Processing',
	[failedState]: 'Processing Error',
} as const;

export const vatRecapModes = {
	0: 'Start From VAT Excluded',
	1: 'Start From VAT Included',
	2: 'Manually',
} as const;

/** The mode of {@link vatRecapModes} in which the user enters the amounts. */
export const manualVatRecap = 2;

export const roundingTypes = {
	1: 'None',
	2: 'Round Nearest',
	3: 'Round Up',
	4: 'Round Down',
} as const;

export const domestic = 1;

export const vatCountryTypes = { 1: 'Domestic', 2: 'EU', 3: 'Foreign' } as const;

/** For lines and VAT recaps (docs/api/resources.md#codes). */
export const vatRateTypes = {
	1: 'Standard',
	2: 'Out of VAT',
	3: 'Do Not Apply VAT',
	4: 'Reverse Charge',
	5: 'Exempt From VAT',
} as const;

export const autoFinancialAccountStatuses = {
	1: 'Not Classified',
	2: 'Check Needed',
	3: 'Classified',
} as const;

/** An ISO 4217 code in capitals, as the service has it. @throws ServiceError (badInput) for a symbol or a name */
export function currencyCode(value: unknown): string | undefined {
	const code = plainText(value, 'currency', 'Currency')?.toUpperCase();
	if (code === undefined || /^[A-Z]{3}$/.test(code)) return code;
	return refuseInput(
		'currency',
		'Currency must be an ISO 4217 code of three letters',
		'Enter a code such as CZK or EUR instead of a symbol or name.',
	);
}
