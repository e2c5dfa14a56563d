import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../shared/client/errors';
import { ExactNumber } from '../../shared/client/json';
import { Decimal } from '../../shared/decimal';
import { domestic, vatRateTypes } from '../../shared/documents/choices';
import { checkRecord, rowsIn } from '../../shared/fields/check';
import { convertRecord, convertRows, rowAt } from '../../shared/fields/convert';
import { choiceLabel, valueAt } from '../../shared/fields/describe';
import { membersOf } from '../../shared/fields/readForm';
import { inWords, isBlank, isPicked, pickedValue, trimmed } from '../../shared/fields/values';
import { requiredText } from '../../shared/fields/readValue';
import { rowOf } from '../inputRows';
import type { OperationCall } from '../operation';
import { givenLineFields, lineItemsJson, type LineNames, linesFieldName } from './lineForm';
import { unexplainedTotal, withAmounts } from './lineAmounts';
import { allowedLine } from './rules';
import { ratesWith, type VatRate, type VatRates } from './vatRateList';

/**
 * The checked lines of the form: of Line Items, or of one of the options Field with Line Items and Line Items as JSON.
 * An option counts even if its expression is empty, so that no document goes out without its lines. Numbers keep all
 * their digits.
 * @returns undefined if the form has no lines
 * @throws ServiceError (badInput) that names the line and the field; also for lines in two places
 */
export function readLines(
	{ form, host, itemIndex }: OperationCall,
	names: LineNames,
): IDataObject[] | undefined {
	const { replaces } = names;
	if (replaces && form.get(replaces) !== true) return undefined;
	const place = { path: 'lineItems', label: 'Line Items' };
	const rows = rowsIn(form.get(names.lineItems)) ?? [];
	const options = membersOf(form, 'options');
	const listed = (label: string, input: unknown) =>
		convertRows(givenLineFields, 'Line Item', input, { ...place, label });
	const sources = {
		...(rows.length > 0 && { 'Line Items': () => rows.map(unfolded) }),
		...(Object.hasOwn(options, names.field) && {
			[linesFieldName.displayName]: () => {
				const input = host.getInputData()[itemIndex]?.json ?? {};
				return listed(linesFieldName.displayName, linesIn(options[names.field], input));
			},
		}),
		...(Object.hasOwn(options, names.json) && {
			[lineItemsJson.displayName]: () => listed(lineItemsJson.displayName, options[names.json]),
		}),
	};
	const labels = Object.keys(sources);
	if (labels.length > 1) {
		const message = `${inWords(labels)} are filled in`;
		refuseInput('lineItems', message, 'Use one of them, and remove the others.');
	}
	if (replaces && labels.length === 0) {
		refuseInput(
			replaces,
			'Replace Line Items is on, but there are no line items',
			'Enter the new line items, or turn Replace Line Items off.',
		);
	}
	return Object.values(sources)[0]?.().map((line, index) =>
		checkRecord(givenLineFields, line, rowAt(place, 'Line Item', index)),
	);
}

export const amountsIncludeVat = (
	{ form }: OperationCall,
	{ amountsIncludeVat: name }: LineNames,
): boolean => form.get(name) === true;

/** A row of the form with the field names of the service. */
function unfolded({ furtherFields, vatRateId, ...row }: IDataObject, index: number): IDataObject {
	const line = { ...row, ...(furtherFields as IDataObject | undefined) };
	const rate = pickedValue(vatRateId);
	const isPercentage = isPicked(vatRateId) && vatRateId.mode === 'percentage';
	const name = isPercentage ? 'vatRate' : 'vatRateId';
	const entered = isPercentage && typeof rate === 'string' ? trimmed(rate).replace(/%$/, '') : rate;
	if (isBlank(entered)) return line;
	const place = rowAt({ path: 'lineItems' }, 'Line Item', index);
	return { ...line, ...convertRecord(givenLineFields, { [name]: entered }, place) };
}

/** The list of an expression, or of the input field at a dotted path. */
function linesIn(field: unknown, input: IDataObject): unknown {
	if (typeof field === 'object' && field !== null) return field;
	const name = requiredText(field, linesFieldName.name, linesFieldName.displayName);
	if (/^[[{]/.test(name)) return name;
	const found = input[name] ?? valueAt(input, name);
	if (found !== undefined && found !== null) return found;
	return refuseInput(
		'lineItemsField',
		`The input item has no field ${name.slice(0, 60)}`,
		`Correct ${linesFieldName.displayName}.`,
	);
}

/** The values of the document that its lines depend on. */
interface LineContext {
	/** Whether price and amount include VAT. */
	includeVat: boolean;
	currency: unknown;
	vatCountryType: unknown;
	direction: unknown;
	/** The service's list; undefined without a VAT Country. */
	rates: VatRates | undefined;
}

/**
 * The lines of the request body, each with one amount or all five.
 * @param lines from {@link readLines}
 * @throws ServiceError (badInput) that names the line and the field
 */
export function linesToSend(
	{ hint, itemIndex }: OperationCall,
	lines: IDataObject[],
	context: LineContext,
): IDataObject[] {
	return lines.map((line, index) => {
		const complete = withAmounts(line, index, context.includeVat);
		const unexplained = unexplainedTotal(complete, context.currency);
		if (unexplained) {
			hint(
				`Line Item ${index + 1} of ${rowOf(itemIndex)}: ${unexplained}. The node sends both unchanged.`,
				'otherLineTotal',
			);
		}
		return allowedLine(withVat(complete, index, context), context.direction);
	});
}

const standard = 1;

/**
 * Finds the VAT rate of a line by vatRateId, or by vatRate and vatRateType (docs/api/resources.md#line-item). On a
 * domestic document a percentage alone means the Standard rate, even if a reverse charge rate has the same percentage.
 * @throws ServiceError (badInput) with the candidates if the rate is ambiguous or not in the list
 */
function withVat(
	line: IDataObject,
	index: number,
	{ rates, vatCountryType }: LineContext,
): IDataObject {
	const { vatRateId, vatRate, vatRateType } = line;
	if (vatRateId instanceof ExactNumber) {
		if (rates && !rates.rates.some(({ id }) => id === vatRateId.digits))
			refuseOtherId(vatRateId.digits, index, rates);
		return line;
	}
	const rate = Decimal.from(vatRate);
	const isOrdinary = Number(vatCountryType) === domestic && !line.reverseChargeCode;
	const usual = rates && rate && isOrdinary ? standard : undefined;
	const type = vatRateType === undefined ? usual : Number(vatRateType);
	if (rate === undefined && type === undefined) return line;
	if (rates) {
		const { id } = rateWith(rates, rate, type, index);
		return { ...line, vatRateId: new ExactNumber(id) };
	}
	if (rate !== undefined && type !== undefined) return line;
	const missing = rate === undefined ? 'VAT Rate (%)' : 'VAT Rate Type';
	return refuseInput(
		`lineItems[${index}].${rate === undefined ? 'vatRate' : 'vatRateType'}`,
		`VAT Country is empty, so the node cannot find the VAT rate of Line Item ${index + 1}`,
		`Enter VAT Country. Or enter ${missing} too, because the service needs the percentage and the type.`,
	);
}

function refuseOtherId(id: string, index: number, { listedFor, rates }: VatRates): never {
	return refuseInput(
		`lineItems[${index}].vatRateId`,
		`VAT Rate ID ${id} of Line Item ${index + 1} is not in the service's list for ${listedFor}`,
		rates.length === 0
			? noRates
			: `To enter a percentage, set VAT Rate to By %. Or choose one of ${ratesInWords(rates)}.`,
	);
}

const maxShown = 12;

const noRates =
	'The service lists no rates for these. Check VAT Country, Tax Date or else Issue Date, Direction and VAT Country Type.';

function ratesInWords(rates: VatRate[]): string {
	const more = rates.length > maxShown ? ' and others' : '';
	return `${rates
		.slice(0, maxShown)
		.map(({ name }) => name)
		.join('; ')}${more}`;
}

function rateWith(
	{ listedFor, rates }: VatRates,
	rate: Decimal | undefined,
	type: number | undefined,
	index: number,
): VatRate {
	const meant = ratesWith(rates, rate, type);
	if (meant.length === 1) return meant[0];
	const wanted = [
		rate && `${rate.toString()} %`,
		type !== undefined && String(choiceLabel(vatRateTypes, type)),
	].filter(Boolean);
	return refuseInput(
		`lineItems[${index}].vatRate`,
		`The VAT rate of Line Item ${index + 1} (${wanted.join(', ')}) ${meant.length > 0 ? 'is ambiguous' : `is not in the service's list for ${listedFor}`}`,
		adviceOn(rates, meant, rate, type),
	);
}

/** First what the filled field accepts: a percentage, if it alone says which rate is meant. */
function adviceOn(rates: VatRate[], meant: VatRate[], rate?: Decimal, type?: number): string {
	if (rates.length === 0) return noRates;
	const ofType = rates.filter((one) => type === undefined || type === one.type);
	const same = (one: VatRate) => ofType.filter((other) => other.rate.equals(one.rate));
	const percentages = ofType.filter((one) => same(one).length === 1);
	const byId = `VAT Rate to By ID, and enter one of ${ratesInWords(meant.length > 0 ? meant : rates)}.`;
	if (!rate || meant.length > 0 || percentages.length === 0) return `Set ${byId}`;
	const shown = percentages.slice(0, maxShown).map((one) => one.rate.toString());
	return `Enter one of these percentages: ${shown.join(', ')}. To choose another type of rate, set ${byId}`;
}
