import type { IDataObject } from 'n8n-workflow';

import { readList } from '../../shared/client/envelope';
import { refuseInput } from '../../shared/client/errors';
import type { ServiceClient } from '../../shared/client/client';
import { textFrom } from '../../shared/client/json';
import { Decimal } from '../../shared/decimal';
import { directions, vatCountryTypes, vatRateTypes } from '../../shared/documents/choices';
import { documentFields } from '../../shared/documents/documentRecord';
import { choiceLabel } from '../../shared/fields/describe';
import { calendarDate } from '../../shared/fields/dates';
import { inWords, isBlank } from '../../shared/fields/values';
import { idOf } from '../../shared/lists/ids';
import type { OperationCall } from '../operation';

/**
 * The VAT rate list comes from the service, for each country and date. The picker shows it (methods/vatRateOptions.ts), and
 * lines of documents take their rates from it.
 */
export const vatRatesRequest = {
	route: 'GET /v2/vatrates',
	basis: 'vat-rates [D]',
} as const;

/** A VAT rate of the service (docs/api/resources.md#vat-rate). */
export interface VatRate {
	id: string;
	rate: Decimal;
	type: number;
	/** "21 % Standard, Basic rate (ID 1201)" */
	name: string;
}

/** The rates that a document can have. */
export interface VatRates {
	/** What the service lists them by: "CZ on 2026-11-24 (Issued, Domestic)" */
	listedFor: string;
	rates: VatRate[];
}

/** Those with the percentage and the type. @param rate, type undefined for any */
export const ratesWith = (rates: VatRate[], rate?: Decimal, type?: number): VatRate[] =>
	rates.filter(
		(one) => (rate?.equals(one.rate) ?? true) && (type === undefined || type === one.type),
	);

/** The query parameters of the list. */
export interface VatRateQuery {
	countryCode: string;
	date: string;
	vatCountryType: number;
	accountingDocumentDirection: number;
}

/** By % finds the rate when the node runs and has read the document. The list does not know the document. */
const whereToAdd = (operation: unknown) =>
	operation === 'update'
		? 'under Update Fields, as in the document. Or choose By %, which reads them from the document unless Mode is Replace All Fields.'
		: 'under Additional Fields.';

/**
 * The query for a document with these fields.
 * @param operation whose form has the fields
 * @throws ServiceError (badInput) if VAT Country Type or Direction is missing
 */
export function rateQueryFor(
	countryCode: string,
	document: IDataObject,
	timeZone: string | undefined,
	operation: unknown,
): VatRateQuery {
	const { taxDate, issueDate, vatCountryType, direction } = document;
	const missing = ['vatCountryType', 'direction'].filter((name) => isBlank(document[name]));
	if (missing.length > 0) {
		const labels = inWords(missing.map((name) => documentFields[name].label));
		refuseInput(
			missing[0],
			`${labels} ${missing.length === 1 ? 'is' : 'are'} missing`,
			`The service lists VAT rates by them. Add ${labels} ${whereToAdd(operation)}`,
		);
	}
	const day = taxDate ?? issueDate ?? new Date();
	return {
		countryCode,
		date: calendarDate(day, 'taxDate', 'Tax Date', timeZone) ?? '',
		vatCountryType: Number(vatCountryType),
		accountingDocumentDirection: Number(direction),
	};
}

/** Lists the VAT rates of a country on a date. @throws ServiceError as {@link ServiceClient.request} */
export async function readVatRates(client: ServiceClient, query: VatRateQuery): Promise<VatRates> {
	const day = `${query.countryCode} on ${query.date}`;
	const activity = `listing the VAT rates of ${day}`;
	const direction = String(choiceLabel(directions, query.accountingDocumentDirection));
	const countryType = String(choiceLabel(vatCountryTypes, query.vatCountryType));
	const answer = await client.request({
		...client.target(vatRatesRequest.route),
		query: { ...query },
		activity,
	});
	const rates = readList(answer, activity, 'vatRates').records.flatMap((record) => {
		const rate = Decimal.from(record.vatRate);
		const id = idOf(record);
		if (id === '' || rate === undefined) return [];
		const type = Number(textFrom(record.type));
		const text = typeof record.text === 'string' && record.text !== '' ? `, ${record.text}` : '';
		const words = `${rate.toString()} % ${String(choiceLabel(vatRateTypes, type))}${text}`;
		return [{ id, rate, type, name: `${words} (ID ${id})` }];
	});
	return { listedFor: `${day} (${direction}, ${countryType})`, rates };
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
	{ client, form }: OperationCall,
	countryCode: string | undefined,
	document: IDataObject,
): Promise<VatRates | undefined> {
	if (countryCode === undefined) return undefined;
	const query = rateQueryFor(countryCode, document, form.timeZone, form.get('operation'));
	const key = `VAT rates ${JSON.stringify(query)}`;
	const { cache } = client.connection;
	const list = cache.get(key) ?? readVatRates(client, query);
	cache.set(key, list);
	return await (list as Promise<VatRates>);
}
