import { createHash } from 'node:crypto';

import type { ServiceRecord } from '../client/envelope';
import { isBeyondEnd } from './beyond';
import { keyOf } from './ids';
import { isKeptInOrder, noOrder } from './order';
import { emptyPage, isLast, isPromised, type Page } from './page';
import type { PageReader } from './reader';
import { Seen } from './seen';
import type { Judge } from './source';

/** The list changes while it is read if so many readings are never twice the same. */
const mostReadings = 6;

/**
 * Reads a list whose pages are of one size whatever is asked for, so that no two of them overlap: again
 * and again, one page after the other, until two readings in a row are the same page by page. What any of
 * them shows is handed on; of the one before only fingerprints are kept.
 * @param first the page to begin with, as the service gives it
 * @param endPage 0-based page to stop before
 * @throws ServiceError as the source and the judge
 */
export async function* readTwice(
	reader: PageReader,
	seen: Seen,
	judge: Judge,
	first: Page,
	endPage = Number.POSITIVE_INFINITY,
): AsyncGenerator<ServiceRecord[]> {
	const size = reader.givesOneSize ? reader.largest : first.size;
	let before: string[] = [];
	for (let reading = 1; reading <= mostReadings; reading++) {
		const prints: string[] = [];
		let isSame = reading > 1;
		for await (const { records, isDistinct } of pagesOf(
			reader,
			judge,
			{ ...first, size },
			endPage,
		)) {
			const print = fingerprint(records);
			isSame &&= isDistinct && print === before[prints.length];
			prints.push(print);
			// What one reading missed another one may have shown.
			yield seen.fresh(records);
		}
		if (isSame && prints.length === before.length) {
			const isKept = await isKeptInOrder(reader, { ...first, size });
			if (!isKept) await judge.problem(noOrder(reader.source.nouns.many));
			return;
		}
		before = prints;
	}
	await judge.problem(
		`The list was read ${mostReadings} times, and each time it had changed meanwhile`,
	);
}

/** One reading; a page is answered before the next one is asked for, on which the proof rests. */
async function* pagesOf(
	reader: PageReader,
	judge: Judge,
	first: Page,
	endPage: number,
): AsyncGenerator<Page & { isDistinct: boolean }> {
	const seen = new Seen();
	let [top, before]: Array<Page | undefined> = [];
	for (let { index, size } = first; index < endPage; index++) {
		const page: Page = await reader.ask({ index, size });
		const { records } = page;
		top ??= index === 0 ? page : await reader.ask({ index: 0, size });
		if (before && (await isBeyondEnd(page, before, top, reader, judge))) return;
		if (records.length === 0) {
			if (isPromised(page)) await judge.problem(emptyPage(page));
			return;
		}
		const fresh = seen.fresh(records);
		// A page with nothing new shows that the order changed, which proves no end.
		yield { ...page, isDistinct: fresh.length === records.length };
		if (fresh.length === 0) return;
		if (isLast(page) && records.length < first.records.length) return;
		before = page;
	}
}

function fingerprint(records: ServiceRecord[]): string {
	return createHash('sha256')
		.update(JSON.stringify(records.map((record) => String(keyOf(record)))))
		.digest('base64');
}
