import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../shared/client/errors';
import type { Share } from './shares';
import { Totals, type Sums } from './totals';

/** A file of a share: what the item of its export says. */
export interface ShareFile {
	/** 0 until the share is known. */
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
	/** By all files of the export, those that a filter of the node left out included. */
	documentsRead: number;
}

export interface ShareReport {
	complete: boolean;
	/** What the user should know: why it is not complete, or that other documents were read than expected. */
	note: string | null;
	shares: number;
	documents: number;
	/** Documents that the plan counted. */
	expected: number;
	totals: Sums;
	/** In the order of the shares. */
	files: ShareFile[];
	/** Shares that have to be exported again, with the reason. */
	runAgain: Array<Share & { reason: string }>;
	details: { rows: number; bytes: number; firstId: string | null; lastId: string | null };
}

/**
 * Whether the shares of a plan are all there, each of them whole.
 * @param plan joins without a gap, as {@link planOf} sees to
 * @param items items of exports, and reports of earlier checks, in any order; others say nothing
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
	const counted = `but Split for Export counted ${expected}`;
	const firsts = files.filter(({ details }) => details.part === 1);
	const read = firsts.reduce((sum, { details }) => sum + details.documentsRead, 0);
	if (read !== expected) {
		return `The shares read ${read} documents, ${counted}. If none were created or deleted since, split and export again.`;
	}
	if (expected === 0 || files.some(({ documents }) => documents > 0)) return null;
	return `The files hold no documents, ${counted}: the filters left all of them out. Check the filters of the exports.`;
}

/** The last export of a share that is whole. */
function exportOf(share: Share, exports: ShareFile[][]): { parts: ShareFile[]; fault?: string } {
	const own = exports.filter(
		([{ details }]) => details.afterId === share.afterId && details.untilId === share.untilId,
	);
	const faults = own.map((parts) => faultOf(parts, share));
	const whole = own[faults.lastIndexOf(undefined)];
	if (whole) return { parts: whole.map((file) => ({ ...file, share: share.share })) };
	return { parts: [], fault: faults.at(-1) ?? 'No export of this share came back' };
}

/** @returns why the files are no whole export of their share; undefined if they are */
function faultOf(parts: ShareFile[], share: Share): string | undefined {
	const [{ details }] = parts;
	if (details.organization !== share.organization) {
		return 'It was exported from another Base URL or App ID than the one that was split';
	}
	if (details.search !== share.search) {
		return 'It was exported with another Source or search than the plan';
	}
	if (parts.length !== details.parts || details.part !== 1) {
		return `Of its ${details.parts} files only ${parts.length} came back in turn`;
	}
	if (parts.some(({ complete }) => !complete)) {
		return 'Its export could not prove that it is complete';
	}
	return undefined;
}

/** A name as file systems compare it that ignore case. */
const nameOf = ({ fileName }: ShareFile) => fileName.toLowerCase();

function repeatedNames(files: ShareFile[]): Set<string> {
	const [seen, repeated] = [new Set<string>(), new Set<string>()];
	for (const name of files.map(nameOf)) (seen.has(name) ? repeated : seen).add(name);
	return repeated;
}

function sharedName(parts: ShareFile[], repeated: Set<string>): string | undefined {
	const file = parts.find((part) => repeated.has(nameOf(part)));
	if (!file) return undefined;
	return `Another share has a file with the same name (${file.fileName}), so one may have overwritten the other. Give each share a File Name of its own`;
}

/** The files of an item; an earlier check holds many. */
function filesIn(item: IDataObject): ShareFile[] {
	if (Array.isArray(item.files)) return item.files.flatMap((one) => filesIn(Object(one)));
	const { fileName, documents, rows, bytes, sha256 } = item;
	const [totals, details] = [item.totals, item.details].map((one) => one as IDataObject | null);
	if (!totals || !details || typeof sha256 !== 'string') return [];
	const numbers = [documents, rows, bytes, details.part, details.parts, details.documentsRead];
	if (!numbers.every((one) => Number.isSafeInteger(one))) return [];
	const [firstId, lastId] = [item.firstId, item.lastId].map(idIn);
	const [afterId, untilId] = [details.afterId, details.untilId].map(idIn);
	const { part, parts, organization, search, documentsRead } = details as unknown as FileDetails;
	return [
		{
			...{ share: 0, fileName: String(fileName), totals: totals as Sums, firstId, lastId, sha256 },
			...{ documents: Number(documents), rows: Number(rows), bytes: Number(bytes) },
			complete: item.complete === true,
			details: { afterId, untilId, part, parts, organization, search, documentsRead },
		},
	];
}

const sameOfParts = ['parts', 'afterId', 'untilId', 'organization', 'search'] as const;

/** Files that follow one another as parts 1, 2, 3 of one export. */
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
 * A plan that was handed on, as the items of the split or as their JSON.
 * @throws ServiceError (badInput) for what is none, or whose shares do not join
 */
export function planOf(value: unknown): Share[] {
	const list = typeof value === 'string' ? parsed(value) : value;
	const entries: unknown[] = Array.isArray(list) ? list : [list];
	if (entries.length === 0) refusePlan('The plan is empty');
	const plan = entries.map(shareIn).sort((a, b) => a.share - b.share);
	const [{ organization, search }] = plan;
	plan.forEach(({ share, shares, afterId, ...origin }, index) => {
		const isOfSame = origin.organization === organization && origin.search === search;
		const joins =
			index === 0 || (isOfSame && afterId !== null && afterId === plan[index - 1].untilId);
		if (share === index + 1 && shares === plan.length && joins) return;
		refusePlan(`Share ${index + 1} of ${plan.length} is missing from the plan, or does not join`);
	});
	return plan;
}

function shareIn(entry: unknown): Share {
	const item = (typeof entry === 'object' && entry !== null ? entry : {}) as IDataObject;
	// An item as n8n hands it on has its values in "json".
	const values = (item.json ?? item) as IDataObject;
	const [afterId, untilId] = [values.afterId, values.untilId].map(idIn);
	const areIds =
		String(values.afterId) === String(afterId) && String(values.untilId) === String(untilId);
	const { share, shares, expected, organization, search } = values;
	const areNumbers = [share, shares, expected].every((one) => Number.isSafeInteger(one));
	const areTexts = typeof organization === 'string' && typeof search === 'string';
	if (!areNumbers || !areTexts || !areIds) {
		return refusePlan('The plan is not what Split for Export puts out');
	}
	const [number, count, documents] = [share, shares, expected].map(Number);
	return {
		...{ share: number, shares: count, afterId, untilId, expected: documents },
		...{ organization, search },
	};
}

/** An id as text; null for what is none. */
function idIn(value: unknown): string | null {
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
		"Hand on all items of the node that splits, by its name: {{ $('Split invoices and other documents for export').all() }}.",
	);
}
