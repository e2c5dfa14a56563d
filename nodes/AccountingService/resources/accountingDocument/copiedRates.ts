import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../../shared/client/envelope';
import { optionally } from '../../../shared/client/errors';
import { textFrom } from '../../../shared/client/json';
import { Decimal } from '../../../shared/decimal';
import { creditNote, domestic } from '../../../shared/documents/choices';
import { valueAt } from '../../../shared/fields/describe';
import { inWords, isBlank } from '../../../shared/fields/values';
import { objectsIn } from '../../document/rules';
import { ratesWith, type VatRate, type VatRates, vatRatesOf } from '../../document/vatRateList';
import { namesOfDocuments } from '../../sentence';
import type { Copy } from './copy';

/**
 * Says if a copy keeps VAT rates that the service does not list for its date, such as those of an old invoice. A credit
 * note has the rates of its invoice.
 * @throws ServiceError (cancelled)
 */
export async function hintOtherRates(copy: Copy): Promise<void> {
	const { call, body, original } = copy;
	const lines = objectsIn(body.lineItems);
	if (body.type === creditNote || !lines.some(hasRate)) return;
	const country = copy.vatCountry ?? countryOfContact(body);
	if (country === undefined) {
		// Laws change rates at the turn of a year, such as the Czech 15 % in 2024.
		if (yearOf(body) === yearOf(original)) return;
		return hintUnchecked(copy, 'Add VAT Country in Additional Fields.');
	}
	const read = await optionally(async () => await vatRatesOf(call, country, body));
	if (read.failure) return hintUnchecked(copy, read.failure.message);
	const { listedFor, rates } = read.value as VatRates;
	const others = lines.flatMap((line, index) =>
		!hasRate(line) || isListed(line, rates) ? [] : [`Line Item ${index + 1} (${rateOf(line)})`],
	);
	if (others.length === 0) return;
	call.hint(
		`The copy of document ${namesOfDocuments([original])} keeps VAT rates that the service does not list for ${listedFor}: ${inWords(others)}. For other rates, use Create, or Update with Replace Line Items.`,
		'otherVatRates',
	);
}

const hintUnchecked = ({ call, original }: Copy, advice: string): void =>
	call.hint(
		`The node did not check whether the VAT rates of document ${namesOfDocuments([original])} are valid on the date of the copy. ${advice}`,
		'notChecked',
	);

/** A domestic contact is in the country of the VAT rates. Its country is a free text. */
function countryOfContact({ contact, vatCountryType }: IDataObject): string | undefined {
	const country = textFrom(valueAt(contact, 'country'));
	return Number(vatCountryType) === domestic && /^[A-Z]{2}$/.test(country) ? country : undefined;
}

const yearOf = ({ taxDate, issueDate }: ServiceRecord | IDataObject) =>
	textFrom(isBlank(taxDate) ? issueDate : taxDate).slice(0, 4);

const hasRate = ({ vatRate, vatRateId }: IDataObject) => !isBlank(vatRate) || !isBlank(vatRateId);

/** The same percentage under another ID is no other rate. */
function isListed({ vatRateId, vatRate, vatRateType }: IDataObject, rates: VatRate[]): boolean {
	if (rates.some(({ id }) => id === textFrom(vatRateId))) return true;
	const type = isBlank(vatRateType) ? undefined : Number(vatRateType);
	return !isBlank(vatRate) && ratesWith(rates, Decimal.from(vatRate), type).length > 0;
}

const rateOf = ({ vatRate, vatRateId }: IDataObject): string =>
	isBlank(vatRate) ? `VAT Rate ID ${textFrom(vatRateId)}` : `${textFrom(vatRate)} %`;
