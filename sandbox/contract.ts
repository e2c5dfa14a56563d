/**
 * Every request and answer of the service as a strict zod schema: what is not named here is rejected.
 * Requests: sections 4 and 5 of the specification. Answers: published-facts, sections 2 and 4, around the records.
 */
import { z } from 'zod';

import type * as records from './types';
import {
	accountingDocument,
	bankAccount,
	contact,
	date,
	eet,
	expectedPayment,
	language,
	lineItem,
	note,
	payment,
	paymentInfo,
	printingInfo,
	scan,
	scheduler,
	template,
	text,
	vatRecapLine,
} from './contractRecords';
import { PAGE_SIZE } from './lists/names';

export { accountingDocument, template };

/** Fields that a test may give to a created or changed document; the id and the list-only field are not among them. */
export const documentFields = accountingDocument
	.omit({ id: true, connectableAmount: true })
	.partial();
export type DocumentFields = z.infer<typeof documentFields>;

const params = z.record(z.string(), z.unknown()).nullish();
export const validationError = z.strictObject({
	code: text,
	message: text,
	params,
	fieldsAffected: z
		.array(z.strictObject({ name: text, message: text, code: text, params }))
		.nullish(),
});

export const tokenRequest = z.strictObject({
	appId: z.string().min(1),
	appSecret: z.string().min(1),
});
/** For what takes no parameter at all. */
export const nothing = z.strictObject({});
export const templateParameters = z.strictObject({
	templateId: z.string().regex(/^\d{1,19}$/, 'not an integer'),
});

export const tokenAnswer = z.strictObject({
	access_token: z.string().min(1),
	expires_in: z.int().positive(),
	token_type: z.literal('Bearer') as z.ZodType<string>,
	refresh_token: z.string().min(1),
});

/** The answers of list and search, one per envelope the sandbox can speak. */
export const envelopes = {
	object: z.strictObject({
		accountingDocuments: z.array(accountingDocument),
		pagesCount: z.int().min(0),
		currentPage: z.int().min(0),
		pageSize: z.int().min(1),
	}),
	objectWithoutCount: z.strictObject({
		accountingDocuments: z.array(accountingDocument),
		currentPage: z.int().min(0),
		pageSize: z.int().min(1),
	}),
	array: z.array(accountingDocument),
};

/** Where a request's parameters travel: a query carries text only, a body carries numbers as numbers. */
export type Carrier = 'query' | 'body';

const integer = (carrier: Carrier, minimum: number, maximum: number) =>
	carrier === 'body'
		? z.int().min(minimum).max(maximum)
		: z
				.string()
				.regex(/^\d{1,9}$/, 'not an integer')
				.transform(Number)
				.pipe(z.int().min(minimum).max(maximum));

const scope = z
	.string()
	.refine((value) => value.split(',').every((entry) => entry === 'CA'), 'unknown scope entry');

const paging = (carrier: Carrier, firstPage: number) => ({
	page: integer(carrier, firstPage, 999_999_999).default(firstPage),
	pageSize: integer(carrier, PAGE_SIZE.minimum, PAGE_SIZE.maximum).default(PAGE_SIZE.default),
	scope: scope.optional(),
});

const decimal = z
	.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/, 'not a number')])
	.transform(Number)
	.optional();
const enumNumber = z
	.string()
	.regex(/^\d{1,2}$/, 'not an enum number')
	.transform(Number)
	.optional();

const filterFields = {
	searchText: z.string().optional(),
	value: decimal,
	valueFrom: decimal,
	valueTo: decimal,
	type: enumNumber,
	direction: enumNumber,
	paymentType: enumNumber,
	processingState: enumNumber,
	state: z.string().optional(),
	currency: z.string().optional(),
	variableSymbol: z.string().optional(),
	orderNo: z.string().optional(),
	externalNo: z.string().optional(),
	issueDateFrom: date.optional(),
	issueDateTo: date.optional(),
};
const exclusive = (value: { value?: number; valueFrom?: number; valueTo?: number }) =>
	value.value === undefined || (value.valueFrom === undefined && value.valueTo === undefined);
const exclusiveMessage = {
	path: ['value'],
	error: 'must be empty when valueFrom or valueTo is filled',
};

export const filters = z.strictObject(filterFields).refine(exclusive, exclusiveMessage);
export type Filters = z.infer<typeof filters>;
/** Filters as they are sent. */
export type GivenFilters = z.input<typeof filters>;

/** Parameters of GET /v2/accountingdocuments, in canonical names. */
export const listParameters = (firstPage: number) => z.strictObject(paging('query', firstPage));
export type ListParameters = z.infer<ReturnType<typeof listParameters>>;

/** Parameters of POST /v2/search/accountingdocuments, in canonical names. */
export const searchParameters = (carrier: Carrier, firstPage: number) =>
	z
		.strictObject({
			...paging(carrier, firstPage),
			sortDirection: z.enum(['ASC', 'DESC']).default('DESC'),
			...filterFields,
		})
		.refine(exclusive, exclusiveMessage);
export type SearchParameters = z.infer<ReturnType<typeof searchParameters>>;

/** Fails to compile when a schema and its type differ in either direction. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
export const SCHEMAS_MATCH_TYPES: [
	Same<z.infer<typeof accountingDocument>, records.AccountingDocument>,
	Same<Required<z.infer<typeof accountingDocument>>, Required<records.AccountingDocument>>,
	Same<z.infer<typeof lineItem>, records.AccountingDocumentLineItem>,
	Same<Required<z.infer<typeof lineItem>>, Required<records.AccountingDocumentLineItem>>,
	Same<Required<z.infer<typeof contact>>, Required<records.AccountingDocumentContact>>,
	Same<Required<z.infer<typeof payment>>, Required<records.AccountingDocumentPayment>>,
	Same<Required<z.infer<typeof paymentInfo>>, Required<records.AccountingDocumentPaymentInfo>>,
	Same<Required<z.infer<typeof vatRecapLine>>, Required<records.AccountingDocumentVatRecapLine>>,
	Same<Required<z.infer<typeof bankAccount>>, Required<records.AccountingDocumentBankAccount>>,
	Same<
		Required<z.infer<typeof expectedPayment>>,
		Required<records.AccountingDocumentExpectedPayment>
	>,
	Same<Required<z.infer<typeof note>>, Required<records.AccountingDocumentNote>>,
	Same<Required<z.infer<typeof printingInfo>>, Required<records.AccountingDocumentPrintingInfo>>,
	Same<Required<z.infer<typeof language>>, Required<records.AccountingDocumentLanguage>>,
	Same<Required<z.infer<typeof eet>>, Required<records.AccountingDocumentEet>>,
	Same<Required<z.infer<typeof scan>>, Required<records.AccountingDocumentScan>>,
	Same<Required<z.infer<typeof scheduler>>, Required<records.TemplateScheduler>>,
	Same<Required<z.infer<typeof template>>, Required<records.Template>>,
	Same<z.infer<typeof tokenAnswer>, records.TokenAnswer>,
	Same<Required<z.infer<typeof validationError>>, Required<records.ValidationError>>,
] = [
	true,
	true,
	true,
	true,
	true,
	true,
	true,
	true,
	true,
	true,
	true,
	true,
	true,
	true,
	true,
	true,
	true,
	true,
	true,
];
