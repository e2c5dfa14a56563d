import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../shared/client/errors';
import { isObject } from '../../shared/client/message';
import {
	cashReceipt,
	cashTypes,
	documentTypes,
	manualRecapTypes,
	manualVatRecap,
	sideOf,
} from '../../shared/documents/choices';
import { documentFields } from '../../shared/documents/documentRecord';
import { choiceLabel } from '../../shared/fields/describe';
import { isEmpty, isNothing } from '../../shared/fields/values';
import { Decimal } from '../../shared/decimal';

export const needsManualRecap = (type: unknown): boolean => manualRecapTypes.includes(Number(type));

const cash = 2;

/** Nothing, no or 0: how a service may show a field that a document does not have. */
const meansNo = (value: unknown): boolean =>
	isNothing(value) || value === false || Decimal.from(value)?.isZero === true;

/** Fields of a line item that only a received document has (docs/api/resources.md#line-item). */
const ofReceivedOnly = ['vatDeduction'];

/**
 * A line item without fields that its document cannot have.
 * @param isLeftOut by default those that say no, which changes nothing
 */
export function allowedLine(
	line: IDataObject,
	direction: unknown,
	isLeftOut: (value: unknown) => boolean = meansNo,
): IDataObject {
	if (sideOf(direction) !== 'issued') return line;
	const kept = Object.entries(line).filter(
		([name, value]) => !ofReceivedOnly.includes(name) || !isLeftOut(value),
	);
	return Object.fromEntries(kept);
}

interface Rule {
	field: string;
	/** Another field that the rule depends on. */
	reads: string;
	isBroken(body: IDataObject): boolean;
	message: string;
	todo: string;
}

const typeCode = (body: IDataObject) => Number(body.type);

/** Published rules (docs/api/resources.md). {type} is replaced by the name of the type. */
const rules: Rule[] = [
	{
		field: 'cashRegisterId',
		reads: 'type',
		isBroken: (body) => cashTypes.includes(typeCode(body)) && isEmpty(body.cashRegisterId),
		message: 'Cash Register ID is missing, but required for a document of the type {type}',
		todo: 'Add the Cash Register ID.',
	},
	{
		field: 'vatRecapCalculationMode',
		reads: 'type',
		isBroken: ({ vatRecapCalculationMode: mode, ...body }) =>
			needsManualRecap(typeCode(body)) && !isEmpty(mode) && mode !== manualVatRecap,
		message: 'VAT Recap Mode must be Manually for a document of the type {type}',
		todo: 'Choose Manually, or remove VAT Recap Mode. The node then sends Manually.',
	},
	{
		field: 'paymentType',
		reads: 'type',
		isBroken: ({ paymentType, ...body }) =>
			typeCode(body) === cashReceipt && !meansNo(paymentType) && paymentType !== cash,
		message: 'Payment Type of a cash receipt must be Cash',
		todo: 'Choose Cash, or remove Payment Type.',
	},
	{
		field: 'lineItems',
		reads: 'direction',
		isBroken: ({ direction, lineItems }) =>
			sideOf(direction) === 'issued' &&
			objectsIn(lineItems).some(({ vatDeduction }) => !meansNo(vatDeduction)),
		message: 'VAT Deduction is for received documents only',
		todo: 'Remove VAT Deduction from the line items, or set Direction to Received.',
	},
	{
		field: 'extraFields',
		reads: 'direction',
		isBroken: (body) =>
			sideOf(body.direction) === 'received' &&
			bankAccountsIn(body).some(({ bankAccountId }) => !meansNo(bankAccountId)),
		message: 'A received document cannot have a bank account of your own (bankAccountId)',
		todo: "In Extra Fields, enter the number, bankCode, iban or swift of the supplier's account instead.",
	},
	{
		field: 'extraFields',
		reads: 'direction',
		isBroken: (body) =>
			sideOf(body.direction) === 'issued' &&
			bankAccountsIn(body).some(({ bankAccountId }) => meansNo(bankAccountId)),
		message:
			'The bank account of an issued document is not one of your accounts (no bankAccountId)',
		todo: 'In Extra Fields, enter bankAccountId instead of the number. To find it, run Bank Account → Get Many, and copy id.',
	},
];

/**
 * The list of bank accounts has no published name, so this recognizes it by the published names in its rows
 * (docs/api/resources.md#parts-of-a-document).
 */
function bankAccountsIn(body: IDataObject) {
	return Object.entries(body)
		.flatMap(([name, value]) => (['lineItems', 'vatRecap'].includes(name) ? [] : objectsIn(value)))
		.filter((row) => isBankAccount(row) && !Object.values(row).every(meansNo));
}

export const isBankAccount = (row: IDataObject): boolean =>
	['bankAccountId', 'iban', 'bankCode', 'swift'].some((name) => name in row);

export function objectsIn(value: unknown): IDataObject[] {
	return Array.isArray(value) ? value.filter(isObject) : [];
}

/**
 * Rejects a document that breaks a published rule.
 * @param changes of an update. Only rules about changed fields apply; the service checks the others.
 * @throws ServiceError (badInput) that names the field and the rule
 */
export function checkRules(body: IDataObject, changes: IDataObject = body): void {
	const isNew = changes === body;
	const names = Object.keys(changes);
	const changed = names.map((name) => (Object.hasOwn(documentFields, name) ? name : 'extraFields'));
	for (const { field, reads, isBroken, message, todo } of rules) {
		const isAbout = isNew || changed.includes(reads);
		if (!isAbout && !changed.includes(field)) continue;
		// What the service showed, and the user did not change, is no mistake of the user.
		if (!isBroken(isAbout ? body : { ...changes, [reads]: body[reads] })) continue;
		const type = String(choiceLabel(documentTypes, body.type));
		refuseInput(field, message.replace('{type}', type), todo);
	}
}

/**
 * Adds the values that the type of the document requires.
 * @param type of the document, if the body is an update without it
 */
export function withForcedFields(
	body: IDataObject,
	includeVat: boolean,
	type: unknown = body.type,
): IDataObject {
	if (!isEmpty(body.vatRecapCalculationMode)) return { ...body };
	const mode = needsManualRecap(type) ? manualVatRecap : 1;
	// Computed from the amounts without VAT, the summary would differ by some cents from the given amounts.
	return mode === manualVatRecap || includeVat
		? { ...body, vatRecapCalculationMode: mode }
		: { ...body };
}

/** @throws ServiceError (badInput) for a document without lines and totals */
export function refuseNothingToPay({ total, totalVatExcl, vatRecap }: IDataObject): void {
	if ([total, totalVatExcl, vatRecap].some((one) => one !== undefined)) return;
	refuseInput(
		'lineItems',
		'The document has no line items and no total',
		'Add line items or a Total. If the line items come from an expression or a field, check that the list is not empty.',
	);
}
