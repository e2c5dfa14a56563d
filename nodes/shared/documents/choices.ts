/** The numbers that stand for words (docs/api/resources.md#codes), with the labels that a reader expects. */

export const documentTypes = {
	0: 'Invoice',
	1: 'Advance',
	2: 'Tax Advance',
	3: 'Credit Note',
	7: 'Cash Receipt',
	8: 'Simplified Invoice',
	10: 'Employee Advance',
	11: 'Cash Transfer',
	12: 'Cash Uncategorized',
} as const;

/** What is not plain from the label alone. */
export const documentTypeWords = {
	0: 'A request for payment of what was delivered',
	1: 'A request for a payment before the delivery',
	2: 'The tax document for an advance that was paid',
	3: 'Takes back all or a part of an earlier invoice',
	7: 'Cash that was received or paid, kept in a cash register',
	8: 'An invoice for a small amount, without all data of the customer, kept in a cash register',
	10: 'Cash given to an employee who is to spend it for the organization',
	11: 'Cash moved between a cash register and another place, such as the bank',
	12: 'A movement of cash that has no kind yet',
} as const satisfies Record<keyof typeof documentTypes, string>;

export const directions = { 0: 'Received', 1: 'Issued' } as const;

export const paymentTypes = {
	1: 'Bank Transfer',
	2: 'Cash',
	3: 'Cash on Delivery',
	4: 'Payment Card',
	5: 'Set Off',
	6: 'Loan',
} as const;

export const processingStates = {
	0: 'Not Processed',
	1: 'Processed',
	2: 'Waiting for Processing',
	3: 'Processing Error',
} as const;

export const vatRecapModes = {
	0: 'Start From VAT Excluded',
	1: 'Start From VAT Included',
	2: 'Manually',
} as const;

export const roundingTypes = {
	1: 'None',
	2: 'Round Nearest',
	3: 'Round Up',
	4: 'Round Down',
} as const;

export const vatCountryTypes = { 1: 'Domestic', 2: 'EU', 3: 'Foreign' } as const;

/** Of lines and of VAT recaps (docs/api/resources.md#codes). */
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
