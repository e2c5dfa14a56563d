import { creditNote, payableTypes, typeChoices } from '../../shared/documents/choices';
import { choice, choices, flag, text } from '../../shared/fields/describe';
import { formField } from '../../shared/fields/formField';
import { optionsWith } from '../../shared/fields/options';
import { refuseEmpty, refuseLacking, isBlank } from '../../shared/fields/values';
import { collection, holdsExpression, type ItemForm } from '../../shared/fields/readForm';
import { paymentLabels, type PaymentCells } from './payment';

/** The fields of Match Payments. A cell is read by payment.ts, so that no cell stops the run. */

const cell = (
	name: keyof typeof paymentLabels,
	description: string,
	placeholder: string,
	hint?: string,
) =>
	formField(name, text(paymentLabels[name], description, { placeholder, hint, asEntered: true }));

const paymentAmount = cell(
	'paymentAmount',
	'What was paid, as the bank writes it: with a comma or a point, and with or without a sign',
	'e.g. 1 210,50',
	'Usually an expression with the column of your file, for example {{ $json.amount }}',
);

const paymentCurrency = cell(
	'paymentCurrency',
	'The three-letter code of the currency',
	'e.g. CZK',
);

const reusedSymbols = formField(
	'reusedSymbols',
	flag(
		'Reused Symbols',
		'Whether documents share a symbol, and each payment comes only once. A paid document with the same symbol and total then raises no doubt.',
	),
);

const typesField = formField(
	'documentTypes',
	choices(
		'Types',
		// The money of a credit note goes the other way.
		Object.fromEntries(Object.entries(typeChoices).filter(([code]) => Number(code) !== creditNote)),
		'The types of document that a payment may pay',
		{ usual: payableTypes },
	),
);

export const matchFields = [
	paymentAmount,
	paymentCurrency,
	cell('paymentSymbol', 'The payment reference of the row, if it has one', 'e.g. 20260017'),
	cell(
		'paymentMessage',
		'The text of the payer. It may contain a symbol, or the number of a document.',
		'e.g. VS 20260017',
	),
	cell(
		'paymentId',
		"The bank's own number of the payment, which tells two equal payments apart. Not the payer's EndToEndId.",
		'e.g. 26512345678',
	),
	formField(
		'money',
		choice(
			paymentLabels.money,
			{
				bySign: ['By Sign', 'A minus before or behind the amount means outgoing money'],
				incoming: ['Incoming', 'Pays documents that you issued'],
				outgoing: ['Outgoing', 'Pays documents that you received'],
			},
			'Which way the money went. An expression may also give CRDT, C, DBIT or D, and RC or RD for a reversal.',
			{ asEntered: true },
		),
	),
	typesField,
	optionsWith(reusedSymbols),
];

/** @throws ServiceError (badInput) for an expression that gives no types */
export function cellsOf(form: ItemForm): PaymentCells {
	const types = form.get(typesField.name) as number[] | undefined;
	if (!Array.isArray(types) || types.length === 0) {
		return refuseEmpty(typesField.name, typesField.displayName);
	}
	return {
		paymentAmount: form.get('paymentAmount'),
		paymentCurrency: form.get('paymentCurrency'),
		paymentSymbol: form.get('paymentSymbol'),
		paymentMessage: form.get('paymentMessage'),
		paymentId: form.get('paymentId'),
		money: form.get('money'),
		documentTypes: types,
		reusedSymbols: collection(form, 'options')[reusedSymbols.name] === true,
	};
}

/** @throws ServiceError (badInput) if Amount or Currency is empty on the form, so that no row can have one */
export function refuseWithoutCells(form: ItemForm): void {
	const lacking = [paymentAmount, paymentCurrency]
		.filter(({ name }) => !holdsExpression(form.entered[name]) && isBlank(form.get(name)))
		.map(({ name: path, displayName: label }) => ({ path, label }));
	if (lacking.length > 0) refuseLacking(lacking, 'empty');
}
