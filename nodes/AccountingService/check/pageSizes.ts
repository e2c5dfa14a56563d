import { largestPages, type ServiceSettings } from '../../shared/client/settings';
import {
	runProbe,
	withOwn,
	type Asking,
	type Found,
	type ProbeResponse,
	type Verdict,
} from './asking';
import { smallestPage, type PageNumbers } from './pageNumbers';
import type { CheckReport } from './report';

/** Names of the page size in this and other APIs. */
const sizeNames = 'pageSize page_size per_page limit perPage size page[size] take rows count';

/** The parameters that request a page size, and how to see their effect. */
export interface Sized {
	parameters: Record<string, number>;
	verdict(reply: ProbeResponse): Verdict;
}

/** @param hasOthers whether there are documents after the first page */
export async function findSize(
	asking: Asking,
	settings: ServiceSettings,
	plain: ProbeResponse,
	hasOthers: boolean,
): Promise<{ found: Found<string>; sized?: Sized; isVisible: boolean }> {
	const { length } = plain.ids;
	const isLong = length > smallestPage;
	const goesOn = hasOthers || plain.saysMore;
	const wanted = isLong ? smallestPage : goesOn ? 5 * smallestPage : 1;
	const verdict = ({ ids }: ProbeResponse): Verdict =>
		(wanted > length ? ids.length > length : ids.length === wanted && length > wanted)
			? 'seen'
			: 'none';
	let isSeen = false;
	const found = await runProbe(asking, {
		place: 'list',
		candidates: withOwn(settings.pageSize, sizeNames.split(' ')),
		isVisible: isLong || goesOn,
		ask: async (name) => await asking.ask('list', { [name]: wanted }),
		verdict: (reply) => {
			isSeen = verdict(reply) === 'seen';
			return verdict(reply);
		},
		// A rejected size may be too small for the service.
		isAccepted: async (name) => {
			for (const size of largestPages) {
				if (!(await asking.confirm('list', { [name]: size })).refusal) return true;
			}
			return false;
		},
	});
	const { value } = found;
	const sized = isSeen && value ? { parameters: { [value]: wanted }, verdict } : undefined;
	return { found, sized, isVisible: isLong || goesOn };
}

/** @param ifFixed the finding if no name has an effect */
export function tellSize(
	report: CheckReport,
	{ found, sized, isVisible }: Awaited<ReturnType<typeof findSize>>,
	ifFixed: 'unknown' | 'faster',
	{ ids: { length } }: ProbeResponse,
): void {
	const { value, how, isOwnRefused } = found;
	const effect = sized ? 'changes the number of documents' : 'is accepted';
	if (how === 'works' || (value !== undefined && isOwnRefused)) {
		report.found('pageSize', found, `${value} ${effect}.`, 'faster');
	} else if (isOwnRefused) {
		report.add('pageSize', 'needed', 'The service rejects it and every common name.');
	} else if (isVisible && ifFixed === 'faster') {
		const evidence = `Pages have ${length} documents whatever is requested.`;
		// The service may allow no larger pages, so no name would help.
		if (length <= smallestPage) report.add('pageSize', 'unknown', evidence);
		else report.add('pageSize', ifFixed, `${evidence} The node reads such lists twice.`);
	} else report.add('pageSize', 'unknown', 'All documents are on the first page.');
}

/** @returns the largest page of the service, unless it refuses every page size */
export async function findLongest(
	asking: Asking,
	{ pageSize, largestPage: own }: ServiceSettings,
	report: CheckReport,
	{ found, sized }: Awaited<ReturnType<typeof findSize>>,
	numbers: PageNumbers,
): Promise<ProbeResponse | undefined> {
	// A size may be refused even if there are too few documents to see its effect.
	const name = found.value ?? (found.isOwnRefused ? undefined : pageSize);
	if (name === undefined) return undefined;
	for (const size of largestPages.filter((one) => one <= own)) {
		const ask = async (length: number) => await asking.confirm('list', { [name]: length });
		const page = await ask(size);
		if (page.refusal) continue;
		const pageLength = page.ids.length;
		const evidence = `${name}=${size} returns ${pageLength} documents`;
		if (size < own) {
			report.add(
				'largestPage',
				'needed',
				`The service rejects ${name}=${own}, but ${evidence}.`,
				size,
			);
		} else if (pageLength >= size) report.add('largestPage', 'ready', `${evidence}.`, own);
		else if (sized && (await numbers.goesOnBehind(page, { [name]: size }))) {
			// Some services return a default number of documents if more are requested than they allow.
			const isFull = async (length: number) =>
				length === pageLength || (await ask(length)).ids.length === length;
			const sizes = largestPages.filter((one) => one < own && one >= pageLength);
			let fitting: number | undefined;
			for (const one of sizes) if (await isFull(one)) fitting ??= one;
			const level = fitting === undefined ? 'ready' : 'faster';
			report.add('largestPage', level, `${evidence} although there are more.`, fitting);
		} else
			report.add('largestPage', 'unknown', `The service returned only ${pageLength} documents.`);
		return page;
	}
	report.add(
		'largestPage',
		'needed',
		`The service rejects pages of ${own} documents and smaller ones.`,
	);
	return undefined;
}
