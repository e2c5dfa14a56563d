import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../shared/client/errors';
import { tryParse } from '../../shared/client/json';
import type { Share } from './shares';
import { Totals, type Sums } from './totals';

/** A file of a share, from the item of its export. */
export interface ShareFile {
	/** 0 if not known yet. */
	share: number;
	fileName: string;
	documents: number;
	rows: number;
	totals: Sums;
	firstId: string | null;
	lastId: string | null;
	bytes: number;
	sha256: string;
	complete: boolean;
	details: FileDetails;
}

interface FileDetails {
	afterId: string | null;
	untilId: string | null;
	part: number;
	parts: number;
	organization: string;
	search: string;
	/** For all files of the export, including documents that a filter of the node excludes. */
	documentsRead: number;
	/** The table of line items, if the export has one. */
	lineItems?: { rows: number };
}

export interface ShareReport {
	complete: boolean;
	/** Why the export is not complete, or that the number of documents differs from the plan. */
	note: string | null;
	shares: number;
	documents: number;
	/** Documents that the plan counted. */
	expected: number;
	totals: Sums;
	/** In the order of the shares. */
	files: ShareFile[];
	/** Shares to export again, with the reason. */
	runAgain: Array<Share & { reason: string }>;
	details: Pick<ShareFile, 'rows' | 'bytes' | 'firstId' | 'lastId'> & { lineItems: number };
}

/**
 * Checks whether all shares of a plan are complete.
 * @param plan without gaps, from {@link planOf}
 * @param items of exports and earlier checks, in any order. Other items are ignored.
 */
export function checkShares(plan: Share[], items: IDataObject[]): ShareReport {
	const exports = exportsIn(items.flatMap(filesIn));
	const found = plan.map((share) => exportOf(share, exports));
	const repeated = repeatedNames(found.flatMap(({ parts }) => parts));
	const files: ShareFile[] = [];
	const runAgain: ShareReport['runAgain'] = [];
	for (const [index, { parts, fault }] of found.entries()) {
		const reason = fault ?? sharedName(parts, repeated);
		if (reason === undefined) files.push(...parts);
		else runAgain.push({ ...plan[index], reason });
	}
	const totals = new Totals();
	for (const file of files) totals.addSums(file.totals);
	const sum = (of: 'documents' | 'rows' | 'bytes') =>
		files.reduce((all, file) => all + file[of], 0);
	const expected = plan.reduce((all, share) => all + share.expected, 0);
	const filled = files.filter((file) => file.documents > 0);
	return {
		complete: runAgain.length === 0,
		note: noteOn(runAgain, files, expected),
		shares: plan.length,
		documents: sum('documents'),
		expected,
		totals: totals.byCurrency(),
		files,
		runAgain,
		details: {
			rows: sum('rows'),
			lineItems: files.reduce((all, file) => all + (file.details.lineItems?.rows ?? 0), 0),
			bytes: sum('bytes'),
			firstId: filled[0]?.firstId ?? null,
			lastId: filled.at(-1)?.lastId ?? null,
		},
	};
}

function noteOn(
	runAgain: ShareReport['runAgain'],
	files: ShareFile[],
	expected: number,
): string | null {
	if (runAgain.length > 0) {
		const [{ share, reason }] = runAgain;
		const again = runAgain.map((one) => one.share).join(', ');
		return `The export is not complete. Run these shares again: ${again}. Share ${share}: ${reason}.`;
	}
	const firsts = files.filter(({ details }) => details.part === 1);
	const read = firsts.reduce((sum, { details }) => sum + details.documentsRead, 0);
	if (read === expected) return null;
	return `The shares contain ${read} documents, but Split for Export counted ${expected}. If no documents were created or deleted in the meantime, split and export again.`;
}

/** The last complete export of a share. */
function exportOf(share: Share, exports: ShareFile[][]): { parts: ShareFile[]; fault?: string } {
	const own = exports.filter(
		([{ details }]) => details.afterId === share.afterId && details.untilId === share.untilId,
	);
	const faults = own.map((parts) => faultOf(parts, share));
	const whole = own[faults.lastIndexOf(undefined)];
	if (whole) return { parts: whole.map((file) => ({ ...file, share: share.share })) };
	return { parts: [], fault: faults.at(-1) ?? noExport };
}

const noExport = 'No export has its Resume After ID and Until ID';

/** @returns why the files are not a complete export of their share; undefined if they are */
function faultOf(parts: ShareFile[], share: Share): string | undefined {
	const [{ details }] = parts;
	if (details.organization !== share.organization) {
		return 'The export and the plan have different Base URLs or App IDs';
	}
	if (details.search !== share.search) {
		return 'The export and the plan have different Sources or filters';
	}
	if (parts.length !== details.parts || details.part !== 1) {
		return `Only ${parts.length} of its ${details.parts} files are among the input items, in order`;
	}
	if (parts.some(({ complete }) => !complete)) {
		return 'Its export is not proven to be complete';
	}
	return undefined;
}

/** Lower case, because some file systems ignore case. */
const nameOf = ({ fileName }: ShareFile) => fileName.toLowerCase();

function repeatedNames(files: ShareFile[]): Set<string> {
	const [seen, repeated] = [new Set<string>(), new Set<string>()];
	for (const name of files.map(nameOf)) (seen.has(name) ? repeated : seen).add(name);
	return repeated;
}

function sharedName(parts: ShareFile[], repeated: Set<string>): string | undefined {
	const file = parts.find((part) => repeated.has(nameOf(part)));
	if (!file) return undefined;
	return `Another share has a file with the same name (${file.fileName}), so one may have overwritten the other. Use a different File Name for each share`;
}

/** The files of an item. An earlier check has several. */
function filesIn(item: IDataObject): ShareFile[] {
	if (Array.isArray(item.files)) return item.files.flatMap((one) => filesIn(Object(one)));
	const [totals, details] = [item.totals, item.details].map((one) => one as IDataObject | null);
	const { fileName, documents, rows, bytes, sha256 } = { ...details, ...item };
	if (!totals || !details || typeof sha256 !== 'string') return [];
	const numbers = [documents, rows, bytes, details.part, details.parts, details.documentsRead];
	if (!numbers.every((one) => Number.isSafeInteger(one))) return [];
	const [firstId, lastId] = [item.firstId, item.lastId].map(idIn);
	const [afterId, untilId] = [details.afterId, details.untilId].map(idIn);
	const { lineItems, ...others } = details as unknown as FileDetails;
	const { part, parts, organization, search, documentsRead } = others;
	return [
		{
			...{ share: 0, fileName: String(fileName), totals: totals as Sums, firstId, lastId, sha256 },
			...{ documents: Number(documents), rows: Number(rows), bytes: Number(bytes) },
			complete: item.complete === true,
			details: { afterId, untilId, part, parts, organization, search, documentsRead, lineItems },
		},
	];
}

const sameOfParts = ['parts', 'afterId', 'untilId', 'organization', 'search'] as const;

/** Groups consecutive files that are parts 1, 2, 3 of one export. */
function exportsIn(files: ShareFile[]): ShareFile[][] {
	const exports: ShareFile[][] = [];
	for (const file of files) {
		const latest = exports.at(-1);
		const before = latest?.at(-1)?.details;
		const isSame = sameOfParts.every((name) => before?.[name] === file.details[name]);
		if (latest && isSame && before?.part === file.details.part - 1) latest.push(file);
		else exports.push([file]);
	}
	return exports;
}

/**
 * Reads a plan, as the items of Split for Export or as their JSON.
 * @throws ServiceError (badInput) if it is not a plan or has gaps
 */
export function planOf(value: unknown): Share[] {
	const list = typeof value === 'string' ? tryParse(value) : value;
	if (list === undefined && value !== undefined) refusePlan('Plan is not valid JSON');
	const entries: unknown[] = Array.isArray(list) ? list : [list];
	if (entries.length === 0) refusePlan('Plan is empty');
	const plan = entries.map(shareIn).sort((a, b) => a.share - b.share);
	const [{ organization, search }] = plan;
	plan.forEach(({ share, shares, afterId, ...origin }, index) => {
		const isOfSame = origin.organization === organization && origin.search === search;
		const joins =
			index === 0 || (isOfSame && afterId !== null && afterId === plan[index - 1].untilId);
		if (share === index + 1 && shares === plan.length && joins) return;
		refusePlan(`Share ${index + 1} of ${plan.length} in Plan is missing or from another split`);
	});
	return plan;
}

function shareIn(entry: unknown): Share {
	const item = (typeof entry === 'object' && entry !== null ? entry : {}) as IDataObject;
	// n8n's items have their values in "json".
	const values = (item.json ?? item) as IDataObject;
	const [afterId, untilId] = [values.afterId, values.untilId].map(idIn);
	const areIds =
		String(values.afterId) === String(afterId) && String(values.untilId) === String(untilId);
	const { share, shares, expected, organization, search } = values;
	const areNumbers = [share, shares, expected].every((one) => Number.isSafeInteger(one));
	const areTexts = typeof organization === 'string' && typeof search === 'string';
	if (!areNumbers || !areTexts || !areIds) {
		return refusePlan('Plan is not the output of Split for Export');
	}
	const [number, count, documents] = [share, shares, expected].map(Number);
	return {
		...{ share: number, shares: count, afterId, untilId, expected: documents },
		...{ organization, search },
	};
}

/** An ID as text; null for another value. */
function idIn(value: unknown): string | null {
	const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
	return /^\d{1,20}$/.test(text) ? text : null;
}

function refusePlan(message: string): never {
	return refuseInput(
		'plan',
		message,
		"Enter all items of the Split for Export node, by its name: {{ $('Split invoices and other documents for export').all() }}.",
	);
}
