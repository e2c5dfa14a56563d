/** The envelope of a page, as published for two other lists (docs/api/requests.md#pagination). */
import { type Answer, json } from '../http/answers';
import { type Fault, pick } from '../http/faults';
import type { SandboxOptions } from '../options';
import type { Cut } from './paging';

export type EnvelopeOptions = Pick<SandboxOptions, 'envelope'>;

export type Frame = {
	/** Text before the list of records. */
	head: string;
	tail: string;
	/** Name and colon of the list; empty for a bare array. */
	name: string;
};

/** The published envelope (docs/api/requests.md#pagination), or another shape. `property` names the list. */
export function frameOf({ envelope }: EnvelopeOptions, property: string, page: Cut): Frame {
	if (envelope === 'array') return { head: '', name: '', tail: '' };
	const counted = envelope === 'objectWithoutCount' ? '' : `,"pagesCount":${page.pagesCount}`;
	const tail = `${counted},"currentPage":${page.currentPage},"pageSize":${page.pageSize}}`;
	return { head: '{', name: `"${property}":`, tail };
}

/** The response of a fault without a list of records; undefined if there is a list to write. */
export function answerWithoutRecords(
	{ head, tail }: Frame,
	faults: readonly Fault[],
): Answer | undefined {
	if (!pick(faults, 'noRecords')) return undefined;
	return json(200, `${head || '{'}${tail.slice(1) || '}'}`);
}
