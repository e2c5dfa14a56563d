import type { ServiceSettings } from '../../shared/client/settings';
import {
	runProbe,
	shift,
	withOwn,
	type Asking,
	type Found,
	type ProbeResponse,
	type Verdict,
} from './asking';
import type { CheckReport } from './report';

/** Names of the page number in this and other APIs. The last three usually count records. */
const pageNames =
	'page page_number pageNumber p page[number] pageIndex currentPage pageNo offset skip start';

/** The smallest page size (docs/api/requests.md#pagination). Fewer documents do not show the end of a page. */
export const smallestPage = 10;

/** Finds the name of the page number and the number of the first page. */
export class PageNumbers {
	found: Found<string> = { how: 'none', isOwnRefused: false };

	/** Whether another page has other documents. */
	hasOthers = false;

	private firstPage?: number;

	private isOffset = false;

	constructor(
		private readonly asking: Asking,
		private readonly settings: ServiceSettings,
		private first: ProbeResponse,
	) {}

	async find(): Promise<void> {
		const { asking, settings, first } = this;
		this.found = await runProbe(asking, {
			place: 'list',
			candidates: withOwn(settings.page, pageNames.split(' ')),
			isVisible: first.ids.length >= smallestPage,
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
	async goesOnBehind(page: ProbeResponse, size: Record<string, number>): Promise<boolean> {
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
			const evidence = `${name}=2 skips two documents: it counts documents, not pages.`;
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

	/** If no page number has an effect, there is only one page, or the node cannot read the others. */
	tellNone(report: CheckReport, goesOn: boolean): void {
		const { value, isOwnRefused } = this.found;
		// A service may reject every page of an empty list.
		if (this.first.ids.length === 0) report.add('page', 'unknown', 'There are no documents.');
		else if (goesOn || (isOwnRefused && value === undefined)) {
			report.add('page', 'needed', 'None of the common names works.');
		} else if (!isOwnRefused) {
			report.add('page', 'unknown', 'All documents are on the first page.');
		}
	}

	/** Whether a list with one page is known to end there. */
	reachedEnd({ isCounted, saysMore }: ProbeResponse): boolean {
		if (saysMore) return false;
		return isCounted || (this.found.how === 'works' && !this.hasOthers);
	}

	private async ask(name: string, page: number): Promise<ProbeResponse> {
		return await this.asking.ask('list', { [name]: page });
	}

	private async verdict(reply: ProbeResponse, name: string, isAgain = false): Promise<Verdict> {
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
		else this.hasOthers = this.showsOtherPage(places);
		if (places <= 0) this.first = page;
		return this.isOffset || this.hasOthers ? 'seen' : 'none';
	}

	/** Finds the number of the first page. */
	private async findFirst(name: string): Promise<number | undefined> {
		const isFirst = (reply: ProbeResponse) =>
			reply.ids.length > 0 && !this.showsOtherPage(shift(reply, this.first));
		for (let tries = 0; tries < 2; tries++) {
			if (isFirst(await this.ask(name, 1))) return 1;
			if (isFirst(await this.ask(name, 0))) return 0;
			// An import may have replaced the first page since then.
			this.first = await this.asking.ask('list');
		}
		return undefined;
	}

	/** Whether a page with this shift is another page, and not the same one after new documents. */
	private showsOtherPage(places: number): boolean {
		const { length } = this.first.ids;
		return length >= smallestPage && places * 2 >= length;
	}
}
