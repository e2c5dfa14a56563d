import type { IDataObject } from 'n8n-workflow';

import { checkTotals } from '../../../nodes/AccountingService/resources/accountingDocument/writing/documentMoney';
import { checkedLine } from '../../../nodes/AccountingService/resources/accountingDocument/writing/lineSending';
import { ExactNumber } from '../../../nodes/shared/client/exactJson';
import { Decimal } from '../../../nodes/shared/decimal';
import {
	completedLine,
	recapOf,
	totalsOf,
} from '../../../sandbox/resources/accountingDocuments/amounts';
import type { LineItem } from '../../../sandbox/resources/accountingDocuments/contract';

/** Equal seeds give equal numbers. */
function random(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (state * 1664525 + 1013904223) % 2 ** 32;
		return Math.floor((state / 2 ** 32) * below);
	};
}

/** How many; MONEY_RUNS sets more. */
const invoices = Number(process.env.MONEY_RUNS ?? 2000);

const amounts = ['unitPrice', 'unitPriceVatExcl', 'total', 'totalVatExcl', 'vatValue'] as const;
const rates = [21, 12, 15, 10, 0];

const exact = (line: object): IDataObject =>
	Object.fromEntries(
		Object.entries(line).map(([name, value]) => [
			name,
			typeof value === 'number' ? new ExactNumber(String(value)) : value,
		]),
	) as IDataObject;

const plain = (line: IDataObject): LineItem =>
	Object.fromEntries(
		Object.entries(line).map(([name, value]) => [
			name,
			(value as unknown) instanceof ExactNumber
				? Number((value as unknown as ExactNumber).digits)
				: value,
		]),
	);

const vatOf = (rate: unknown) => ({
	rate: Decimal.from(Number(rate)),
	isReversed: false,
	group: String(rate),
});

function lineOf(next: (below: number) => number): LineItem {
	const name = amounts[next(4)];
	const sign = next(10) === 0 ? -1 : 1;
	const value = (sign * (next(1_000_000) + 1)) / [1, 10, 100, 1000, 10_000][next(5)];
	const qt = next(4) === 0 ? (next(1000) + 1) / 1000 : next(50) + 1;
	return { qt, [name]: value, vatRate: rates[next(rates.length)], vatRateType: 1 };
}

describe('random invoices, against the sums of the sandbox', () => {
	it('that are sound are sent, and come out to the cent as the service computes them', () => {
		for (let seed = 1; seed <= invoices; seed++) {
			const next = random(seed);
			const given = Array.from({ length: next(6) + 1 }, () => lineOf(next));
			const mode = ([0, 1] as const)[next(2)];
			const roundingType = ([1, 2, 3, 4] as const)[next(4)];
			const computed = given.map(completedLine);
			const recap = recapOf(computed, mode);
			const totals = totalsOf(recap, { roundingType });
			// What people have: one amount, all five, or some of them.
			const known = computed.map((line, index) => {
				const some = next(3);
				if (some === 0) return given[index];
				const dropped = some === 1 ? [] : amounts.filter(() => next(2) === 0);
				const kept = Object.entries(line).filter(([name]) => !dropped.includes(name as never));
				const left = Object.fromEntries(kept);
				const names = amounts.filter((name) => left[name] !== undefined);
				// A price with VAT that only a total could make exact is left to the test of refusals.
				return names.length === 0 || (names.includes('vatValue') && names.length < 3) ? line : left;
			});
			const lines = known.map((line, index) => {
				const vat = vatOf(line.vatRate ?? 0);
				return tryLine(exact(line), vat, index, next(2) === 0);
			});
			if (lines.some((line) => line === undefined)) continue;
			const body = { total: totals.total, totalVatExcl: totals.totalVatExcl };
			checkTotals(
				{ ...exact(body), roundingType, vatRecapCalculationMode: mode },
				lines.map((line) => line!),
			);
			lines.forEach((line, index) => {
				const again = completedLine(plain(line!.sent));
				const { total, totalVatExcl } = known[index];
				if (total !== undefined) expect([seed, again.total]).toEqual([seed, total]);
				if (totalVatExcl !== undefined)
					expect([seed, again.totalVatExcl]).toEqual([seed, totalVatExcl]);
			});
		}
	});

	it('that contradict themselves are refused, with both numbers', () => {
		for (let seed = 1; seed <= invoices / 4; seed++) {
			const next = random(seed);
			const line = completedLine({
				qt: 2,
				total: Number((next(100_000) / 100 + 10).toFixed(2)),
				vatRate: 21,
			});
			const wrong = Number(((line.total ?? 0) + 5).toFixed(2));
			const check = () => checkedLine(exact({ ...line, total: wrong }), vatOf(21), 0, false);
			expect(check).toThrow(String(wrong));
			const sound = checkedLine(exact(line), vatOf(21), 0, false);
			const total = Number((wrong - 3).toFixed(2));
			expect(() => checkTotals(exact({ total }), [sound])).toThrow(
				`Total is ${total}, but the lines add up to`,
			);
		}
	});
});

/** Undefined for a VAT amount beside an inexact price: it is refused, since no cent may be guessed. */
function tryLine(...given: Parameters<typeof checkedLine>) {
	try {
		return checkedLine(...given);
	} catch (failure) {
		if (String(failure).includes('has a VAT amount, but no total')) return undefined;
		throw failure;
	}
}
