import type { Admin } from '../../sandbox';
import { itemsOf, type RunResult } from '../lib/types';
import { importer } from './workflows';

interface Shown {
	method: string;
	path: string;
	body?: unknown;
	/** The item that shows the request, if several items share it. */
	withItem?: number;
}

const inWords = ({ method, path, body }: Shown) => `${method} ${path} ${JSON.stringify(body)}`;

/** The requests that the preview of an import shows. */
export const shownBy = (preview: RunResult): string[] =>
	itemsOf(preview, importer)
		.flatMap(({ json }) => json.wouldSend as Shown[])
		.filter(({ withItem }) => withItem === undefined)
		.map(inWords);

/** The changes that applications send to the service from now on. */
export class Sent {
	private readonly last: number;

	constructor(
		private readonly admin: Admin,
		private readonly appIds: string[],
	) {
		this.last = admin.journal().entries.at(-1)?.number ?? 0;
	}

	private entries() {
		const { entries } = this.admin.journal();
		return entries.filter(
			({ number, appId = '', committed }) =>
				number > this.last && committed !== undefined && this.appIds.includes(appId),
		);
	}

	/** A preview changes nothing. */
	byPreview(): string[] {
		return this.entries().map(({ method, path }) => `a preview sent ${method} ${path}`);
	}

	/**
	 * Each request that the preview shows changed the service once, and nothing else did.
	 * @param isDone false for an import that ended before its end
	 */
	differences(shown: string[], isDone: boolean): string[] {
		const sent = this.entries()
			.filter(({ committed }) => committed)
			.map(inWords);
		const countIn = (list: string[], request: string) =>
			list.filter((one) => one === request).length;
		return [...new Set([...shown, ...sent])].flatMap((request) => {
			const [wanted, times] = [countIn(shown, request), countIn(sent, request)];
			const isRight = times === wanted || (!isDone && times < wanted);
			return isRight ? [] : [`sent ${times} times, shown ${wanted} times: ${request}`];
		});
	}
}
