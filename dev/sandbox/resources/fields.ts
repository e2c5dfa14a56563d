/** Building blocks of the fields of every resource. An optional field may be absent or null. */
import { z } from 'zod';

const LIMIT = 2n ** 63n;

/** An int64: a number up to 2^53 - 1, a bigint beyond. Text is no int64. */
export const int64 = z.union([
	z.int(),
	z
		.bigint()
		.min(-LIMIT)
		.max(LIMIT - 1n),
]);
export type Int64 = z.infer<typeof int64>;

/** `YYYY-MM-DD` of a valid day. */
export const date = z.iso.date();
export const dateTime = z.iso.datetime({ offset: true });
export const text = z.string().nullish();
export const amount = z.number().nullish();
export const id = int64.nullish();
export const flag = z.boolean().nullish();
export const day = date.nullish();

export const GET_ONLY = 'is GET only: it is not accepted on input';
/** A field that is returned, but not accepted (docs/api/resources.md#conventions). */
export const getOnly = z.undefined(GET_ONLY).optional();
