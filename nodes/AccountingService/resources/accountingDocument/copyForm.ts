import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { refuseInput } from '../../../shared/client/errors';
import { Decimal } from '../../../shared/decimal';
import { creditNote } from '../../../shared/documents/choices';
import { documentFields, documentWithoutPayment } from '../../../shared/documents/documentRecord';
import { rowsIn } from '../../../shared/fields/check';
import {
	choice,
	flag,
	labelWithin,
	number,
	rows,
	type ServiceFields,
	text,
	whole,
} from '../../../shared/fields/describe';
import { pathOf, rowAt } from '../../../shared/fields/convert';
import { collection, holdsExpression, type ItemForm } from '../../../shared/fields/readForm';
import { isBlank, refuseLacking } from '../../../shared/fields/values';
import { shownFor } from '../../../shared/fields/options';
import { outputFields } from '../../../shared/fields/output';
import { bodyForm } from '../../../shared/fields/recordForm';
import type { OperationCall } from '../../operation';
import type { ChosenLine } from '../../document/copiedLines';
import { namesInCreate } from '../../document/lineForm';
import { countryOf } from '../../document/vatRateList';
import { ifExists as ifExistsOfCreate, uniqueBy as uniqueByOfCreate } from '../../document/key';
import { byLabel, formField } from '../../../shared/fields/formField';

/** The types by the values of the form. As the Original has none of its own. */
const newTypes: Record<string, number | undefined> = {
	advance: 1,
	original: undefined,
	creditNote,
	invoice: 0,
};

const newType = formField(
	'newType',
	choice(
		'Type',
		{
			advance: 'Advance',
			original: ['As the Original', 'The same type, e.g. for the next invoice of a series'],
			creditNote: 'Credit Note',
			invoice: 'Invoice',
		},
		'The type of the new document',
		{ usual: 'creditNote', decides: true },
	),
);

const reverseAmounts = shownFor(
	formField(
		'reverseAmounts',
		flag(
			'Reverse Amounts',
			'Whether quantities and totals get the opposite sign. Unit prices stay.',
			{
				usual: true,
				decides: true,
				hint: 'After your first credit note, check that its total has the same sign as that of an older one.',
			},
		),
	),
	'newType',
	'creditNote',
);

const linesToCopy = formField(
	'linesToCopy',
	choice(
		'Line Items to Copy',
		{
			all: 'All',
			chosen: ['Chosen', 'Only the line items that you enter, e.g. for a partial credit'],
		},
		'Which line items to copy',
		{ decides: true },
	),
);

const chosenField = rows('Chosen Line Items', 'Line Item', 'The line items to copy', {
	lineNumber: whole('Line Item Number', 'Which line item of the original, from 1', {
		required: true,
		minimum: 1,
		placeholder: 'e.g. 1',
	}),
	qt: number('Quantity', 'The quantity to copy. If it is empty, all of it.', {
		placeholder: 'e.g. 2',
	}),
});

const chosenLinesField = shownFor(formField('chosenLines', chosenField), 'linesToCopy', 'chosen');

const anotherCopy =
	'Create another copy, even if there is one. The node refuses a credit note of more than is left to credit.';

/** What the new document has of its own. */
export const newFields: ServiceFields = Object.fromEntries(
	[
		['issueDate', { required: true as const }],
		['creditNoteDescription', { onForm: true as const }],
		...[
			'dueDate',
			'taxDate',
			'taxReturnDate',
			'bookingDate',
			'orderNo',
			'externalNo',
			'variableSymbol',
			'specificSymbol',
			'constSymbol',
			'description',
			'explicitNo',
			'sequenceId',
			'cashRegisterId',
			'paymentType',
			'exchRate',
			'vatExchRate',
			'state',
		].map((name) => [name, {}] as const),
	].map(([name, more]) => [name, { ...documentFields[name as string], ...(more as object) }]),
);

const dueDateLikeOriginal = formField(
	'dueDateLikeOriginal',
	flag(
		'Due Date Like the Original',
		'Whether the due date is as many days after the issue date as in the original',
		{ usual: true, decides: true },
	),
);

/** Create has the same field. There, it finds the rates. */
const vatCountryCode = formField(
	namesInCreate.vatCountryCode,
	text(
		'VAT Country',
		'The country of the VAT rates, as a two-letter ISO code. A hint names line items whose rate does not exist on the new date. Domestic documents have the country of their contact if it is such a code.',
		{ placeholder: 'e.g. CZ' },
	),
);

/** Members of Additional Fields that the request does not contain. */
export const copyMembers = [dueDateLikeOriginal, vatCountryCode];

const isReason = ({ name }: INodeProperties) => name === 'creditNoteDescription';

const valueFields = bodyForm(newFields, copyMembers).map((field) =>
	isReason(field) ? shownFor(field, 'newType', 'creditNote') : field,
);

const relatedName = 'relatedAccountingDocumentId';

/** Under names of their own: n8n keeps equal ones when the operation is switched, and Create has other choices. */
export const copyOptions = [
	{
		...uniqueByOfCreate,
		name: 'copyUniqueBy',
		hint: 'Add any other field than Related Document under Additional Fields, and enter its value.',
		options: byLabel(
			[
				{
					name: 'Related Document',
					value: relatedName,
					description:
						'The original. Another type than a credit note also needs the same Issue Date.',
				},
				...((uniqueByOfCreate.options ?? []) as Array<{ name: string; value: string }>),
			],
			({ name }) => name,
		),
		default: relatedName,
	},
	{
		...ifExistsOfCreate,
		name: 'ifCopyExists',
		options: (ifExistsOfCreate.options as INodePropertyOptions[])
			.filter(({ value }) => value !== 'update')
			.map((one) => (one.value === 'create' ? { ...one, description: anotherCopy } : one)),
	},
	formField(
		'setRelatedDocument',
		flag(
			'Set Related Document',
			'Whether the new document names the original. This is published for cash payments only.',
			{ usual: true, decides: true },
		),
	),
	...outputFields(documentWithoutPayment),
];

export const copyFields = [
	...valueFields.filter(({ required }) => required),
	newType,
	...valueFields.slice(0, -1).filter(({ required }) => !required),
	linesToCopy,
	chosenLinesField,
	reverseAmounts,
	...valueFields.slice(-1),
];

/** The settings of the form, by which a copy differs from its original. */
interface CopyForm {
	/** Undefined for that of the original. */
	type?: number;
	isReversed: boolean;
	chosen?: ChosenLine[];
	setsRelated: boolean;
	hasDueDateOfOriginal: boolean;
	/** In capitals; undefined if the form does not name it. */
	vatCountry?: string;
	/** For uniqueFrom. */
	options: IDataObject;
}

/** @throws ServiceError (badInput) that names the field */
export function readCopyForm({ form }: OperationCall): CopyForm {
	const options = collection(form, 'options');
	const further = collection(form, 'additionalFields');
	const type = newTypes[String(form.get('newType'))];
	const setsRelated = options.setRelatedDocument !== false;
	const uniqueBy = options.copyUniqueBy ?? (setsRelated ? relatedName : undefined);
	if (uniqueBy === relatedName && !setsRelated) {
		refuseInput(
			'uniqueBy',
			'Unique By needs the related document, but Set Related Document is off',
			'Turn it on, or choose another field in Unique By.',
		);
	}
	const hasDueDateOfOriginal = further[dueDateLikeOriginal.name] === true;
	if (hasDueDateOfOriginal && !isBlank(further.dueDate)) {
		const message = 'Due Date and Due Date Like the Original cannot be used together';
		refuseInput('dueDate', message, 'Fill in one of them.');
	}
	return {
		type,
		hasDueDateOfOriginal,
		vatCountry: countryOf(further[vatCountryCode.name]),
		isReversed: type === creditNote && form.get('reverseAmounts') !== false,
		...(form.get('linesToCopy') === 'chosen' && { chosen: readChosen(form) }),
		setsRelated,
		options: { uniqueBy, ifExists: options.ifCopyExists },
	};
}

/** @throws ServiceError (badInput) if a number is empty, or a quantity whose expression gives nothing */
function readChosen(form: ItemForm): ChosenLine[] {
	const chosen = rowsIn(form.get('chosenLines')) ?? [];
	if (chosen.length === 0) {
		refuseInput(
			'chosenLines',
			'Chosen Line Items is empty',
			'Add line items, or set Line Items to Copy to All.',
		);
	}
	const entered = form.entered.chosenLines;
	const typed = typeof entered === 'string' ? undefined : (rowsIn(entered) ?? []);
	const empty = chosen.flatMap((row, index) => {
		const isExpression = typed ? holdsExpression(typed[index]?.qt) : Object.hasOwn(row, 'qt');
		const place = rowAt({ path: 'chosenLines' }, 'Line Item', index);
		return [...(isExpression ? ['qt'] : []), 'lineNumber']
			.filter((name) => isBlank(row[name]))
			.map((name) => ({
				path: pathOf(name, place.path),
				label: labelWithin(chosenField.fields?.[name].label ?? name, place.label),
			}));
	});
	if (empty.length > 0) refuseLacking(empty, 'empty');
	return chosen.map(({ lineNumber, qt }) => ({
		lineNumber: Number(lineNumber),
		quantity: Decimal.from(qt),
	}));
}
