import type { ServiceSettings } from '../../shared/client/settings';
import { usualPageSizes } from '../../shared/lists/slowPass';
import type { Asking, ProbeResponse } from './asking';
import { PageNumbers } from './pageNumbers';
import { findLongest, findSize, tellSize, type Sized } from './pageSizes';
import type { CheckReport } from './report';

/** What has an effect in the list. */
export interface Paging {
	sized?: Sized;
	/** The parameter that requests the second page. */
	second?: Record<string, number>;
}

/**
 * Determines the pagination of the list.
 * @param plain the list without parameters
 */
export async function checkList(
	asking: Asking,
	settings: ServiceSettings,
	report: CheckReport,
	plain: ProbeResponse,
): Promise<Paging> {
	const numbers = new PageNumbers(asking, settings, plain);
	await numbers.find();
	numbers.tell(report);
	const reachedEnd = numbers.reachedEnd(plain);
	const size = await findSize(asking, settings, plain, numbers.hasOthers);
	tellSize(report, size, reachedEnd ? 'unknown' : 'faster', plain);
	const longest = await findLongest(asking, settings, report, size, numbers);
	const { sized } = size;
	if (numbers.found.how === 'works') return { sized, second: numbers.second };
	const length = plain.ids.length;
	// A full page without a count may be the only page. The node cannot read such a list (slowPass.ts).
	const maybeGoesOn = !reachedEnd && !sized && usualPageSizes.includes(length);
	const isLonger = async (longer: number) =>
		longer > length && longer > (await asking.ask('list')).ids.length;
	const goesOn = plain.saysMore || maybeGoesOn || (await isLonger(longest?.ids.length ?? 0));
	numbers.tellNone(report, goesOn);
	return { sized };
}
