/** What stands around the records of a page: published for two other lists (docs/api/requests.md#pagination). */
import { type Answer, empty, json } from '../http/answers';
import { type Fault, pick } from '../http/faults';
import type { SandboxOptions } from '../options';
import type { Cut } from './paging';

export type EnvelopeOptions = Pick<
	SandboxOptions,
	'envelope' | 'recordsProperty' | 'countName' | 'countOf' | 'emptyList'
>;

export type Frame = {
	/** Text before the list of records, the list itself not included. */
	head: string;
	tail: string;
	/** Name and colon of the list; empty where the list is all there is. */
	name: string;
};

/** The published envelope (docs/api/requests.md#pagination), or another shape. `property` names the list. */
export function frameOf(options: EnvelopeOptions, property: string, page: Cut): Frame {
	const { envelope, recordsProperty, countName, countOf } = options;
	if (envelope === 'array') return { head: '', name: '', tail: '' };
	const count = countOf === 'pages' ? page.pagesCount : page.count;
	const counted = envelope === 'objectWithoutCount' ? '' : `,"${countName}":${count}`;
	const paging = `${counted},"currentPage":${page.currentPage},"pageSize":${page.pageSize}`;
	const isWrapped = envelope === 'wrapped';
	return {
		head: isWrapped ? '{"data":{' : '{',
		name: `"${recordsProperty || property}":`,
		tail: `${paging}}${isWrapped ? '}' : ''}`,
	};
}

/** The answers that hold no list of records; undefined where there is one to be written. */
export function answerWithoutRecords(
	frame: Frame,
	page: Cut,
	options: EnvelopeOptions,
	faults: readonly Fault[],
): Answer | undefined {
	const { head, name, tail } = frame;
	if (pick(faults, 'noRecords')) return json(200, `${head || '{'}${tail.slice(1) || '}'}`);
	if (page.positions.length > 0 || options.emptyList === 'array') return undefined;
	return options.emptyList === 'noContent' ? empty() : json(200, `${head}${name}null${tail}`);
}
