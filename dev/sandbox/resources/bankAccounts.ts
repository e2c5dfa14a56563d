/** Bank accounts of the organization: `GET /v2/bankaccounts` (docs/api/requests.md#bank-accounts). */
import { z } from 'zod';

import { notFound } from '../http/answers';
import type { Call, Operations } from '../http/operations';
import type { SmallLists } from '../lists/smallLists';
import { id, int64, text } from './fields';

const FIRST_ID = 301;

export const bankAccount = z.strictObject({
	id: int64,
	name: text,
	currency: text,
	accountNo: text,
	accountCode: text,
	accountSwift: text,
	accountIban: text,
	statementFormatId: id,
	paymentOrderFormatId: id,
	bankId: id,
	initialAmount: z.number().nullish(),
	isMain: z.unknown(),
	processingState: z.int().nullish(),
	processingMessage: text,
	processedFinAccount: text,
	bankName: text,
	unmatchedPaymentCount: z.int().nullish(),
});
export type BankAccount = z.infer<typeof bankAccount>;

const CURRENCIES = ['CZK', 'EUR', 'USD'];

function generated(index: number): BankAccount {
	const currency = CURRENCIES[index % CURRENCIES.length];
	const number = String(1_000_000_000 + index * 7919);
	return {
		id: FIRST_ID + index,
		name: `${currency} účet`,
		currency,
		accountNo: number,
		accountCode: '0999',
		accountSwift: 'EXAMCZPP',
		accountIban: `CZ00 0999 0000 00${number}`,
		statementFormatId: 2,
		paymentOrderFormatId: 3,
		bankId: 9,
		initialAmount: index === 0 ? 1000.5 : 0,
		// Seen as a boolean and as null.
		isMain: index === 0 ? true : null,
		processingState: 1,
		processingMessage: null,
		processedFinAccount: `221${String(index).padStart(3, '0')}`,
		bankName: 'Vzorová banka',
		unmatchedPaymentCount: index,
	};
}

export class BankAccounts {
	readonly all: readonly BankAccount[] = [0, 1, 2].map(generated);

	constructor(private readonly lists: SmallLists) {}

	/** The account that a path names. Throws a Refusal. */
	of(call: Call): BankAccount {
		const wanted = call.id('bankAccountId');
		const found = this.all.find((account) => account.id === wanted);
		if (found === undefined) throw notFound(`bank account has the id ${wanted}`);
		return found;
	}

	operations(): Operations<'listBankAccounts'> {
		return {
			listBankAccounts: {
				kind: 'read',
				method: 'GET',
				path: '/v2/bankaccounts',
				basis: 'bank-accounts [C]',
				takesQuery: true,
				isList: true,
				answer: (call) => this.lists.answer(call, 'bankAccounts', this.all),
			},
		};
	}
}
