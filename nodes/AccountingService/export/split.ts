import type { IDataObject } from 'n8n-workflow';

import { refuseInput, ServiceError } from '../../shared/client/errors';
import { refuseCountingFromZero } from '../../shared/lists/habits';
import { compareIds } from '../../shared/lists/ids';
import type { PageSource } from '../../shared/lists/listing';
import type { Judge } from '../../shared/lists/source';
import { Survey } from './survey';

/** A share of an export: what comes after one document, up to and with another, in the order of the list. */
export interface Share {
	/** 1-based. */
	share: number;
	shares: number;
	/** Null for an open end. */
	afterId: string | null;
	untilId: string | null;
	/** Documents in it when the list was split. */
	expected: number;
}

export interface Splitting {
	pageSize: number;
	/** Shares at the most; no more than there are documents. */
	shares: number;
	/** Whether what is created from now on belongs to the newest share. */
	isOpenToNew: boolean;
	/** Which way ids run where a list of one document does not tell: 1 where they rise. */
	assumedDirection: 1 | -1;
}

/**
 * Splits a list into shares of equal length: asks for its first page, its last one, and one for each
 * place between two shares.
 * @throws ServiceError (incomplete) for a list that is not in the order of ids, or has one page whichever is asked
 * for, (badInput) for pages that are counted from 0; and whatever the source throws
 */
export async function splitList(
	source: PageSource,
	{ pageSize, shares, isOpenToNew, assumedDirection }: Splitting,
): Promise<Share[]> {
	await refuseCountingFromZero(source);
	const survey = new Survey(source, pageSize, judgeOf(source));
	const first = await survey.look(0);
	const lastPage = await survey.lastPage();
	const last = await survey.look(lastPage);
	// A service may give pages of a size of its own.
	const perPage = Math.max(1, first.length);
	const documents = lastPage * perPage + last.length;
	const wanted = Math.max(1, Math.min(shares, documents));
	/** The last documents of all shares but the last one. */
	const ends: Array<{ id: string; position: number }> = [];
	for (let share = 1; share < wanted; share++) {
		const position = Math.floor((share * documents) / wanted) - 1;
		const page = await survey.look(Math.floor(position / perPage));
		const record = page[position % perPage] ?? page.at(-1);
		if (record) ends.push({ id: record.id, position });
	}
	if (!survey.isOrdered || !/^\d+$/.test(first[0]?.id ?? '0')) throw notInOrder();
	const { direction = assumedDirection } = survey;
	// Documents that are deleted meanwhile can make two places one.
	const distinct = ends.filter(
		({ id }, index) => index === 0 || compareIds(id, ends[index - 1].id) * direction > 0,
	);
	if (documents === 0 && !isOpenToNew) {
		return [{ share: 1, shares: 1, afterId: nothing, untilId: nothing, expected: 0 }];
	}
	const newest = direction > 0 ? last.at(-1)?.id : first[0]?.id;
	const closed = isOpenToNew || newest === undefined ? null : newest;
	const bounds = [
		// A share begins after a document, and the newest one is in it.
		closed !== null && direction < 0 ? String(BigInt(closed) + 1n) : null,
		...distinct.map(({ id }) => id),
		direction > 0 ? closed : null,
	];
	const positions = [-1, ...distinct.map(({ position }) => position), documents - 1];
	return bounds.slice(1).map((untilId, index) => ({
		share: index + 1,
		shares: bounds.length - 1,
		afterId: bounds[index],
		untilId,
		expected: positions[index + 1] - positions[index],
	}));
}

/** Nothing lies after this ID and up to it, whichever way the IDs run. */
const nothing = '1';

function judgeOf({ what }: PageSource): Judge {
	return {
		problem: async (text, next) => {
			throw new ServiceError('incomplete', `${text} (while ${what})`, {
				description: next ?? 'Run it again when fewer documents change.',
			});
		},
		notice: () => undefined,
	};
}

function notInOrder(): ServiceError {
	return new ServiceError(
		'incomplete',
		'The list is not in the order of IDs, so that IDs are no bounds of shares',
		{
			description:
				'Share the export by dates instead: one export each with its own Issued From and Issued To.',
		},
	);
}

/**
 * A plan that was handed on, as the items of the split or as their JSON.
 * @throws ServiceError (badInput) for what is none, or whose shares do not join
 */
export function planOf(value: unknown): Share[] {
	const list = typeof value === 'string' ? parsed(value) : value;
	const entries: unknown[] = Array.isArray(list) ? list : [list];
	if (entries.length === 0) refusePlan('The plan is empty');
	const plan = entries.map(shareIn).sort((a, b) => a.share - b.share);
	plan.forEach(({ share, shares, afterId }, index) => {
		const joins = index === 0 || (afterId !== null && afterId === plan[index - 1].untilId);
		if (share === index + 1 && shares === plan.length && joins) return;
		refusePlan(`Share ${index + 1} of ${plan.length} is missing from the plan, or does not join`);
	});
	return plan;
}

function shareIn(entry: unknown): Share {
	const item = (typeof entry === 'object' && entry !== null ? entry : {}) as IDataObject;
	// An item as n8n hands it on has its values in "json".
	const { share, shares, afterId, untilId, expected } = (item.json ?? item) as IDataObject;
	const bounds = [afterId, untilId].map((id) => (id === null ? null : idIn(id)));
	const areIds = [afterId, untilId].every((id, index) => id === null || bounds[index] !== null);
	if (typeof share !== 'number' || typeof shares !== 'number' || !areIds) {
		return refusePlan('The plan is not what Split for Export puts out');
	}
	const [after, until] = bounds;
	return { share, shares, afterId: after, untilId: until, expected: Number(expected) || 0 };
}

/** An id as text; null for what is none. */
export function idIn(value: unknown): string | null {
	const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
	return /^\d{1,20}$/.test(text) ? text : null;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return refusePlan('The plan is not JSON');
	}
}

function refusePlan(message: string): never {
	return refuseInput(
		'plan',
		message,
		"Hand on all items of Split for Export: {{ $('Split for Export').all() }}.",
	);
}
