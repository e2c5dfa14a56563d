import { largestPages, type ServiceSettings } from '../../shared/client/settings';
import { usualPageSizes } from '../../shared/lists/twoPass';
import {
	runProbe,
	shift,
	withOwn,
	type Asking,
	type Verdict,
	type Found,
	type Reply,
} from './asking';
import type { CheckReport } from './report';

/** Names of the page number in this and other APIs. The last three usually count records. */
const pageNames =
	'page page_number pageNumber p page[number] pageIndex currentPage pageNo offset skip start';

/** Names of the page size in this and other APIs. */
const sizeNames = 'pageSize page_size per_page limit perPage size page[size] take rows count';

/** The smallest page size (docs/api/requests.md#pagination). Fewer documents do not show the end of a page. */
const smallest = 10;

/** The parameters that request a page size, and how to see their effect. */
interface Sized {
	parameters: Record<string, number>;
	verdict(reply: Reply): Verdict;
}

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
	plain: Reply,
): Promise<Paging> {
	const numbers = new PageNumbers(asking, settings, plain);
	await numbers.find();
	numbers.tell(report);
	const isWhole = numbers.isWhole(plain);
	const size = await findSize(asking, settings, plain, numbers.hasOthers);
	tellSize(report, size, isWhole ? 'unknown' : 'faster', plain);
	const longest = await findLongest(asking, settings, report, size, numbers);
	const { sized } = size;
	if (numbers.found.how === 'works') return { sized, second: numbers.second };
	const length = plain.ids.length;
	// A full page without a count may be the only page. The node cannot read such a list (twoPass.ts).
	const maybeGoesOn = !isWhole && !sized && usualPageSizes.includes(length);
	const isLonger = async (longer: number) =>
		longer > length && longer > (await asking.ask('list')).ids.length;
	const goesOn = plain.saysMore || maybeGoesOn || (await isLonger(longest?.ids.length ?? 0));
	tellNoNumber(asking, report, numbers.found, goesOn);
	return { sized };
}

/** Finds the name of the page number and the number of the first page. */
class PageNumbers {
	found: Found<string> = { how: 'none', isOwnRefused: false };

	/** Whether another page has other documents. */
	hasOthers = false;

	private firstPage?: number;

	private isOffset = false;

	constructor(
		private readonly asking: Asking,
		private readonly settings: ServiceSettings,
		private first: Reply,
	) {}

	async find(): Promise<void> {
		const { asking, settings, first } = this;
		this.found = await runProbe(asking, {
			place: 'list',
			candidates: withOwn(settings.page, pageNames.split(' ')),
			isVisible: first.ids.length >= smallest,
			ask: async (name) => await this.ask(name, 2),
			verdict: async (reply, name) => await this.verdict(reply, name),
			isAccepted: async (name) => (await this.findFirst(name)) !== undefined,
		});
		const { value, how } = this.found;
		if (how === 'works' && !this.isOffset) this.firstPage = await this.findFirst(value ?? '');
	}

	/** Undefined if the list has one page. */
	get second(): Record<string, number> | undefined {
		const { found, firstPage, hasOthers } = this;
		if (found.value === undefined || firstPage === undefined || !hasOthers) return undefined;
		return { [found.value]: firstPage + 1 };
	}

	/** Whether there are more documents after the first page. */
	async goesOnBehind(page: Reply, size: Record<string, number>): Promise<boolean> {
		const { found, isOffset, firstPage = this.settings.firstPage } = this;
		if (page.isCounted || found.how !== 'works' || isOffset) return page.saysMore;
		const number = { [String(found.value)]: firstPage + 1 };
		const second = await this.asking.ask('list', { ...size, ...number });
		return second.ids.length > 0 && shift(second, page) > 0;
	}

	tell(report: CheckReport): void {
		const { found, settings, firstPage, hasOthers, isOffset } = this;
		const { value: name, how } = found;
		if (name === undefined) return;
		if (isOffset) {
			const isSet = name === settings.page && settings.pageCounts === 'records';
			const evidence = `${name}=2 skips two documents: it is an offset.`;
			if (isSet) return report.add('page', 'ready', evidence);
			const step = 'Enter it in Page Parameter, and set Page Parameter Counts to Records.';
			return report.add('page', 'unusable', `${evidence} ${step}`);
		}
		if (how === 'accepted') {
			if (name !== settings.page) report.found('page', found, `${name} is accepted.`);
			return;
		}
		const effect = hasOthers ? 'returns other documents' : 'is past the end';
		report.found('page', found, `${name}=2 ${effect}.`);
		if (settings.pageCounts === 'records') {
			report.add('pageCounts', 'needed', `${name} counts pages.`, 'pages');
		}
		const level = firstPage === settings.firstPage ? 'ready' : 'needed';
		const evidence = `The first page is ${firstPage ?? 'neither 0 nor 1'}.`;
		report.add('firstPage', level, evidence, firstPage);
	}

	/** Whether a list with one page is known to end there. */
	isWhole({ isCounted, saysMore }: Reply): boolean {
		if (saysMore) return false;
		return isCounted || (this.found.how === 'works' && !this.hasOthers);
	}

	private async ask(name: string, page: number): Promise<Reply> {
		return await this.asking.ask('list', { [name]: page });
	}

	private async verdict(reply: Reply, name: string, isAgain = false): Promise<Verdict> {
		if (reply.refusal) return 'none';
		// A single empty response may be a mistake.
		const page = reply.ids.length > 0 ? reply : await this.ask(name, 2);
		if (page.ids.length === 0) return this.first.ids.length > 0 ? 'seen' : 'none';
		const places = shift(page, this.first);
		if (places < 0 && name === this.settings.page && !isAgain) {
			// After an import, this may be any page.
			this.first = await this.asking.ask('list');
			return await this.verdict(await this.ask(name, 2), name, true);
		}
		// Deleted documents can look like an offset, but not twice.
		if (places === 2 && shift(await this.ask(name, 3), this.first) === 3) this.isOffset = true;
		else this.hasOthers = this.isOther(places);
		if (places <= 0) this.first = page;
		return this.isOffset || this.hasOthers ? 'seen' : 'none';
	}

	/** Finds the number of the first page. */
	private async findFirst(name: string): Promise<number | undefined> {
		const isFirst = (reply: Reply) =>
			reply.ids.length > 0 && !this.isOther(shift(reply, this.first));
		for (let tries = 0; tries < 2; tries++) {
			if (isFirst(await this.ask(name, 1))) return 1;
			if (isFirst(await this.ask(name, 0))) return 0;
			// An import may have replaced the first page since then.
			this.first = await this.asking.ask('list');
		}
		return undefined;
	}

	/** Whether a page with this shift is another page, and not the same one after new documents. */
	private isOther(places: number): boolean {
		const { length } = this.first.ids;
		return length >= smallest && places * 2 >= length;
	}
}

/** @param hasOthers whether there are documents after the first page */
async function findSize(
	asking: Asking,
	settings: ServiceSettings,
	plain: Reply,
	hasOthers: boolean,
): Promise<{ found: Found<string>; sized?: Sized; isVisible: boolean }> {
	const { length } = plain.ids;
	const isLong = length > smallest;
	const goesOn = hasOthers || plain.saysMore;
	const wanted = isLong ? smallest : goesOn ? 5 * smallest : 1;
	const verdict = ({ ids }: Reply): Verdict =>
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
function tellSize(
	report: CheckReport,
	{ found, sized, isVisible }: Awaited<ReturnType<typeof findSize>>,
	ifFixed: 'unknown' | 'faster',
	{ ids: { length } }: Reply,
): void {
	const { value, how, isOwnRefused } = found;
	const effect = sized ? 'changes the number of documents' : 'is accepted';
	if (how === 'works' || (value !== undefined && isOwnRefused)) {
		report.found('pageSize', found, `${value} ${effect}.`, 'faster');
	} else if (isOwnRefused) {
		report.add('pageSize', 'needed', 'The service rejects it and every common name.');
	} else if (isVisible && ifFixed === 'faster') {
		const evidence = `Pages have ${length} documents whatever is requested. The node reads such lists twice.`;
		report.add('pageSize', ifFixed, evidence);
	} else report.add('pageSize', 'unknown', 'All documents are on the first page.');
}

/** @returns the largest page of the service, unless it refuses every page size */
async function findLongest(
	asking: Asking,
	{ pageSize, largestPage: own }: ServiceSettings,
	report: CheckReport,
	{ found, sized }: Awaited<ReturnType<typeof findSize>>,
	numbers: PageNumbers,
): Promise<Reply | undefined> {
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

/** If no page number has an effect, there is only one page, or the node cannot read the others. */
function tellNoNumber(
	{ pointer }: Asking,
	report: CheckReport,
	{ value, isOwnRefused }: Found<string>,
	goesOn: boolean,
): void {
	if (goesOn && pointer !== undefined) {
		const evidence = `No page number has an effect, so the node cannot read this service. It links to the next page with ${pointer}.`;
		report.add('page', 'unusable', evidence);
	} else if (goesOn || (isOwnRefused && value === undefined)) {
		report.add('page', 'needed', 'No common name returns another page.');
	} else if (!isOwnRefused) {
		report.add('page', 'unknown', 'All documents are on the first page.');
	}
}
