/** Lists of several shapes: long and paged, searched, bare. */
import { z } from 'zod';

import { record } from '../http/answers';
import type { SmallLists } from '../lists/smallLists';
import type { Coin, Privates } from '.';

const FIRST_ID = 900_001;
const CURRENCIES = ['CZK', 'EUR', 'GBP', 'PLN', 'USD'];
const REGISTERS = [
	{ id: 11, name: 'Hlavní pokladna', currency: 'CZK', balance: 1520.5 },
	{ id: 12, name: 'Pokladna EUR', currency: 'EUR', balance: 0 },
];

export type Movement = { id: number; text: string; amount: number };

/** Movements of the cash registers: the long list. */
export class Movements {
	/** Newest first. */
	all: Movement[] = [];

	constructor(count: number) {
		this.add(count);
	}

	add(count: number): void {
		const first = this.all.length;
		const added = Array.from({ length: count }, (_, index) => ({
			id: FIRST_ID + first + index,
			text: `Pohyb ${first + index}`,
			amount: (first + index) / 4,
		}));
		this.all = [...added.reverse(), ...this.all];
	}
}

export function listOperations(movements: Movements, lists: SmallLists, coin: Coin): Privates {
	const records = coin('zaznamy').replace('-', '');
	const found = coin('nalezene').replace('-', '');
	const path = `/v2/${coin('pohyby')}`;
	return {
		listMovements: {
			records,
			operation: {
				kind: 'read',
				method: 'GET',
				path: `${path}/${coin('vse')}`,
				basis: 'no-published-path: cash registers [S, named only]',
				takesQuery: true,
				isList: true,
				answer: (call) => lists.answer(call, records, movements.all),
			},
		},
		searchMovements: {
			records: found,
			operation: {
				kind: 'read',
				method: 'POST',
				path: `${path}/${coin('hledani')}`,
				basis: 'no-published-path: searches [S, named only]',
				carries: 'json',
				isList: true,
				answer: (call) => {
					const { text = '', ...paging } = call.record(
						z.looseObject({ text: z.string().optional() }),
					);
					const matching = movements.all.filter((one) => one.text.includes(text));
					return lists.answer(call, found, matching, paging);
				},
			},
		},
		listCashRegisters: {
			operation: {
				kind: 'read',
				method: 'GET',
				path: `/v2/${coin('pokladny')}`,
				basis: 'no-published-path: cash registers [S, named only]',
				answer: () => record(REGISTERS),
			},
		},
		listCurrencies: {
			operation: {
				kind: 'read',
				method: 'GET',
				path: `/v2/${coin('meny')}`,
				basis: 'no-published-path: branches and others [S, named only]',
				answer: () => record(CURRENCIES),
			},
		},
	};
}
