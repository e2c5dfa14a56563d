/** Bulk operation on accounting documents, with a result for each ID (docs/api/requests.md#bulk-operations). */
import { z } from 'zod';

import { type FieldError, fieldError, invalid, notFound, record, Refusal } from '../http/answers';
import type { Operations } from '../http/operations';
import { type DocumentFields, paymentType } from './accountingDocuments/contract';
import type { Store } from './accountingDocuments/store';
import { int64 } from './fields';
import { categoryName, hasCashRegister, isWorkflowState } from './organization';

const CASH_RECEIPT = 7;
const CASH = 2;
const SUCCESS = 1;
const ERROR = 2;

const ids = z.array(int64).min(1).max(1000);
const request = z.discriminatedUnion('operation', [
	z.strictObject({
		operation: z.literal('movewf'),
		ids,
		additionalData: z.strictObject({ state: z.string() }),
	}),
	z.strictObject({
		operation: z.literal('remove'),
		ids,
		additionalData: z.strictObject({}).nullish(),
	}),
	z.strictObject({
		operation: z.literal('setcategory'),
		ids,
		additionalData: z.strictObject({ categoryId: int64 }),
	}),
	z.strictObject({
		operation: z.literal('setpreferredbranch'),
		ids,
		additionalData: z.strictObject({ preferredBranchId: z.string().nullable() }),
	}),
	z.strictObject({
		operation: z.literal('setpreferredproject'),
		ids,
		additionalData: z.strictObject({ preferredProjectId: z.string().nullable() }),
	}),
	z.strictObject({
		operation: z.literal('setcashregister'),
		ids,
		additionalData: z.strictObject({ cashRegisterId: int64 }),
	}),
	z.strictObject({
		operation: z.literal('setpaymenttype'),
		ids,
		additionalData: z.strictObject({ paymentType }),
	}),
]);
type Request = z.infer<typeof request>;

type Outcome = { fields: DocumentFields } | { error: FieldError };

const broken = (field: string, message: string): Outcome => ({
	error: fieldError(field, 'rule_broken', message),
});

/** The fields that an operation sets on one document, or the reason why it cannot. */
function outcomeOf(requested: Request, type: number): Outcome {
	switch (requested.operation) {
		case 'movewf': {
			const { state } = requested.additionalData;
			return isWorkflowState(state)
				? { fields: { state } }
				: broken('state', 'is no state of the workflow');
		}
		case 'setcategory': {
			const { categoryId } = requested.additionalData;
			const name = categoryName(categoryId);
			return name === undefined
				? broken('categoryId', 'is no category')
				: { fields: { categoryId, categoryName: name } };
		}
		case 'setcashregister': {
			const { cashRegisterId } = requested.additionalData;
			return hasCashRegister(cashRegisterId)
				? { fields: { cashRegisterId } }
				: broken('cashRegisterId', 'is no cash register');
		}
		case 'setpaymenttype': {
			const { paymentType: input } = requested.additionalData;
			return type === CASH_RECEIPT && input !== CASH
				? broken('paymentType', 'must be 2 (Cash) on a cash receipt')
				: { fields: { paymentType: input } };
		}
		case 'setpreferredbranch':
			return { fields: { preferredBranch: requested.additionalData.preferredBranchId } };
		case 'setpreferredproject':
			return { fields: { preferredProject: requested.additionalData.preferredProjectId } };
		case 'remove':
			return { fields: {} };
	}
}

export class Bulk {
	constructor(private readonly store: Store) {}

	operations(): Operations<'bulk'> {
		return {
			bulk: {
				kind: 'bulk',
				method: 'POST',
				path: '/v2/bulk/accountingdocuments',
				basis: 'bulk-operations [D]',
				carries: 'json',
				answer: (call) => {
					const requested = call.record(request);
					const result = requested.ids.map((id) => {
						const error = this.apply(requested, id);
						return error === undefined
							? { id, state: SUCCESS }
							: { id, state: ERROR, validationError: error.body };
					});
					const isCommitted = result.some(({ state }) => state === SUCCESS);
					return { ...record({ operation: requested.operation, result }), isCommitted };
				},
			},
		};
	}

	/** Does it to one document, or returns the reason why it cannot. */
	private apply(requested: Request, id: z.infer<typeof int64>): Refusal | undefined {
		const key = this.store.findById(id);
		if (key === undefined) return notFound(`accounting document has the id ${id}`);
		const outcome = outcomeOf(requested, this.store.snapshot(key).type);
		if ('error' in outcome) return invalid([outcome.error]);
		if (requested.operation === 'remove') this.store.remove(key);
		else this.store.change(key, outcome.fields);
		return undefined;
	}
}
