/** Parameters of lists and searches (docs/api/requests.md#document-lists), in canonical names, as strict zod schemas. */
import { z } from 'zod';

import { accountingDocument } from '../resources/accountingDocuments/contract';
import { date } from '../resources/fields';
import type { SandboxOptions } from '../options';

/** The responses of list and search, one per envelope. */
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

/** Where a request has its parameters: a query contains text only, a body contains numbers as numbers. */
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

export type Limits = Pick<SandboxOptions, 'firstPage'>;

/** Builds a schema once per limits: building one takes longer than all else that a list request does. */
export function keptByFirstPage<Schema>(build: (limits: Limits) => Schema) {
	const kept = new Map<number, Schema>();
	return (limits: Limits): Schema => {
		const schema = kept.get(limits.firstPage) ?? build(limits);
		kept.set(limits.firstPage, schema);
		return schema;
	};
}

/** Paging of every list. */
export const paging = (carrier: Carrier, { firstPage }: Limits) => ({
	page: integer(carrier, firstPage, 999_999_999).default(firstPage),
	pageSize: integer(carrier, 10, 100).default(20),
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
/** The sent filters. */
export type GivenFilters = z.input<typeof filters>;

/** Parameters of GET /v2/accountingdocuments, in canonical names. */
export const listParameters = (limits: Limits) =>
	z.strictObject({ ...paging('query', limits), scope: scope.optional() });

/** Parameters of POST /v2/search/accountingdocuments, in canonical names. */
export const searchParameters = (carrier: Carrier, limits: Limits) =>
	z
		.strictObject({
			...paging(carrier, limits),
			scope: scope.optional(),
			sortDirection: z.enum(['ASC', 'DESC']).default('DESC'),
			...filterFields,
		})
		.refine(exclusive, exclusiveMessage);
