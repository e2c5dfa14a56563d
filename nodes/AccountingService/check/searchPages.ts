import { howAnswered, type Reply } from './asking';
import type { Searching } from './filters';
import type { Paging, Short } from './paging';
import type { Report } from './report';

/**
 * Whether a search has pages under the names of the list, by its second page: it has to be the very stretch of
 * the sample that follows the first one.
 * @param short how short pages are asked for, and how many documents one has
 * @throws UsedUp; ServiceError as the questions
 */
export async function checkSearchPages(
	{ asking, place, size, sample }: Searching,
	report: Report,
	{ size: shortSize, first: { ids: shortIds } }: Short,
	paging: Paging | undefined,
): Promise<void> {
	const length = shortIds.length;
	if (!paging) {
		report.unsure('searchPages', 'The name of the page number was not found.');
		return;
	}
	if (sample.ids.length < length) {
		report.unsure('searchPages', `Too few documents: ${sample.ids.length}.`);
		return;
	}
	const { name, firstPage, pageCounts } = paging;
	const number = firstPage + (pageCounts === 'records' ? length : 1);
	const second = await asking.search(place, { ...shortSize, [name]: number });
	const told = `Asked for its second page of ${length}, the search ${saidOf(second, sample)}`;
	if (follows(second, sample, length)) {
		report.holds('searchPages', `${told}.`);
		return;
	}
	const isEnd = sample.ids.length === length;
	if (second.failure && (isEnd || !second.isRefused)) {
		report.unsure('searchPages', `${told}; there may be no second page.`);
		return;
	}
	// Documents that came or left meanwhile move the second page as well.
	const again = await asking.search(place, size);
	if (again.ids.join() !== sample.ids.join()) {
		const isNear = [sample, again].some((list) => isAbout(second, list, length));
		if (isNear) report.holds('searchPages', `${told}; documents came or left meanwhile.`);
		else report.unsure('searchPages', `${told}; documents came or left meanwhile.`);
		return;
	}
	report.fails('searchPages', `${told}, not what follows the first one${whyNot()}.`);

	/** What of the credential does not count in a search; it has one name for both. */
	function whyNot(): string {
		const { ids } = second;
		const isOfOtherSize = ids.length > length;
		const isSame = ids[0] === sample.ids[0];
		if (isOfOtherSize && isSame)
			return ': neither the size nor the number of the page has an effect';
		if (isOfOtherSize) {
			return ': the page size has no effect in a search. The node reads searches until two readings agree';
		}
		if (isSame) return `: ${name} has no effect in a search`;
		if (ids[0] !== undefined && ids[0] === sample.ids[2 * length]) {
			return ': a search counts its pages from another number than the list';
		}
		return '';
	}
}

/** Whether a page is the stretch of a list behind its first page, as far as the sample shows it. */
function follows({ ids, failure }: Reply, list: Reply, length: number): boolean {
	if (failure) return false;
	const expected = list.ids.slice(length, 2 * length);
	// The sample may end within the page.
	const isExpected = expected.every((id, at) => ids[at] === id);
	return (
		isExpected &&
		ids.length <= length &&
		!ids.slice(expected.length).some((id) => list.ids.includes(id))
	);
}

/** The same, with room for some documents that came or left in front of it. */
function isAbout({ ids }: Reply, list: Reply, length: number): boolean {
	const place = list.ids.indexOf(ids[0]);
	const isInOrder = ids.every((id, at) => (list.ids[place + at] ?? id) === id);
	return ids.length <= length && isInOrder && Math.abs(place - length) * 2 <= length;
}

function saidOf(page: Reply, { ids }: Reply): string {
	if (page.failure || page.ids.length === 0) return howAnswered(page);
	const place = ids.indexOf(page.ids[0]);
	const where = place < 0 ? `none of the first ${ids.length}` : `from number ${place + 1} on`;
	return `${howAnswered(page)} documents, ${where}`;
}
