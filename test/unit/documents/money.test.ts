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
const invoices = Number(process.env.MONEY_RUNS ?? 1000);

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
			// What people have: one amount, all five, or some of them; a VAT amount stands beside a total.
			const known = computed.map((line, index) => {
				const some = next(3);
				if (some === 0) return given[index];
				const dropped = some === 1 ? [] : amounts.filter(() => next(2) === 0);
				const kept = Object.entries(line).filter(([name]) => !dropped.includes(name as never));
				const left = Object.fromEntries(kept);
				const names = amounts.filter((name) => left[name] !== undefined);
				const hasTotal = left.total !== undefined || left.totalVatExcl !== undefined;
				return names.length === 0 || (names.includes('vatValue') && !hasTotal) ? line : left;
			});
			const lines = known.map((line, index) =>
				checkedLine(exact(line), vatOf(line.vatRate ?? 0), index, next(2) === 0),
			);
			const body = { total: totals.total, totalVatExcl: totals.totalVatExcl };
			checkTotals({ ...exact(body), roundingType, vatRecapCalculationMode: mode }, lines);
			lines.forEach((line, index) => {
				const again = completedLine(plain(line.sent));
				for (const name of ['total', 'totalVatExcl', 'vatValue'] as const) {
					const wanted = known[index][name];
					if (wanted !== undefined) expect([seed, name, again[name]]).toEqual([seed, name, wanted]);
				}
			});
		}
	});

	it('that contradict themselves are refused, with both numbers', () => {
		for (let seed = 1; seed <= invoices; seed++) {
			const next = random(seed);
			const line = completedLine(lineOf(next));
			const name = amounts[next(amounts.length)];
			const quantity = Math.abs(line.qt ?? 1);
			// More than rounding explains: of a price, as often as it is multiplied.
			const least = name.startsWith('unitPrice') ? 0.02 + 0.05 / quantity : 0.03;
			const wrong = moved(line[name] ?? 0, least, next);
			const contradicted = { ...line, [name]: wrong };
			const said = refusal(() => checkedLine(exact(contradicted), vatOf(line.vatRate), 0, false));
			expect([seed, name, said]).toEqual([seed, name, expect.stringMatching(bothNumbers)]);
			const numbers = amounts.map((one) => Number(contradicted[one]));
			expect([seed, numbersIn(said).some((one) => numbers.includes(one))]).toEqual([seed, true]);

			const sound = checkedLine(exact(line), vatOf(line.vatRate), 0, false);
			const total = moved(line.total ?? 0, 0.05, next);
			const saidOfTotal = refusal(() => checkTotals(exact({ total }), [sound]));
			expect([seed, saidOfTotal]).toEqual([seed, expect.stringMatching(bothNumbers)]);
			expect([seed, numbersIn(saidOfTotal)]).toEqual([seed, expect.arrayContaining([total])]);
		}
	});
});

/** "Total of Line 1 is 12.10, but a rate of 21 % of 20 is 4.2" */
const bothNumbers = /(is|are) -?[\d.]+, but .*-?\d/;

const numbersIn = (text: string) => (text.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);

/** A number that is off by so much, or by more. */
function moved(value: number, least: number, next: (below: number) => number): number {
	const by = least + next(500) / 100;
	return Number((next(2) === 0 ? value + by : value - by).toFixed(4));
}

/** What a check says; empty where it lets pass. */
function refusal(check: () => unknown): string {
	try {
		check();
		return '';
	} catch (failure) {
		return (failure as Error).message;
	}
}
