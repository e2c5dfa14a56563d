/** VAT rates (docs/api/requests.md#vat-rates), and the rate of a line (docs/api/resources.md#line-item). */
import { z } from 'zod';

import { record } from '../http/answers';
import type { Operations } from '../http/operations';
import {
	type Direction,
	direction,
	vatCountryType,
	vatRateType,
} from './accountingDocuments/contract';
import { date, type Int64, int64, text } from './fields';

export const vatRate = z.strictObject({
	id: int64,
	validFrom: date.nullable(),
	validTo: date.nullable(),
	text,
	/** Per cent. */
	vatRate: z.number(),
	type: vatRateType,
	noteDomestic: text,
	noteCounterpart: text,
});
export type VatRate = z.infer<typeof vatRate>;
type VatCountryType = z.infer<typeof vatCountryType>;

export type VatRateQuery = {
	countryCode: string;
	date: string;
	vatCountryType: VatCountryType;
	direction: Direction;
};

type Row = VatRate & {
	country: string;
	vatCountryTypes: readonly VatCountryType[];
	directions: readonly Direction[];
};

const EVERYWHERE = [1, 2, 3] as const;
const BOTH = [0, 1] as const;

function row(
	country: string,
	id: number,
	rate: number,
	type: VatRate['type'],
	words: string,
	from: string,
	to: string | null = null,
	vatCountryTypes: readonly VatCountryType[] = EVERYWHERE,
	directions: readonly Direction[] = BOTH,
): Row {
	return {
		country,
		id,
		validFrom: from,
		validTo: to,
		text: words,
		vatRate: rate,
		type,
		noteDomestic: null,
		noteCounterpart: type === 4 ? 'Daň odvede zákazník' : null,
		vatCountryTypes,
		directions,
	};
}

/** Two rows for received documents from the EU have the same rate and type, so that pair identifies no rate. */
const ROWS: readonly Row[] = [
	row('CZ', 321, 21, 1, 'Základní 21 %', '2013-01-01'),
	row('CZ', 312, 12, 1, 'Snížená 12 %', '2024-01-01'),
	row('CZ', 315, 15, 1, 'Snížená 15 %', '2013-01-01', '2023-12-31', [1]),
	row('CZ', 310, 10, 1, 'Druhá snížená 10 %', '2015-01-01', '2023-12-31', [1]),
	row('CZ', 300, 0, 5, 'Osvobozeno', '2004-05-01'),
	row('CZ', 302, 0, 2, 'Mimo DPH', '2004-05-01'),
	row('CZ', 303, 0, 3, 'Neuplatňovat DPH', '2004-05-01'),
	row('CZ', 304, 21, 4, 'Přenesená daňová povinnost 21 %', '2013-01-01', null, [1]),
	row('CZ', 305, 12, 4, 'Přenesená daňová povinnost 12 %', '2024-01-01', null, [1]),
	row('CZ', 306, 21, 4, 'Zboží z EU 21 %', '2013-01-01', null, [2], [0]),
	row('CZ', 307, 21, 4, 'Služba z EU 21 %', '2013-01-01', null, [2], [0]),
	row('SK', 423, 23, 1, 'Základná 23 %', '2025-01-01'),
	row('SK', 420, 20, 1, 'Základná 20 %', '2011-01-01', '2024-12-31'),
	row('SK', 400, 0, 5, 'Oslobodené', '2004-05-01'),
	row('DE', 519, 19, 1, 'Regelsatz 19 %', '2007-01-01'),
	row('DE', 507, 7, 1, 'Ermäßigt 7 %', '2007-01-01'),
	row('DE', 500, 0, 5, 'Steuerfrei', '2007-01-01'),
];

/** The record without the fields that say where it applies. */
function recordOf(one: Row): VatRate {
	const { country: _country, vatCountryTypes: _types, directions: _directions, ...rate } = one;
	return rate;
}

export function vatRatesFor(query: VatRateQuery): VatRate[] {
	return ROWS.filter(
		(one) =>
			one.country === query.countryCode &&
			(one.validFrom ?? '') <= query.date &&
			(one.validTo ?? '9999') >= query.date &&
			one.vatCountryTypes.includes(query.vatCountryType) &&
			one.directions.includes(query.direction),
	).map(recordOf);
}

export function findVatRate(id: Int64): VatRate | undefined {
	const found = ROWS.find((one) => one.id === id);
	return found && recordOf(found);
}

const query = z.strictObject({
	countryCode: z.string().regex(/^[A-Z]{2}$/),
	date,
	vatCountryType: z.enum(['1', '2', '3']),
	accountingDocumentDirection: z.enum(['0', '1']),
	financialAccount: z.string().optional(),
});

export const vatRateOperations = (): Operations<'listVatRates'> => ({
	listVatRates: {
		kind: 'read',
		method: 'GET',
		path: '/v2/vatrates',
		basis: 'vat-rates [D]',
		takesQuery: true,
		answer: (call) => {
			const request = call.parameters(query);
			const rates = vatRatesFor({
				countryCode: request.countryCode,
				date: request.date,
				vatCountryType: vatCountryType.parse(Number(request.vatCountryType)),
				direction: direction.parse(Number(request.accountingDocumentDirection)),
			});
			return record(rates);
		},
	},
});
