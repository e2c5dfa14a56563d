import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../shared/client/errors';
import { documentTypes } from '../../shared/documents/choices';
import { documentFields } from '../../shared/documents/fields';
import { labelOf } from '../../shared/fields/describe';

/** Types by number (docs/api/resources.md#codes). */
const cashReceipt = 7;
const needCashRegister = [7, 8, 10, 11, 12];
const needManualSummary = [7, 10, 11, 12];

const received = 0;
const issued = 1;
const manually = 2;
const cash = 2;

interface Rule {
	field: string;
	/** What it looks at besides. */
	reads?: string;
	isBroken(body: IDataObject): boolean;
	message: string;
	todo: string;
}

const typeOf = (body: IDataObject) => Number(body.type);
const isSet = (value: unknown) => value !== undefined && value !== null && value !== '';

/** Stated in docs/api/resources.md; {type} stands for the name of the type. */
const rules: Rule[] = [
	{
		field: 'currency',
		isBroken: ({ currency }) => typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency),
		message: 'Currency must be an ISO 4217 code of three letters',
		todo: 'Enter a code such as CZK or EUR, not a sign or a name.',
	},
	{
		field: 'sequenceId',
		reads: 'explicitNo',
		isBroken: ({ sequenceId, explicitNo }) => isSet(sequenceId) && isSet(explicitNo),
		message: 'Explicit Number cannot be combined with Number Sequence ID',
		todo: 'Use one of them: the number comes from you, or from the number sequence.',
	},
	{
		field: 'cashRegisterId',
		reads: 'type',
		isBroken: (body) => needCashRegister.includes(typeOf(body)) && !isSet(body.cashRegisterId),
		message: 'Cash Register ID is missing, which a document of the type {type} needs',
		todo: 'Add the Cash Register ID.',
	},
	{
		field: 'vatRecapCalculationMode',
		reads: 'type',
		isBroken: ({ vatRecapCalculationMode: mode, ...body }) =>
			needManualSummary.includes(typeOf(body)) && isSet(mode) && mode !== manually,
		message: 'VAT Summary Mode must be Manually for a document of the type {type}',
		todo: 'Choose Manually, or leave it out: the node then sends it.',
	},
	{
		field: 'paymentType',
		reads: 'type',
		isBroken: ({ paymentType, ...body }) =>
			typeOf(body) === cashReceipt && isSet(paymentType) && paymentType !== cash,
		message: 'Payment Type of a cash receipt must be Cash',
		todo: 'Choose Cash, or leave the Payment Type out.',
	},
	{
		field: 'lineItems',
		reads: 'direction',
		isBroken: ({ direction, lineItems }) =>
			direction === issued && rowsIn(lineItems).some(({ vatDeduction }) => isSet(vatDeduction)),
		message: 'VAT Deduction is for received documents only',
		todo: 'Take VAT Deduction out of the lines, or make the document a received one.',
	},
	{
		field: 'extraFields',
		reads: 'direction',
		isBroken: (body) =>
			body.direction === received &&
			bankAccountsIn(body).some(({ bankAccountId }) => isSet(bankAccountId)),
		message: 'A received document cannot have a bank account by its ID',
		todo: 'Give number, bankCode, iban or swift of the account in place of bankAccountId.',
	},
	{
		field: 'extraFields',
		reads: 'direction',
		isBroken: (body) =>
			body.direction === issued &&
			bankAccountsIn(body).some(({ bankAccountId }) => !isSet(bankAccountId)),
		message: 'An issued document needs its bank account by ID',
		todo: 'Give the bankAccountId of one of your accounts in place of its number.',
	},
];

/**
 * The service does not publish the name of the list of bank accounts, but the names in its rows
 * (docs/api/resources.md#parts-of-a-document).
 */
function bankAccountsIn({ lineItems: _lines, vatRecap: _recap, ...others }: IDataObject) {
	return Object.values(others)
		.flatMap(rowsIn)
		.filter((row) => ['bankAccountId', 'iban', 'bankCode', 'swift'].some((name) => name in row));
}

function rowsIn(value: unknown): IDataObject[] {
	const isObject = (row: unknown): row is IDataObject => typeof row === 'object' && row !== null;
	return Array.isArray(value) ? value.filter(isObject) : [];
}

/**
 * Refuses a document that the service would refuse by its stated rules.
 * @param changes of an update: what the document holds already is the service's to judge
 * @throws ServiceError (badInput) that names the field and the rule
 */
export function checkRules(body: IDataObject, changes: IDataObject = body): void {
	const isNew = changes === body;
	const names = Object.keys(changes);
	const changed = names.map((name) => (Object.hasOwn(documentFields, name) ? name : 'extraFields'));
	for (const { field, reads = field, isBroken, message, todo } of rules) {
		const isConcerned = isNew || changed.includes(field) || changed.includes(reads);
		if (!isConcerned || !isBroken(body)) continue;
		const type = String(labelOf(documentTypes, body.type));
		refuseInput(field, message.replace('{type}', type), todo);
	}
}

/** What only one value is allowed for is not asked for. */
export function withForcedFields(body: IDataObject, includeVat: boolean): IDataObject {
	if (isSet(body.vatRecapCalculationMode)) return { ...body };
	const mode = needManualSummary.includes(typeOf(body)) ? manually : 1;
	// Started from the other side, the summary would be some cents off the amounts that were given.
	return mode === manually || includeVat ? { ...body, vatRecapCalculationMode: mode } : { ...body };
}
