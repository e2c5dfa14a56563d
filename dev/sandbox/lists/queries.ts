/** The documents of a list or a search in order: maps positions to keys. */
import type { Filters } from './parameters';
import { ExactSum } from '../decimal';
import type { View } from '../generated/records';
import { DAYS } from '../generated/texts';
import type { SandboxOptions } from '../options';
import type { Store } from '../resources/accountingDocuments/store';

/** Documents in rising order of IDs, or of another sort key. */
export type Selection = { count: number; keyAt(position: number): number };

export type Order = Pick<SandboxOptions, 'orderBy'>;

/** Number of documents, and the sum of their `total` per currency as an exact decimal. */
export type Totals = { count: number; totals: Record<string, string> };

/** Cached selections; each takes four bytes per found document. */
const MOST_KEPT = 8;

const SAME = [
	'type',
	'direction',
	'paymentType',
	'processingState',
	'state',
	'currency',
	'variableSymbol',
	'orderNo',
	'externalNo',
] as const;

/** Whether a document matches every filter except the text search. Amounts of filters are in currency units. */
function matches(snapshot: View, filters: Filters): boolean {
	for (const name of SAME)
		if (filters[name] !== undefined && snapshot[name] !== filters[name]) return false;
	const total = snapshot.total / 10_000;
	if (filters.value !== undefined && total !== filters.value) return false;
	if (filters.valueFrom !== undefined && total < filters.valueFrom) return false;
	if (filters.valueTo !== undefined && total > filters.valueTo) return false;
	if (filters.issueDateFrom !== undefined && snapshot.issueDate < filters.issueDateFrom)
		return false;
	return (
		filters.issueDateTo === undefined ||
		(snapshot.issueDate !== '' && snapshot.issueDate <= filters.issueDateTo)
	);
}

const DAY_NUMBERS = new Map(DAYS.map((day, number) => [day, number + 100_000]));

/** A number that rises with the date. A day outside of the table counts from its date; no date is first. */
function dayOf(issueDate: string): number {
	const known = DAY_NUMBERS.get(issueDate);
	if (known !== undefined) return known;
	const day = Math.floor((Date.parse(issueDate) - Date.parse(DAYS[0])) / 86_400_000) + 100_000;
	return Number.isNaN(day) ? 0 : Math.max(1, day);
}

export class Queries {
	private readonly kept = new Map<string, Int32Array>();
	private keptVersion = -1;

	constructor(
		private readonly store: Store,
		private readonly order: Order,
	) {}

	select(filters: Filters = {}): Selection {
		const isWhole = Object.values(filters).every((value) => value === undefined);
		if (isWhole && this.order.orderBy === 'id')
			return { count: this.store.count, keyAt: (position) => this.store.keyAt(position) };
		const keys = this.keysOf(filters);
		return { count: keys.length, keyAt: (position) => keys[position] };
	}

	totals(filters: Filters = {}): Totals {
		const sums = new Map<string, ExactSum>();
		let count = 0;
		const add = (key: number): void => {
			const { currency, total } = this.store.snapshot(key);
			const sum = sums.get(currency) ?? new ExactSum();
			sums.set(currency, sum);
			sum.add(total);
			count++;
		};
		if (Object.keys(filters).length === 0) this.store.forEachKey(add);
		else this.keysOf(filters).forEach(add);
		const byName = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
		return {
			count,
			totals: Object.fromEntries(byName.map(([currency, sum]) => [currency, sum.text()])),
		};
	}

	/** Computed once per state of the store, so that further pages do not search again. */
	private keysOf(filters: Filters): Int32Array {
		if (this.keptVersion !== this.store.version) this.kept.clear();
		this.keptVersion = this.store.version;
		const name = JSON.stringify(filters);
		const known = this.kept.get(name);
		if (known !== undefined) return known;
		const keys = this.find(filters);
		const oldest = this.kept.keys().next();
		if (this.kept.size >= MOST_KEPT && oldest.done !== true) this.kept.delete(oldest.value);
		this.kept.set(name, keys);
		return keys;
	}

	private find(filters: Filters): Int32Array {
		const { store } = this;
		const needle = filters.searchText?.toLowerCase();
		const found = new Int32Array(store.count);
		let length = 0;
		store.forEachKey((key) => {
			if (!matches(store.snapshot(key), filters)) return;
			if (needle !== undefined && !store.containsText(key, needle)) return;
			found[length++] = key;
		});
		return this.sorted(found.slice(0, length));
	}

	private sorted(keys: Int32Array): Int32Array {
		if (this.order.orderBy === 'id') return keys;
		const rank = (key: number) => dayOf(this.store.snapshot(key).issueDate);
		// One sortable number per document: the sort key first, then the document's key.
		const sortable = Float64Array.from(keys, (key) => rank(key) * 2 ** 31 + key).sort();
		return Int32Array.from(sortable, (value) => value % 2 ** 31);
	}
}
