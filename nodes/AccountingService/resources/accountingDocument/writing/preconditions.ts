import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../../../shared/client/errors';
import { labelOf } from '../../../../shared/fields/describe';
import { documentTypes } from '../../../../shared/documents/choices';
import { documentFields } from '../../../../shared/documents/fields';

/** Types by number (specification 2.1). */
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
	reads: string[];
	isBroken(body: IDataObject): boolean;
	/** What is wrong, and what to do. */
	words(body: IDataObject): [string, string];
}

const typeOf = (body: IDataObject) => Number(body.type);
const typeName = (body: IDataObject) => String(labelOf(documentTypes, body.type));
const linesOf = ({ lineItems }: IDataObject) => rowsIn(lineItems);
const isSet = (value: unknown) => value !== undefined && value !== null && value !== '';

/** Stated by specification 2.1, 2.2 and 2.5. */
const rules: Rule[] = [
	{
		field: 'currency',
		reads: [],
		isBroken: ({ currency }) => typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency),
		words: () => [
			'Currency must be an ISO 4217 code of three letters',
			'Enter a code such as CZK or EUR, not a sign or a name.',
		],
	},
	{
		field: 'sequenceId',
		reads: ['explicitNo'],
		isBroken: ({ sequenceId, explicitNo }) => isSet(sequenceId) && isSet(explicitNo),
		words: () => [
			'Explicit Number cannot be combined with Number Sequence ID',
			'Use one of them: the number comes from you, or from the number sequence.',
		],
	},
	{
		field: 'cashRegisterId',
		reads: ['type'],
		isBroken: (body) => needCashRegister.includes(typeOf(body)) && !isSet(body.cashRegisterId),
		words: (body) => [
			`Cash Register ID is missing, which a document of the type ${typeName(body)} needs`,
			'Add the Cash Register ID.',
		],
	},
	{
		field: 'vatRecapCalculationMode',
		reads: ['type'],
		isBroken: (body) =>
			needManualSummary.includes(typeOf(body)) &&
			isSet(body.vatRecapCalculationMode) &&
			body.vatRecapCalculationMode !== manually,
		words: (body) => [
			`VAT Summary Mode must be Manually for a document of the type ${typeName(body)}`,
			'Choose Manually, or leave it out: the node then sends it.',
		],
	},
	{
		field: 'paymentType',
		reads: ['type'],
		isBroken: (body) =>
			typeOf(body) === cashReceipt && isSet(body.paymentType) && body.paymentType !== cash,
		words: () => [
			'Payment Type of a cash receipt must be Cash',
			'Choose Cash, or leave the Payment Type out.',
		],
	},
	{
		field: 'lineItems',
		reads: ['direction'],
		isBroken: (body) =>
			body.direction === issued && linesOf(body).some(({ vatDeduction }) => isSet(vatDeduction)),
		words: () => [
			'VAT Deduction is for received documents only',
			'Take VAT Deduction out of the lines, or make the document a received one.',
		],
	},
	{
		field: 'extraFields',
		reads: ['direction'],
		isBroken: (body) => body.direction === received && bankAccountsIn(body).some(hasAccountId),
		words: () => [
			'A received document cannot have a bank account by its ID',
			'Give number, bankCode, iban or swift of the account in place of bankAccountId.',
		],
	},
	{
		field: 'extraFields',
		reads: ['direction'],
		isBroken: (body) =>
			body.direction === issued && bankAccountsIn(body).some((account) => !hasAccountId(account)),
		words: () => [
			'An issued document needs its bank account by ID',
			'Give the bankAccountId of one of your accounts in place of its number.',
		],
	},
];

/** The service does not publish the name of the list of bank accounts, but the names in its rows (2.5). */
function bankAccountsIn(body: IDataObject): IDataObject[] {
	return Object.entries(body)
		.filter(([name]) => name !== 'lineItems' && name !== 'vatRecap')
		.flatMap(([, value]) => rowsIn(value))
		.filter((row) => ['bankAccountId', 'iban', 'bankCode', 'swift'].some((name) => name in row));
}

const hasAccountId = ({ bankAccountId }: IDataObject) => isSet(bankAccountId);

function rowsIn(value: unknown): IDataObject[] {
	return Array.isArray(value)
		? value.filter((row): row is IDataObject => typeof row === 'object' && row !== null)
		: [];
}

/**
 * Refuses a document that the service would refuse by its stated rules (contract of writes, 4).
 * @param changes of an update: what the document holds already is the service's to judge
 * @throws ServiceError (badInput) that names the field and the rule
 */
export function checkRules(body: IDataObject, changes: IDataObject = body): void {
	const changed = new Set(
		Object.keys(changes).map((name) =>
			Object.hasOwn(documentFields, name) ? name : 'extraFields',
		),
	);
	const concerns = ({ field, reads }: Rule) => [field, ...reads].some((name) => changed.has(name));
	const isNew = changes === body;
	const broken = rules.find((rule) => (isNew || concerns(rule)) && rule.isBroken(body));
	if (broken) refuseInput(broken.field, ...broken.words(body));
}

/** What only one value is allowed for is not asked for. */
export function withForcedFields(body: IDataObject, includeVat: boolean): IDataObject {
	if (isSet(body.vatRecapCalculationMode)) return body;
	if (needManualSummary.includes(typeOf(body)))
		return { ...body, vatRecapCalculationMode: manually };
	// Started from the other side, the summary would be some cents off the amounts that were given.
	return includeVat ? { ...body, vatRecapCalculationMode: 1 } : body;
}
