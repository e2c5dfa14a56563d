import type { IDataObject } from 'n8n-workflow';

import type { RunningSandbox } from '../../../dev/sandbox';
import { byId, getAll, getByToken, listPath, search, searchPath, send } from './parameters';

const fromModel = (key: string, type = 'string') =>
	`={{ $fromAI('${key}', 'About ${key}', '${type}') }}`;

const documentId = byId(fromModel('id'));

export const invoice = (changes: object = {}) => ({
	...{ resource: 'accountingDocument', operation: 'create', type: 0, vatCountryCode: 'CZ' },
	currency: fromModel('currency'),
	contact: { companyName: fromModel('customer') },
	lineItems: {
		row: [
			{
				...{ description: 'Chairs', qt: fromModel('quantity'), price: fromModel('price') },
				vatRateId: { __rl: true, mode: 'percentage', value: fromModel('vat') },
			},
		],
	},
	dueDate: fromModel('dueDate'),
	additionalFields: { state: 'Draft' },
	...changes,
});

const order = {
	...{ resource: 'paymentOrder', operation: 'create', bankAccountId: byId('301') },
	...{ amount: fromModel('amount'), dueDate: '2026-12-01' },
};

const document = (operation: string, changes: object = {}) => ({
	...{ resource: 'accountingDocument', operation, accountingDocumentId: documentId },
	...changes,
});

export const right: IDataObject = {
	...{ currency: 'CZK', customer: 'Example Ltd', quantity: '2', price: '100', vat: '21' },
	...{ dueDate: '2026-12-01', id: '10000365', text: 'a', amount: '5', title: 'A' },
};

/** Operations of the tools that change data. */
const changing = /"(create|delete|changeState|POST)"/;

/** How many requests of a corrected call change data. */
export const changesOf = ([, parameters]: Lesson): number =>
	changing.test(JSON.stringify(parameters)) ? 1 : 0;

/** Replaces what only the sandbox of the test knows. */
export function known<T>(value: T, { admin }: RunningSandbox, at = 3): T {
	const { id, permalinkToken } = admin.documentAt(at);
	const text = JSON.stringify(value)
		.replaceAll('"known"', JSON.stringify(String(id)))
		.replaceAll('"token":"token"', JSON.stringify({ token: permalinkToken }).slice(1, -1));
	return JSON.parse(text) as T;
}

/** For the create of which the service loses the response, and does not show the document in time. */
export function loseCreation({ admin }: RunningSandbox): void {
	admin.addFault({ kind: 'resetAfter', match: { path: 'createDocument' } });
	for (const match of [{ method: 'GET', url: listPath }, { url: searchPath }] as const)
		admin.addFault({ kind: 'status', status: 503, times: 20, match });
}

export const lostInvoice = () => invoice({ options: { maxTries: 1 } });

/** The service answers the next creation with other values. */
function changeCreation({ admin }: RunningSandbox): void {
	const body = { id: 17, currency: 'EUR' };
	const match = { path: 'createDocument' } as const;
	admin.addFault({ kind: 'status', status: 201, body, phase: 'after', times: 1, match });
}

const uniqueOrder = invoice({
	additionalFields: { state: 'Draft', orderNo: 'A-17' },
	options: { uniqueBy: 'orderNo' },
});

/** A call with a warning: its values beside {@link right}, what the model must read in `note`, and what happens before. */
export type Warning = [
	title: string,
	parameters: object,
	input: IDataObject,
	note: RegExp,
	before?: (sandbox: RunningSandbox) => void,
];

export const warnings: Warning[] = [
	['a preview', invoice({ options: { preview: true } }), {}, /^Preview: nothing was changed\.$/m],
	['a new order without a date', uniqueOrder, {}, /^Created without Issue Date/],
	['the same order', uniqueOrder, {}, /^1 accounting document existed already/],
	[
		'the same order with another price',
		uniqueOrder,
		{ price: '999' },
		/ existing document .*A-17.* returned unchanged\. It differs from the row in: .*Unit Price/,
	],
	[
		'another currency in the response',
		invoice(),
		{},
		/^The service returned other values than were sent while creating document ID 17: .*Currency/,
		changeCreation,
	],
];

/** What a model reads about it. */
export const lostAdvice =
	/^The service did not confirm .* may or may not have been made\. .* before you run this again, so that nothing is done twice/;

/**
 * A wrong call: the parameters of the tool, what the model enters, and what it must read to correct it. It corrects the
 * call with the group of the pattern, or else with `right`.
 */
export type Lesson = [
	title: string,
	parameters: object,
	wrong: IDataObject,
	advice: RegExp,
	right?: string,
];

export const lessons: Lesson[] = [
	[
		'a VAT rate',
		invoice(),
		{ vat: '99' },
		/not in the service's list for CZ on \S+ \(Issued, Domestic\)\. Enter one of these percentages: (\d+)/,
	],
	[
		'a date',
		invoice(),
		{ dueDate: '1. 12. 2026' },
		/^Due Date is not a date.*Enter a date as (\S+?)\./,
	],
	[
		'a quantity',
		invoice(),
		{ quantity: 'two' },
		/^'Quantity of Line Item 1' expects a number/,
		'2',
	],
	[
		'a price',
		invoice(),
		{ price: '1.000,50' },
		/^'Unit Price.* point for decimals, e\.g\. ([\d.]+)\./,
	],
	['a currency', invoice(), { currency: 'crowns' }, /three letters\. Enter a code such as (CZK)/],
	['no currency', invoice(), { currency: '' }, /^Currency is empty\. Enter Currency/, 'EUR'],
	[
		'no price',
		invoice(),
		{ price: '' },
		/^Line Item 1 has no amount\. Enter one of Unit Price/,
		'5',
	],
	[
		'a country',
		invoice({ vatCountryCode: fromModel('country') }),
		{ country: 'Czechia' },
		/^VAT Country must be .* two letters\. Enter a code such as (CZ)/,
	],
	[
		'an ID',
		document('get'),
		{ id: 'FV2026-1' },
		/^Document ID must be a positive whole number/,
		'known',
	],
	[
		'an unknown ID',
		document('get'),
		{ id: '99999999' },
		/^The service found nothing .*document 99999999\. Check the ID or token\./,
		'known',
	],
	[
		'an unknown ID to delete',
		document('delete'),
		{ id: '99999999' },
		/^The service .*99999999/,
		'known',
	],
	[
		'a token',
		getByToken(fromModel('token')),
		{ token: 'x' },
		/found nothing .* Check the ID or token/,
		'token',
	],
	[
		'a resource',
		document('get', { resource: fromModel('resource') }),
		{ resource: 'invoice', id: 'known' },
		/^There is no resource "invoice".*: (accountingDocument),/,
	],
	[
		'an operation',
		document(fromModel('operation')),
		{ operation: 'read', id: 'known' },
		/has no operation "read".* (get), create,/,
	],
	[
		'no text',
		search({ searchText: fromModel('text') }),
		{ text: '' },
		/^Search Text is empty\. Enter the text/,
		'a',
	],
	[
		'a limit',
		getAll({ limit: fromModel('limit') }),
		{ limit: 'all' },
		/^'Limit' expects a number/,
		'5',
	],
	[
		'a limit of 0',
		getAll({ limit: fromModel('limit') }),
		{ limit: '0' },
		/^Limit must be a whole number, (1) or/,
	],
	[
		'a first date',
		getAll({ filters: { period: 'custom', issueDateFrom: fromModel('from') } }),
		{ from: 'last month' },
		/^Issued From is not a date.* Enter a date as (\S+?)\./,
	],
	[
		'a payment status',
		getAll({ filters: { paymentStatus: fromModel('status') } }),
		{ status: 'open' },
		/^Payment Status has no choice "open".* Unpaid \((unpaid)\)/,
	],
	['an amount', order, { amount: 'five' }, /^'?Order Amount'? /, '5'],
	[
		'a state',
		document('changeState', {
			state: byId(fromModel('state')),
			accountingDocumentId: byId('known'),
		}),
		{ state: 'Sent out' },
		/have these states: (.+?) \(\d/,
	],
	[
		'an address',
		send(fromModel('path')),
		{ path: 'https://other.example/v2/contacts' },
		/^Path .* after \/v2, such as templates\/701/,
		'accountingdocuments',
	],
	[
		'a body',
		send('tasks', {
			...{ method: 'POST', body: 'json', jsonBody: fromModel('body') },
			options: { agentsMayChange: true },
		}),
		{ body: '{title}' },
		/^JSON is not valid\. Correct the JSON of the body/,
		'{"title":"A"}',
	],
];
