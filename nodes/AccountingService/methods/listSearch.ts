import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../shared/client/client';
import type { ServiceRecord } from '../../shared/client/envelope';
import { mayBePath } from '../../shared/client/assumedPath';
import { toResult } from '../../shared/client/errors';
import { textFrom } from '../../shared/client/json';
import { quote } from '../../shared/client/redact';
import { pageSizeLimits } from '../../shared/client/settings';
import { Decimal, decimalsOf } from '../../shared/decimal';
import { contactName } from '../../shared/documents/contactFields';
import { paymentWord } from '../../shared/documents/paymentStatus';
import { pagesOf, searchDocuments } from '../../shared/documents/sources';
import { dayOf, todayIn } from '../../shared/fields/dates';
import { isBlank } from '../../shared/fields/values';
import { idOf } from '../../shared/lists/ids';
import { Listing, type PageSource } from '../../shared/lists/listing';
import type { Page } from '../../shared/lists/page';
import { SinglePages } from '../../shared/lists/singlePages';
import {
	bankAccountList,
	bankAccountRecord,
	bankAccountsRequest,
} from '../resources/bankAccount/bankAccountRecord';
import { idOfContact } from '../resources/contact/contactRecord';
import { searchContacts } from '../resources/contact/source';
import { paymentRefusal } from '../resources/paymentOrder/documents';
import type { Picker } from './index';
import { hasWords, longestWord } from './words';

const maxAccounts = 1000;

/** Several times the length that the panel shows. */
const longestName = 200;

/** n8n's editor (2.8 to 2.40) requests the next page only if the list has a scroll bar. */
const minResults = 10;

/** Limits the waiting time to some seconds. */
const pagesPerCall = 10;

/** Lists all bank accounts, because an organization has few. The filter applies to their names. */
export const bankAccounts: Picker = async (client, filter) => {
	const options = {
		pageSize: pageSizeLimits.maximum,
		parallelPages: 2,
		wanted: maxAccounts,
		allowIncomplete: true,
	};
	const accounts = pagesOf(client, {
		...client.target(bankAccountsRequest.route),
		activity: 'listing bank accounts',
		listName: bankAccountList,
		nouns: bankAccountRecord,
	});
	const results: Array<{ name: string; value: string }> = [];
	for await (const batch of new Listing(accounts, options).batches()) {
		results.push(
			...batch
				.map((record) => ({ name: accountName(record), value: idOf(record) }))
				.filter(
					({ name, value }) => value !== '' && name.toLowerCase().includes(filter.toLowerCase()),
				),
		);
	}
	return { results };
};

function accountName({ name, id, accountNo, accountCode, accountIban, currency }: ServiceRecord) {
	const number = joinedParts([accountNo, accountCode], '/');
	return joinedParts([name ?? id, number || accountIban, currency]);
}

/** A name of the parts that are text or numbers. */
function joinedParts(parts: unknown[], separator = ' · '): string {
	const texts = parts.map(textFrom).filter((part) => !isBlank(part));
	return quote(texts.join(separator), longestName);
}

/** Contacts with the typed text, or all. */
export const contacts: Picker = async (client, filter, page) => {
	const pages = new SinglePages(searchContacts(client, filter || undefined));
	const found = await toResult(async () => await pages.read(page));
	if (found.failure && page === 0 && mayBePath(found.failure)) {
		// The panel shows no message of an error.
		const name = 'Your service has no contact search here. Use By ID.';
		return { results: [{ name, value: '' }] };
	}
	if (found.failure) throw found.failure;
	const word = longestWord(filter);
	if (page === 0 && word !== undefined && found.value.records.length === 0) {
		const { records, isEnd } = await withWords(searchContacts(client, word), filter, nameOfContact);
		const name = 'Other contacts were not searched. Use By ID.';
		return { results: [...contactOptions(records), ...(isEnd ? [] : [{ name, value: '' }])] };
	}
	const isEnd = await pages.isLast(found.value);
	return {
		results: contactOptions(found.value.records),
		paginationToken: isEnd ? undefined : String(page + 1),
	};
};

/** The records of a search for one word that have all typed words in their names, from a limited number of pages. */
async function withWords(
	source: PageSource,
	typed: string,
	nameOf: (record: ServiceRecord) => string,
): Promise<{ records: ServiceRecord[]; isEnd: boolean }> {
	const pages = new SinglePages(source);
	const records: ServiceRecord[] = [];
	let isEnd = false;
	let page: Page | undefined;
	for (let index = 0; index < pagesPerCall && !isEnd && records.length < minResults; index++) {
		const before = page;
		page = await pages.read(index);
		isEnd = pages.isEnd(page, before);
		records.push(...page.records.filter((record) => hasWords(nameOf(record), typed)));
	}
	return { records, isEnd: isEnd || (page !== undefined && (await pages.isLast(page))) };
}

const contactOptions = (records: ServiceRecord[]) =>
	records
		.map((record) => ({ name: nameOfContact(record), value: textFrom(idOfContact(record)) }))
		.filter(({ value }) => value !== '');

function nameOfContact(contact: ServiceRecord): string {
	const { companyRegNo, taxId, city } = contact;
	return joinedParts([contactName(contact) ?? idOfContact(contact), companyRegNo ?? taxId, city]);
}

/** Documents with a permalink token. */
export const documentTokens = documentsBy('permalinkToken');

/** Documents by ID. */
export const documentIds = documentsBy('id');

/** Documents that a payment order accepts, by ID. */
export const documentsToPay = documentsBy('id', paymentRefusal);

/**
 * Newest first. The service's text search does not include document numbers (docs/api/requests.md#search). So this also
 * reads the list page by page and compares the numbers.
 * @param refusalOf the rule of the operation: why it refuses a document, by the options on the form
 */
function documentsBy(value: 'permalinkToken' | 'id', refusalOf?: typeof paymentRefusal): Picker {
	return async (client, filter, start, host) => {
		const today = todayIn(host.getTimezone());
		const typed = filter.toLowerCase();
		const all = new SinglePages(searchDocuments(client, newestFirst, []));
		const options = { ...Object(host.getCurrentNodeParameter('options')) } as IDataObject;
		const refused: string[] = [];
		const isPickable = (one: ServiceRecord) => {
			if (textFrom(one[value]) === '') return false;
			const refusal = refusalOf?.(one, options);
			if (refusal && numbersOf(one).includes(typed))
				refused.push(`${numberOf(one)} is not offered: ${refusal}`);
			return refusal === undefined;
		};
		const texts =
			typed && start === 0 ? (await textMatches(client, filter, today)).filter(isPickable) : [];
		const numbered: ServiceRecord[] = [];
		const isEnough = () =>
			numbered.length + texts.length >= minResults ||
			numbered.some((one) => numbersOf(one).includes(typed)) ||
			refused.length > 0;
		let index = start;
		let isEnd = false;
		let page: Page | undefined;
		do {
			const before = page;
			page = await all.read(index++);
			isEnd = all.isEnd(page, before);
			const has = (one: ServiceRecord) => numbersOf(one).some((number) => number.includes(typed));
			numbered.push(...page.records.filter((one) => isPickable(one) && has(one)));
		} while (!isEnd && !isEnough() && index < start + pagesPerCall);
		isEnd ||= await all.isLast(page);
		const results = new Map(
			[...numbered, ...texts].map((record) => [
				textFrom(record[value]),
				documentName(record, today),
			]),
		);
		if (refused.length > 0) results.set('', quote(refused[0], longestName));
		else if (!isEnd && !isEnough()) results.set('', notSearched);
		return {
			results: [...results].map(([picked, name]) => ({ name, value: picked })),
			paginationToken: isEnd ? undefined : String(index),
		};
	};
}

const notSearched =
	'Older documents were not searched. To find one by its number, use Get Many with the filter Document Number.';

/** Documents with the typed text, or with all of its words. */
async function textMatches(
	client: ServiceClient,
	typed: string,
	today: string,
): Promise<ServiceRecord[]> {
	const search = (searchText: string) =>
		searchDocuments(client, { ...newestFirst, searchText }, []);
	const { records } = await new SinglePages(search(typed)).read(0);
	const word = longestWord(typed);
	if (records.length > 0 || word === undefined) return records;
	const nameOf = (record: ServiceRecord) =>
		`${documentName(record, today)} ${textFrom(record.description)}`;
	return (await withWords(search(word), typed, nameOf)).records;
}

const newestFirst = { sortDirection: 'DESC' } as const;

const numbersOf = ({ id, accountingDocumentNo, variableSymbol }: ServiceRecord) =>
	[id, accountingDocumentNo, variableSymbol]
		.map((one) => textFrom(one).toLowerCase())
		.filter((one) => one !== '');

function documentName(record: ServiceRecord, today: string): string {
	const { contact, total, currency, dueDate } = record;
	const amount = Decimal.from(total);
	const due = dayOf(dueDate);
	// The panel shows about forty characters, so the most distinctive values come first.
	return joinedParts([
		numberOf(record),
		amount && joinedParts([amount.toString(decimalsOf(currency, [amount])), currency], ' '),
		due && `due ${due}`,
		contactName(contact),
		paymentWord(record, today),
	]);
}

/** A document without a number shows why: "Draft 5012". */
const numberOf = ({ accountingDocumentNo, state, id }: ServiceRecord) =>
	textFrom(accountingDocumentNo) || joinedParts([textFrom(state), textFrom(id)], ' ');
