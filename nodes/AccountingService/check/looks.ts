import type { ServiceRecord } from '../../shared/client/envelope';
import { compareIds, CreationOrder, idOf } from '../../shared/lists/ids';
import { scopes, stated } from '../../shared/client/settings';
import { howAnswered, type Asking, type Reply } from './asking';
import type { Report } from './report';

/** So few documents may well be in any order by chance. */
const leastForOrder = 5;

/**
 * Whether the count of the answers is one of pages, by pages of two sizes.
 * @param goesOn whether pages behind the first one have brought other documents
 */
export function checkCount(report: Report, pages: readonly Reply[], goesOn: boolean): void {
	const counted = pages.flatMap(({ pagesCount, ids }) =>
		pagesCount === undefined ? [] : [{ count: pagesCount, size: ids.length }],
	);
	if (counted.length === 0) {
		report.fails(
			'count',
			'No answer has a count by this name. The node finds the end of a list by itself.',
		);
		return;
	}
	const told = counted
		.map(({ count, size }) => `${count} where the first page has ${size} documents`)
		.join(', ');
	// So many documents there are by each answer, with room for some that came or left meanwhile.
	const ranges = counted.map(({ count, size }) => ({
		least: (count - 1) * size * 0.95 - 5,
		most: count * size * 1.05 + 5,
	}));
	const fits = ranges.every(({ most }) => ranges.every(({ least }) => least <= most));
	const differ = new Set(counted.map(({ count }) => count)).size > 1;
	const isOne = counted.every(({ count, size }) => count === 1 && size > 1);
	const isTooLow =
		goesOn && counted.some(({ count, size }) => count <= 1 && size <= pages[0].ids.length);
	if (isTooLow)
		report.fails('count', `It is ${told}, although further pages have other documents.`);
	else if (!fits) report.fails('count', `It does not count pages: it is ${told}.`);
	else if (differ || isOne) report.holds('count', `It is ${told}.`);
	else report.unsure('count', `It is ${told}: too few documents, or pages of one size only.`);
}

/** Whether the IDs fall, and not only because the dates do. */
export function checkOrder(report: Report, { records }: Reply): void {
	const ids = records.map(idOf);
	if (ids.some((id) => !/^\d+$/.test(id))) {
		report.fails('order', 'The IDs are no whole numbers. The trigger then needs Allow Any Order.');
		return;
	}
	if (records.length < leastForOrder) {
		report.unsure('order', `Too few documents: ${records.length}.`);
		return;
	}
	const order = CreationOrder.of(records);
	if (!order.holds) {
		report.fails(
			'order',
			`The IDs of ${records.length} documents rise and fall. The trigger then needs Allow Any Order.`,
		);
	} else if (order.rises) {
		report.fails(
			'order',
			`The IDs of ${records.length} documents rise: the list has the oldest first. A search can have its own order.`,
		);
	} else if (isInOrderOfDates(records)) {
		report.unsure(
			'order',
			`The IDs of ${records.length} documents fall, and so do their issue dates: the list may be sorted by either.`,
		);
	} else {
		report.holds(
			'order',
			`The IDs of ${records.length} documents fall from each to the next, their issue dates do not.`,
		);
	}
}

function isInOrderOfDates(records: ServiceRecord[]): boolean {
	const dates = records.map(({ issueDate }) => String(issueDate ?? ''));
	if (new Set(dates).size < 2) return false;
	return dates.every((date, at) => at === 0 || date <= dates[at - 1]);
}

/** Whether documents go up by ID or by issue date where others go down, or the other way round. */
export function turns(one: readonly ServiceRecord[], other: readonly ServiceRecord[]): boolean {
	return [idOf, dayOf].some((key) => directionOf(one.map(key)) * directionOf(other.map(key)) < 0);
}

const dayOf = ({ issueDate }: ServiceRecord) =>
	String(issueDate ?? '')
		.replace(/\D/g, '')
		.slice(0, 8);

/** 1 where most steps rise, -1 where most fall, 0 else. */
function directionOf(values: readonly string[]): number {
	const steps = values.slice(1).map((value, at) => Math.sign(compareIds(value, values[at])) || 0);
	const taken = steps.filter((step) => step !== 0);
	const sum = taken.reduce((a, b) => a + b, 0);
	return Math.abs(sum) >= 0.6 * Math.max(1, taken.length) ? Math.sign(sum) : 0;
}

/** Whether the same question brings the same documents in the same order; asked again where it does not. */
export async function checkRepeatable(
	ask: () => Promise<Reply>,
	report: Report,
	first: Reply,
): Promise<void> {
	const again = await ask();
	if (again.ids.join() === first.ids.join()) {
		report.holds(
			'repeatable',
			`The same ${first.ids.length} documents came twice in the same order.`,
		);
		return;
	}
	const third = await ask();
	const pairs = [
		[first, again],
		[again, third],
		[first, third],
	];
	// A list that grows or loses documents keeps the order of the others.
	if (pairs.every(([a, b]) => !keepsOrder(a, b))) {
		report.fails(
			'repeatable',
			'The same documents came in another order each time. The node reads such lists again, and says so where it cannot prove that nothing is missing.',
		);
	} else if (third.ids.join() === again.ids.join()) {
		report.holds(
			'repeatable',
			`The list changed once meanwhile; then the same ${third.ids.length} documents came twice in the same order.`,
		);
	} else report.unsure('repeatable', 'The list changed each time that it was asked for.');
}

function keepsOrder(a: Reply, b: Reply): boolean {
	const places = new Map(b.ids.map((id, at) => [id, at]));
	const common = a.ids.flatMap((id) => places.get(id) ?? []);
	return common.every((place, at) => at === 0 || place > common[at - 1]);
}

/** Whether the scope that the specification names adds its property (section 4). */
export async function checkScope(asking: Asking, report: Report, plain: Reply): Promise<void> {
	const property = 'connectableAmount';
	const amounts = ({ records }: Reply) => records.filter((record) => property in record).length;
	const scoped = await asking.list({ [stated.scope]: scopes.connectableAmount });
	const told = `with the scope ${scoped.failure ? `the list ${howAnswered(scoped)}` : `${amounts(scoped)} of ${scoped.ids.length} documents have it`}, without it ${amounts(plain)} of ${plain.ids.length}`;
	if (scoped.failure && !scoped.isRefused)
		report.unsure('scope', `The list ${howAnswered(scoped)}.`);
	else if (amounts(scoped) > 0 && amounts(plain) === 0)
		report.holds('scope', `${property}: ${told}.`);
	else if (amounts(plain) > 0) report.unsure('scope', `No difference by ${property}: ${told}.`);
	else report.fails('scope', `${property}: ${told}.`);
}
