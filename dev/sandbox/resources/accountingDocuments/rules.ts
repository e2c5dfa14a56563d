/** Rules of a document beyond the types of its fields (docs/api/resources.md#rules-between-fields). */
import { type FieldError, fieldError } from '../../http/answers';
import { CASH_TYPES } from '../../generated/texts';
import type { Contacts } from '../contacts';
import type { Int64 } from '../fields';
import {
	categoryName,
	COUNTRY,
	hasCashRegister,
	hasLiveSignature,
	isWorkflowState,
	TODAY,
} from '../organization';
import type { Sequences } from '../sequences';
import { findVatRate, type VatRate, vatRatesFor } from '../vatRates';
import { givesOneAmount, isComplete } from './amounts';
import type { DocumentInput, DocumentRecord, LineItem } from './contract';

const CASH_RECEIPT = 7;
const CASH = 2;
const MANUALLY = 2;
const RECEIVED = 0;
/** CashReceipt, EmployeeAdvance, CashTransfer, CashUncategorized (docs/api/resources.md#rules-between-fields). */
const MANUAL_RECAP_TYPES: ReadonlySet<number> = new Set([7, 10, 11, 12]);

export const needsManualRecap = (type: number | null | undefined): boolean =>
	MANUAL_RECAP_TYPES.has(type ?? -1);

export type Known = {
	contacts: Contacts;
	sequences: Sequences;
	hasDocument(id: Int64): boolean;
};

type Rule = {
	field: keyof DocumentInput;
	message: string;
	/** `current` is the document that an update replaces: its own values are not checked again. */
	isBroken(input: DocumentInput, known: Known, current: DocumentRecord | undefined): boolean;
};

const RULES: readonly Rule[] = [
	{
		field: 'sequenceId',
		message: 'must be empty when explicitNo is given',
		isBroken: ({ sequenceId, explicitNo }) => sequenceId != null && Boolean(explicitNo),
	},
	{
		field: 'sequenceId',
		message: 'is no sequence',
		isBroken: ({ sequenceId }, { sequences }) => sequenceId != null && !sequences.has(sequenceId),
	},
	{
		field: 'cashRegisterId',
		message: 'is required for this type of document',
		isBroken: ({ type, cashRegisterId }) => CASH_TYPES.has(type ?? -1) && cashRegisterId == null,
	},
	{
		field: 'cashRegisterId',
		message: 'is no cash register',
		isBroken: ({ cashRegisterId }) => cashRegisterId != null && !hasCashRegister(cashRegisterId),
	},
	{
		field: 'vatRecapCalculationMode',
		message: 'must be 2 (Manually) for this type of document',
		isBroken: ({ type, vatRecapCalculationMode }) =>
			needsManualRecap(type) && vatRecapCalculationMode !== MANUALLY,
	},
	{
		field: 'paymentType',
		message: 'must be 2 (Cash) on a cash receipt',
		isBroken: ({ type, paymentType }) =>
			type === CASH_RECEIPT && paymentType != null && paymentType !== CASH,
	},
	{
		field: 'categoryId',
		message: 'is no category',
		isBroken: ({ categoryId }) => categoryId != null && categoryName(categoryId) === undefined,
	},
	{
		field: 'signatureId',
		message: 'is no signature, or a deleted one',
		isBroken: ({ signatureId }, _known, current) =>
			signatureId != null && signatureId !== current?.signatureId && !hasLiveSignature(signatureId),
	},
	{
		field: 'state',
		message: 'is no state of the workflow',
		isBroken: ({ state }, _known, current) =>
			state != null && state !== current?.state && !isWorkflowState(state),
	},
	{
		field: 'relatedAccountingDocumentId',
		message: 'is no accounting document',
		isBroken: ({ relatedAccountingDocumentId: related }, { hasDocument }, current) =>
			related != null && related !== current?.relatedAccountingDocumentId && !hasDocument(related),
	},
	{
		field: 'contact',
		message: 'has a contactId that no contact has',
		isBroken: ({ contact }, { contacts }) =>
			contact?.contactId != null && contacts.find(contact.contactId) === undefined,
	},
	{
		field: 'total',
		message: 'has more than four decimals',
		isBroken: ({ total }) => total != null && !/^-?\d+(\.\d{1,4})?$/.test(String(total)),
	},
];

/** The VAT rates that a line can mean, for the date and kind of its document. */
function ratesMeant(line: LineItem, document: DocumentInput): VatRate[] {
	return vatRatesFor({
		countryCode: COUNTRY,
		date: document.taxDate ?? document.issueDate ?? TODAY,
		vatCountryType: document.vatCountryType,
		direction: document.direction ?? 1,
	}).filter((rate) => rate.vatRate === line.vatRate && rate.type === line.vatRateType);
}

/** A line's VAT: by vatRateId, else by its rate and type if they identify one rate, else none. */
export function withVatRate(line: LineItem, document: DocumentInput): LineItem {
	const byId = line.vatRateId == null ? undefined : findVatRate(line.vatRateId);
	const rate = byId ?? ratesMeant(line, document).at(0);
	if (rate === undefined) return line;
	return { ...line, vatRateId: rate.id, vatRate: rate.vatRate, vatRateType: rate.type };
}

function vatErrors(line: LineItem, name: string, document: DocumentInput): FieldError[] {
	if (line.vatRateId != null) {
		return findVatRate(line.vatRateId) === undefined
			? [fieldError(`${name}.vatRateId`, 'unknown_vat_rate', 'is no VAT rate')]
			: [];
	}
	if (line.vatRate == null && line.vatRateType == null) return [];
	if (line.vatRate == null || line.vatRateType == null) {
		const missing = line.vatRate == null ? 'vatRate' : 'vatRateType';
		const message = 'is needed: vatRate and vatRateType name a VAT rate together';
		return [fieldError(`${name}.${missing}`, 'vat_rate_pair', message)];
	}
	const meant = ratesMeant(line, document);
	if (meant.length === 1) return [];
	const message =
		meant.length === 0
			? 'and vatRateType are of no VAT rate'
			: 'and vatRateType are of several VAT rates';
	const params = { vatRateIds: meant.map((rate) => rate.id) };
	return [fieldError(`${name}.vatRate`, 'vat_rate_pair', message, params)];
}

function lineErrors(document: DocumentInput): FieldError[] {
	return (document.lineItems ?? []).flatMap((line, index) => {
		const name = `lineItems.${index}`;
		const errors = vatErrors(line, name, document);
		if (!isComplete(line) && !givesOneAmount(line)) {
			const message =
				'must give unitPrice, unitPriceVatExcl, total, totalVatExcl and vatValue, or one of them (not vatValue)';
			errors.push(fieldError(name, 'line_amounts', message));
		}
		if (line.qt === 0 && !isComplete(line))
			errors.push(fieldError(`${name}.qt`, 'line_amounts', 'must not be 0'));
		if (line.vatDeduction != null && document.direction !== RECEIVED) {
			const message = 'is valid for received documents only';
			errors.push(fieldError(`${name}.vatDeduction`, 'not_allowed', message));
		}
		return errors;
	});
}

/** Every rule that a document breaks, by field. */
export function errorsOf(
	input: DocumentInput,
	known: Known,
	current?: DocumentRecord,
): FieldError[] {
	const broken = RULES.filter((rule) => rule.isBroken(input, known, current));
	return [
		...broken.map(({ field, message }) => fieldError(field, 'rule_broken', message)),
		...lineErrors(input),
	];
}
