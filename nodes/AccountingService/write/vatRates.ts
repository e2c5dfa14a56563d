import type { IDataObject } from 'n8n-workflow';

import { readList } from '../../shared/client/envelope';
import { refuseInput } from '../../shared/client/errors';
import { ExactNumber } from '../../shared/client/json';
import type { ServiceClient } from '../../shared/client/client';
import { Decimal } from '../../shared/decimal';
import { vatRateTypes } from '../../shared/documents/choices';
import { documentFields } from '../../shared/documents/fields';
import { labelOf } from '../../shared/fields/describe';
import { calendarDate } from '../../shared/fields/dates';
import { isBlank, refuseLacking } from '../../shared/fields/values';
import type { OperationCall } from '../operation';

/** A VAT rate of the service (docs/api/resources.md#vat-rate). */
export interface VatRate {
	id: string;
	rate: Decimal;
	type: number;
	/** "21 % Standard, Basic rate (ID 1201)" */
	name: string;
}

/** The query parameters of the list. */
export interface VatRateQuery {
	countryCode: string;
	date: string;
	vatCountryType: number;
	direction: number;
}

export const vatRatesRequest = {
	route: 'GET /v2/vatrates',
	basis: 'vat-rates [D]',
} as const;

/**
 * The query for a document with these fields.
 * @throws ServiceError (badInput) if VAT Country Type or Direction is missing
 */
export function rateQueryFor(
	countryCode: string,
	document: IDataObject,
	timeZone: string | undefined,
): VatRateQuery {
	const { taxDate, issueDate, vatCountryType, direction } = document;
	const missing = ['vatCountryType', 'direction'].filter((name) => isBlank(document[name]));
	if (missing.length > 0) {
		refuseLacking(missing.map((path) => ({ path, label: documentFields[path].label })));
	}
	const day = taxDate ?? issueDate ?? new Date();
	return {
		countryCode,
		date: calendarDate(day, 'taxDate', 'Tax Date', timeZone) ?? '',
		vatCountryType: Number(vatCountryType),
		direction: Number(direction),
	};
}

/** Lists the VAT rates of a country on a date. @throws ServiceError as {@link ServiceClient.request} */
export async function readVatRates(client: ServiceClient, query: VatRateQuery): Promise<VatRate[]> {
	const what = `listing the VAT rates of ${query.countryCode} on ${query.date}`;
	const { direction: accountingDocumentDirection, ...others } = query;
	const answer = await client.request({
		method: 'GET',
		path: '/v2/vatrates',
		query: { ...others, accountingDocumentDirection },
		what,
	});
	return readList(answer, what, 'vatRates').records.flatMap((record) => {
		const rate = Decimal.from(record.vatRate);
		if (record.id === undefined || rate === undefined) return [];
		const type = Number(record.type);
		const text = typeof record.text === 'string' && record.text !== '' ? `, ${record.text}` : '';
		const words = `${rate.toString()} % ${String(labelOf(vatRateTypes, type))}${text}`;
		return [{ id: String(record.id), rate, type, name: `${words} (ID ${record.id})` }];
	});
}

/** @throws ServiceError (badInput) for an invalid ISO code */
export function countryOf(value: unknown): string | undefined {
	const code = typeof value === 'string' ? value.trim().toUpperCase() : (value ?? '');
	if (code === '') return undefined;
	if (typeof code === 'string' && /^[A-Z]{2}$/.test(code)) return code;
	return refuseInput(
		'vatCountryCode',
		'VAT Country must be an ISO code of two letters',
		'Enter a code such as CZ or DE.',
	);
}

/**
 * The VAT rates for a document, read once for each country, date, VAT country type and direction.
 * @param document with its header
 * @returns undefined without a country
 */
export async function vatRatesOf(
	{ client, form: { timeZone } }: OperationCall,
	countryCode: string | undefined,
	document: IDataObject,
): Promise<VatRate[] | undefined> {
	if (countryCode === undefined) return undefined;
	const query = rateQueryFor(countryCode, document, timeZone);
	const key = `VAT rates ${JSON.stringify(query)}`;
	const { known } = client.connection;
	const list = known.get(key) ?? readVatRates(client, query);
	known.set(key, list);
	return await (list as Promise<VatRate[]>);
}

const standard = 1;
const reverseCharge = 4;
const domestic = 1;

/** The VAT of a line. */
export interface LineVat {
	/** In percent of the amount without VAT; undefined if it is missing, or if only the service has it. */
	rate?: Decimal;
	/** The line has neither a rate nor a type. */
	isMissing?: true;
	/** The customer pays the VAT, so the amounts do not include it. */
	isReversed?: true;
}

/**
 * Finds the VAT rate of a line by vatRateId, or by vatRate and vatRateType (docs/api/resources.md#line-item). On a
 * domestic document a percentage alone means the Standard rate, even if a reverse charge rate has the same percentage.
 * @param rates the service's list; undefined without a VAT Country
 * @throws ServiceError (badInput) with the candidates if the rate is ambiguous
 */
export function withVat(
	line: IDataObject,
	index: number,
	{ rates, vatCountryType }: { rates: VatRate[] | undefined; vatCountryType: unknown },
): { line: IDataObject; vat: LineVat } {
	const { vatRateId, vatRate, vatRateType } = line;
	const vatOf = (of?: Decimal, type?: number): LineVat =>
		line.reverseChargeCode || type === reverseCharge
			? { rate: Decimal.zero, isReversed: true }
			: { rate: of };
	if (vatRateId instanceof ExactNumber) {
		const found = rates?.find(({ id }) => id === vatRateId.digits);
		return { line, vat: vatOf(found?.rate, found?.type) };
	}
	const rate = Decimal.from(vatRate);
	const isOrdinary = Number(vatCountryType) === domestic && !line.reverseChargeCode;
	const usual = rates && rate && isOrdinary ? standard : undefined;
	const type = vatRateType === undefined ? usual : Number(vatRateType);
	if (rate === undefined && type === undefined) return { line, vat: { isMissing: true } };
	if (rates) {
		const found = oneOf(rates, rate, type, index);
		const withRate = { ...line, vatRateId: new ExactNumber(found.id) };
		return { line: withRate, vat: vatOf(found.rate, found.type) };
	}
	if (rate !== undefined && type !== undefined) return { line, vat: vatOf(rate, type) };
	const missing = rate === undefined ? 'VAT Rate (%)' : 'VAT Rate Type';
	return refuseInput(
		`lineItems[${index}].${rate === undefined ? 'vatRate' : 'vatRateType'}`,
		`${missing} of Line Item ${index + 1} is missing`,
		`Enter the VAT Country, and the node finds the rate. Or enter ${missing}, because the service needs the percentage and the type.`,
	);
}

const maxShown = 12;

function oneOf(rates: VatRate[], rate?: Decimal, type?: number, index = 0): VatRate {
	const meant = rates.filter(
		(one) => (rate?.equals(one.rate) ?? true) && (type === undefined || type === one.type),
	);
	if (meant.length === 1) return meant[0];
	const wanted = [
		rate && `${rate.toString()} %`,
		type !== undefined && String(labelOf(vatRateTypes, type)),
	].filter(Boolean);
	const candidates = meant.length > 0 ? meant : rates;
	const displayed = candidates.slice(0, maxShown).map(({ name }) => name);
	const more = candidates.length > maxShown ? ' and others' : '';
	return refuseInput(
		`lineItems[${index}].vatRate`,
		`The VAT rate of Line Item ${index + 1} (${wanted.join(', ')}) ${meant.length > 0 ? 'is ambiguous' : "is not in the service's list"}`,
		candidates.length === 0
			? 'The service lists no VAT rates for this country, date, VAT country type and direction.'
			: `Choose one by its VAT Rate ID: ${displayed.join('; ')}${more}.`,
	);
}
