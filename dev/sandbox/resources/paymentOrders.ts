/** Payment orders of a bank account (docs/api/requests.md#payment-orders). */
import { z } from 'zod';

import { Decimal } from '../decimal';
import { type FieldError, fieldError, invalid, record } from '../http/answers';
import type { Operations } from '../http/operations';
import type { SmallLists } from '../lists/smallLists';
import type { Store } from './accountingDocuments/store';
import type { BankAccount, BankAccounts } from './bankAccounts';
import type { Clock } from './clock';
import { amount, date, dateTime, getOnly, id, int64, text } from './fields';

const FIRST_ID = 7001;
const IN_PROGRESS = 0;
const READY = 1;

const paidDocument = z.strictObject({ accountingDocumentId: int64, accountingDocumentNo: text });
export const paymentOrder = z.strictObject({
	id,
	generatedDate: dateTime.nullish(),
	accountingDocuments: z.array(paidDocument).nullish(),
	amount,
	currency: text,
	name: text,
	files: z
		.array(
			z.strictObject({
				fileId: int64,
				title: text,
				message: text,
				/** 0 OK, 1 Error. */
				state: z.literal([0, 1]),
				/** 1 Payment Order, 2 NDP, 3 Pdf. */
				type: z.literal([1, 2, 3]),
			}),
		)
		.nullish(),
	bankAccountId: int64,
	dueDate: date,
	/** 0 In Progress, 1 Ready, 2 Error. */
	processingState: z.literal([0, 1, 2]).nullish(),
	processingMessage: text,
	requestedTime: dateTime.nullish(),
});
export type PaymentOrder = z.infer<typeof paymentOrder>;

const orderInput = paymentOrder.extend({
	id: getOnly,
	generatedDate: getOnly,
	accountingDocuments: z.array(paidDocument.extend({ accountingDocumentNo: getOnly })).nullish(),
	currency: getOnly,
	files: getOnly,
	bankAccountId: getOnly,
	processingState: getOnly,
	processingMessage: getOnly,
	requestedTime: getOnly,
});
type OrderInput = z.infer<typeof orderInput>;

/** Of the first account. */
const ORDERS_AT_START = 30;

export class PaymentOrders {
	private readonly byAccount = new Map<BankAccount['id'], PaymentOrder[]>();
	private created = 0;

	constructor(
		private readonly accounts: BankAccounts,
		private readonly store: Store,
		private readonly lists: SmallLists,
		private readonly clock: Clock,
	) {
		const [first] = accounts.all;
		for (let index = 0; index < ORDERS_AT_START; index++) {
			const given = { name: `Příkaz ${index}`, amount: 100 + index, dueDate: '2026-11-30' };
			this.add(first, given).processingState = READY;
		}
	}

	/** Orders of an account, newest first. */
	of(accountId: BankAccount['id']): readonly PaymentOrder[] {
		return this.byAccount.get(accountId) ?? [];
	}

	find(id: number): PaymentOrder | undefined {
		return [...this.byAccount.values()].flat().find((order) => order.id === id);
	}

	operations(): Operations<'listPaymentOrders' | 'createPaymentOrder'> {
		const path = '/v2/bankaccounts/:bankAccountId/paymentorders';
		return {
			listPaymentOrders: {
				kind: 'read',
				method: 'GET',
				path,
				basis: 'payment-orders [D]',
				takesQuery: true,
				isList: true,
				answer: (call) =>
					this.lists.answer(call, 'paymentOrders', this.of(this.accounts.of(call).id)),
			},
			createPaymentOrder: {
				kind: 'creates',
				method: 'POST',
				path,
				basis: 'payment-orders [I]',
				carries: 'json',
				answer: (call) => {
					const account = this.accounts.of(call);
					const input = call.record(orderInput);
					const errors = this.errorsOf(input);
					if (errors.length > 0) throw invalid(errors);
					return record(this.add(account, input));
				},
			},
		};
	}

	private errorsOf(input: OrderInput): FieldError[] {
		const documents = input.accountingDocuments ?? [];
		const errors = documents.flatMap(({ accountingDocumentId }, index) =>
			this.store.findById(accountingDocumentId) === undefined
				? [
						fieldError(
							`accountingDocuments.${index}.accountingDocumentId`,
							'rule_broken',
							'is no accounting document',
						),
					]
				: [],
		);
		if (documents.length > 0 && input.amount != null)
			errors.push(fieldError('amount', 'get_only', 'is GET only when there are documents'));
		if (documents.length === 0 && input.amount == null)
			errors.push(fieldError('amount', 'rule_broken', 'is required when there are no documents'));
		return errors;
	}

	/** Adds one, bypassing the service. */
	add(account: Pick<BankAccount, 'id' | 'currency'>, input: OrderInput): PaymentOrder {
		const paid = (input.accountingDocuments ?? []).map(({ accountingDocumentId }) => ({
			accountingDocumentId,
			accountingDocumentNo: this.store.numberOf(accountingDocumentId),
		}));
		const totals = paid.map(({ accountingDocumentId }) => {
			const key = this.store.findById(accountingDocumentId);
			return Decimal.of(key === undefined ? 0 : (this.store.document(key).total ?? 0));
		});
		const sum = totals.reduce((total, one) => total.plus(one), Decimal.ZERO);
		const order: PaymentOrder = {
			id: FIRST_ID + this.created++,
			generatedDate: null,
			accountingDocuments: paid,
			amount: input.amount ?? sum.toNumber(),
			currency: account.currency,
			name: input.name,
			files: [],
			bankAccountId: account.id,
			dueDate: input.dueDate,
			processingState: IN_PROGRESS,
			processingMessage: null,
			requestedTime: this.clock.now(),
		};
		this.byAccount.set(account.id, [order, ...this.of(account.id)]);
		return order;
	}
}
