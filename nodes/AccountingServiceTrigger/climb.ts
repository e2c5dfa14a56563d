import { pageSizeLimits } from '../shared/client/dialect';
import type { ServiceRecord } from '../shared/client/envelope';
import { ServiceError } from '../shared/client/errors';
import { idOf } from '../shared/lists/ids';
import type { PageSource } from '../shared/lists/listing';
import type { PageWindow } from '../shared/lists/seam';
import { refuseOtherOrder } from './newest';
import { isAbove } from './state';

/** The documents that come next above the last ones. */
export interface Step {
	/** By rising id, without a gap to what came before. */
	records: ServiceRecord[];
	/** How many newer documents there are. */
	waiting: number;
}

/** Room at the end of a window for documents that were added at the head since its place was noted. */
const slack = 8;

/** How far the second look is from the first: so near that two windows of the usual size still touch. */
const firstStride = 64;

/** Looks that showed no place to go on from. Finding one among a million documents takes about thirty. */
const mostMisses = 60;

/**
 * Walks from a document towards the newest one, oldest first, reading each document once.
 *
 * Every window that is used shows, in one answer, the last document known and its newer neighbours:
 * nothing can slip through between them, whatever is created or deleted meanwhile. Page numbers only
 * say where to look; the ids in the answer say whether it was the right place.
 * @param from id to start above; '' for the oldest document
 * @param hint about how many documents are newer
 * @throws ServiceError (incomplete) when the list moves faster than a place in it can be found
 */
export async function* climb(source: PageSource, from: string, hint: number): AsyncGenerator<Step> {
	let cursor = from;
	let position = hint;
	let [low, high, stride] = [0, Number.POSITIVE_INFINITY, firstStride];
	let largest: number = pageSizeLimits.maximum;
	for (let misses = 0; misses < mostMisses; misses++) {
		const window = windowBehind(position, largest);
		const seen = await look(source, window);
		if (seen.largest !== undefined) {
			largest = seen.largest;
			continue;
		}
		const start = window.page * window.size;
		const found = seen.records.findIndex((record) => !isAbove(idOf(record), cursor));
		const newer = found >= 0 ? found : seen.records.length;
		const isAnchored = found >= 0 || seen.isLast;
		if (isAnchored && (newer > 0 || start === 0)) {
			const records = seen.records.slice(0, newer).reverse();
			yield { records, waiting: start };
			if (start === 0) return;
			cursor = idOf(records[records.length - 1]);
			position = start;
			[low, high, stride, misses] = [0, Number.POSITIVE_INFINITY, firstStride, 0];
			continue;
		}
		if (newer > 0) low = Math.max(low, start + newer);
		else high = Math.min(high, start);
		if (low >= high) {
			// Documents came or went meanwhile: what the earlier looks said no longer holds.
			[low, high] = newer > 0 ? [start + newer, Number.POSITIVE_INFINITY] : [0, start];
		}
		position = between(low, high, stride);
		stride *= 2;
	}
	throw new ServiceError('incomplete', 'The place of the last document in the list was not found', {
		description:
			'Documents came and went faster than the list could be read. Nothing was handed on; the next poll tries again.',
	});
}

/** Halfway, or a growing stride away from the one end that is known. */
function between(low: number, high: number, stride: number): number {
	if (!Number.isFinite(high)) return low + stride;
	return low === 0 ? Math.max(0, high - stride) : Math.floor((low + high) / 2);
}

/** A window with the position near its end, so that it shows as many newer documents as possible. */
export function windowBehind(position: number, largest: number): PageWindow {
	if (position < largest) return { page: 0, size: largest };
	let best: PageWindow = { page: Math.floor(position / largest), size: largest };
	let mostNewer = 0;
	for (let size = largest; size >= pageSizeLimits.minimum; size--) {
		const newer = position % size;
		if (newer > mostNewer && newer < size - Math.min(slack, size / 4)) {
			mostNewer = newer;
			best = { page: Math.floor(position / size), size };
		}
	}
	return best;
}

interface Look {
	records: ServiceRecord[];
	/** Whether the list ends here. */
	isLast: boolean;
	/** Set when the service gives smaller pages than asked for: page numbers then count in those. */
	largest?: number;
}

async function look(source: PageSource, { page, size }: PageWindow): Promise<Look> {
	const answer = await source.fetch(page, size);
	const { records, pagesCount } = answer;
	refuseOtherOrder(records);
	const isShort = records.length < size;
	if (!isShort) return { records, isLast: false };
	if (records.length === 0) return { records, isLast: page === 0 };
	const isLast =
		pagesCount === undefined
			? (await source.fetch(page + 1, size)).records.length === 0
			: page + 1 >= pagesCount;
	if (isLast) return { records, isLast };
	const largest =
		answer.pageSize !== undefined && answer.pageSize < size ? answer.pageSize : records.length;
	return { records, isLast, largest: Math.max(largest, pageSizeLimits.minimum) };
}
