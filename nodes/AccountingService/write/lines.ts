import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../shared/client/errors';
import { checkRecord, checkRows } from '../../shared/fields/check';
import { valueAt } from '../../shared/fields/describe';
import { membersOf } from '../../shared/fields/form';
import {
	inWords,
	isBlank,
	isPicked,
	pickedValue,
	refuseEmpty,
	requiredText,
	trimmed,
} from '../../shared/fields/values';
import type { OperationCall } from '../operation';
import { givenLineFields } from './form';
import { LineAmounts } from './lineAmounts';
import { type VatRate, withVat } from './vatRates';

/**
 * The checked lines of the form: of Line Items, or of one of the options Field with Line Items and Line Items as JSON. An option whose
 * expression gives nothing still counts, so that no document goes out without its lines. Numbers keep all their digits.
 * @param optionsName the collection with the options
 * @returns undefined if the form has no lines
 * @throws ServiceError (badInput) that names the line and the field; also for lines in two places
 */
export function readLines(
	{ form, host, itemIndex }: OperationCall,
	optionsName: string,
): IDataObject[] | undefined {
	const place = { path: 'lineItems', label: 'Line Items', timeZone: form.timeZone };
	const rows = definedRows(form.get('lineItems'));
	const options = membersOf(form, optionsName);
	const sources = {
		...(rows.length > 0 && {
			'Line Items': () =>
				rows.map((row, index) => {
					const own = { ...place, path: `lineItems[${index}]`, label: `Line Item ${index + 1}` };
					return checkRecord(givenLineFields, unfolded(row), own);
				}),
		}),
		...(Object.hasOwn(options, 'lineItemsField') && {
			'Field with Line Items': () => {
				const input = host.getInputData()[itemIndex]?.json ?? {};
				return checkRows(
					givenLineFields,
					'Line Item',
					linesIn(options.lineItemsField, input),
					place,
				);
			},
		}),
		...(Object.hasOwn(options, 'lineItemsJson') && {
			'Line Items as JSON': () =>
				checkRows(givenLineFields, 'Line Item', options.lineItemsJson, place),
		}),
	};
	const labels = Object.keys(sources);
	if (labels.length > 1) {
		const message = `${inWords.format(labels)} are filled in`;
		refuseInput('lineItems', message, 'Use one of them, and remove the others.');
	}
	return Object.values(sources)[0]?.();
}

/**
 * The switch Amounts Include VAT. An expression that gives nothing does not count as off, because that would change the
 * amounts.
 * @throws ServiceError (badInput) if it is empty
 */
export function amountsIncludeVat({ form, host, itemIndex }: OperationCall): boolean {
	const name = 'amountsIncludeVat';
	const isShown = form.entered[name] !== undefined;
	if (isShown && isBlank(host.getNodeParameter(name, itemIndex, null))) {
		refuseEmpty(name, 'Amounts Include VAT');
	}
	return form.get(name) === true;
}

function definedRows(value: unknown): IDataObject[] {
	const rows = (value as { row?: unknown } | undefined)?.row ?? [];
	return Array.isArray(rows) ? (rows as IDataObject[]) : [rows as IDataObject];
}

/** A row of the form with the field names of the service. */
function unfolded({ furtherFields: further, vatRateId, ...row }: IDataObject): IDataObject {
	const rate = pickedValue(vatRateId) as IDataObject[string];
	const line = { ...row, ...(further as IDataObject | undefined) };
	if (!isPicked(vatRateId) || vatRateId.mode !== 'percentage') return { ...line, vatRateId: rate };
	const percentage = typeof rate === 'string' ? trimmed(rate).replace(/%$/, '') : rate;
	return isBlank(percentage) ? line : { ...line, vatRate: percentage };
}

/** The list of an expression, or of the input field at a dotted path. */
function linesIn(field: unknown, input: IDataObject): unknown {
	if (typeof field === 'object' && field !== null) return field;
	const name = requiredText(field, 'lineItemsField', 'Field with Line Items');
	if (/^[[{]/.test(name)) return name;
	const found = input[name] ?? valueAt(input, name);
	if (found !== undefined && found !== null) return found;
	return refuseInput(
		'lineItemsField',
		`The input item has no field ${name.slice(0, 60)}`,
		'Correct Field with Line Items.',
	);
}

/** The values of the document that its lines depend on. */
export interface LineContext {
	/** Whether price and amount include VAT. */
	includeVat: boolean;
	currency: unknown;
	vatCountryType: unknown;
	/** The service's list; undefined without a VAT Country. */
	rates: VatRate[] | undefined;
}

/**
 * The lines of the request body, each with one given amount or all five.
 * @param lines from {@link readLines}
 * @throws ServiceError (badInput), with both numbers if two amounts of a line contradict each other
 */
export function linesToSend(lines: IDataObject[], context: LineContext): IDataObject[] {
	return lines.map((one, index) => {
		const { line, vat } = withVat(one, index, context);
		return new LineAmounts(line, index, context.includeVat, context.currency, vat).toSend();
	});
}
