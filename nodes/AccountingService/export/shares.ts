import { createHash } from 'node:crypto';

import { ServiceError } from '../../shared/client/errors';
import type { SearchCriteria } from '../../shared/documents/criteria';
import { confirmFirstPage } from '../../shared/lists/firstPage';
import { compareIds, CreationOrder, idOf } from '../../shared/lists/ids';
import { whilePagesFit, type PageSource } from '../../shared/lists/listing';
import { locate } from '../../shared/lists/locate';
import { startOf } from '../../shared/lists/page';
import { PageReader } from '../../shared/lists/pageReader';
import { credentialName } from '../../shared/n8n/sender';
import type { OperationCall } from '../operation';

/** A share of an export: the documents after `afterId` up to and including `untilId`, in the order of the list. */
export interface ShareBounds {
	/** 1-based. */
	share: number;
	shares: number;
	/** Null for no bound. */
	afterId: string | null;
	untilId: string | null;
	/** Number of documents at the time of the split. */
	expected: number;
}

/** Fingerprints of the organization and the search. They reveal no values. */
export interface Origin {
	/** Of the Base URL and the App ID. */
	organization: string;
	search: string;
}

/** A share of a plan. */
export interface Share extends ShareBounds, Origin {}

export interface Splitting {
	pageSize: number;
	/** Maximum number of shares. */
	shares: number;
	/** Whether the newest share includes documents that are created after the split. */
	isOpenToNew: boolean;
	/** The direction for a list of one document: 1 for ascending IDs. */
	assumedDirection: 1 | -1;
}

/**
 * Splits a list into shares of equal length. It reads the first page, the last one, and one for each boundary.
 * @throws ServiceError (incomplete) if the list is not in the order of IDs or ignores the page number, (badInput) if pages
 * are counted from 0; as the source
 */
export async function splitList(
	source: PageSource,
	{ pageSize, shares, isOpenToNew, assumedDirection }: Splitting,
): Promise<ShareBounds[]> {
	const reader = new PageReader(source, { pageSize, parallelPages: 1 });
	const first = await reader.ask({ index: 0, size: reader.largest });
	if (first.refusal) throw first.refusal;
	const { rises } = CreationOrder.of(first.records);
	const direction = first.records.length > 1 ? (rises ? 1 : -1) : assumedDirection;
	const guess = Number.isFinite(reader.endsBy) ? reader.endsBy : 0;
	const pastEnd = direction > 0 ? highestId : '0';
	const end = await whilePagesFit(source, locate(reader, pastEnd, { first, guess }));
	if (!end || !/^\d+$/.test(idOf(first.records[0] ?? { id: 0 }))) throw notInOrder();
	await confirmFirstPage(reader);
	const documents = startOf(end.page) + end.page.records.length;
	const last = end.page.records;
	const wanted = Math.max(1, Math.min(shares, documents));
	/** The last document of each share, except the last share. */
	const ends: Array<{ id: string; position: number }> = [];
	for (let share = 1; share < wanted; share++) {
		const position = Math.floor((share * documents) / wanted) - 1;
		const isOnFirst = position < first.records.length;
		const index = isOnFirst ? 0 : Math.floor(position / reader.largest);
		const page = isOnFirst ? first : await reader.ask({ index, size: reader.largest });
		if (!CreationOrder.of(page.records).holds) throw notInOrder();
		const record = page.records[position - startOf(page)] ?? page.records.at(-1);
		if (record) ends.push({ id: idOf(record), position });
	}
	// If documents are deleted during the split, two boundaries can be the same.
	const distinct = ends.filter(
		({ id }, index) => index === 0 || compareIds(id, ends[index - 1].id) * direction > 0,
	);
	if (documents === 0 && !isOpenToNew) {
		return [{ share: 1, shares: 1, afterId: nothing, untilId: nothing, expected: 0 }];
	}
	const newest = direction > 0 ? last.at(-1) : first.records[0];
	const closed = isOpenToNew || newest === undefined ? null : idOf(newest);
	const bounds = [
		// The start is exclusive, and the share must include the newest document.
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

/** The bounds of an empty share. */
const nothing = '1';

/** Above every 64-bit ID. */
const highestId = '9'.repeat(19);

function notInOrder(): ServiceError {
	return new ServiceError(
		'incomplete',
		'The list is not in the order of IDs, so it cannot be split by IDs',
		{
			description:
				'Split the export by dates instead. Give each export its own Issued From and Issued To.',
		},
	);
}

/** @param criteria undefined for all documents */
export async function originOf(
	{ client, host }: OperationCall,
	criteria: SearchCriteria | undefined,
): Promise<Origin> {
	const { appId } = await host.getCredentials(credentialName);
	return {
		organization: fingerprint([client.connection.baseUrl, appId]),
		search: fingerprint(criteria ?? 'all'),
	};
}

function fingerprint(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}
