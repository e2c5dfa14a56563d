import { howAnswered, type Asking } from './asking';
import { likeness } from './likeness';
import { wordsOf } from './numbers';
import type { Paging, Short } from './paging';
import type { Report } from './report';

/** A page number far beyond the end. */
const farBeyond = 1_000_000;

/** Asks for a page beyond the last one. */
export async function checkBeyond(
	asking: Asking,
	report: Report,
	{ name }: Paging,
	{ size, first, pages }: Short,
): Promise<void> {
	const page = await asking.list({ ...size, [name]: farBeyond });
	const kind = likeness(page, first);
	if (kind === 'unclear') {
		report.unsure('beyond', `${name}=${farBeyond} ${howAnswered(page)}.`);
		return;
	}
	if (kind === 'same' && pages > 1 && first.pagesCount === undefined) {
		report.fails(
			'beyond',
			`${name}=${farBeyond} brought the first page again, and no answer has a count: the node cannot find the end of the list. Return All then ends with an error.`,
		);
		return;
	}
	const told =
		kind === 'other' || kind === 'further' ? 'brought a page again' : wordsOf(kind, page);
	report.holds(
		'beyond',
		`${name}=${farBeyond} ${told}, the first page brought ${first.ids.length}.`,
	);
}
