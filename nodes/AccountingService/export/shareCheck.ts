import type { IDataObject } from 'n8n-workflow';

import { compareIds } from '../../shared/lists/ids';
import { idIn, type Share } from './split';
import { Totals, type Sums } from './totals';

/** A file of a share, as the item of its export tells it. */
export interface ShareFile {
	share: number;
	part: number;
	parts: number;
	fileName: string;
	documents: number;
	rows: number;
	bytes: number;
	sha256: string;
	firstId: string | null;
	lastId: string | null;
	afterId: string | null;
	untilId: string | null;
	totals: Sums;
	complete: boolean;
	organization: string;
	search: string;
}

export interface ShareReport {
	complete: boolean;
	shares: number;
	documents: number;
	rows: number;
	bytes: number;
	totals: Sums;
	firstId: string | null;
	lastId: string | null;
	/** In the order of the shares. */
	files: ShareFile[];
	/** Shares that have to be exported again, with the reason. */
	runAgain: Array<Share & { reason: string }>;
}

/**
 * Whether the shares of a plan are all there, each whole and within its bounds.
 * @param plan joins without a gap, as {@link planOf} sees to
 * @param items items of exports, and reports of earlier checks, in any order; others say nothing
 */
export function checkShares(plan: Share[], items: IDataObject[]): ShareReport {
	const exports = exportsIn(items.flatMap(filesIn));
	const direction = directionOf(plan, exports);
	const files: ShareFile[] = [];
	const runAgain: ShareReport['runAgain'] = [];
	const found = plan.map((share) => filesOfShare(share, exports, direction));
	const repeated = repeatedNames(found.flatMap(({ parts }) => parts));
	for (const [index, { parts, fault }] of found.entries()) {
		const reason = fault ?? sharedName(parts, repeated);
		if (reason === undefined) files.push(...parts);
		else runAgain.push({ ...plan[index], reason });
	}
	const totals = new Totals();
	for (const file of files) totals.addSums(file.totals);
	const sum = (of: 'documents' | 'rows' | 'bytes') =>
		files.reduce((all, file) => all + file[of], 0);
	return {
		complete: runAgain.length === 0,
		shares: plan.length,
		documents: sum('documents'),
		rows: sum('rows'),
		bytes: sum('bytes'),
		totals: totals.byCurrency(),
		firstId: files.find(({ firstId }) => firstId !== null)?.firstId ?? null,
		lastId: files.findLast(({ documents }) => documents > 0)?.lastId ?? null,
		files,
		runAgain,
	};
}

/** The first whole export of a share, or why there is none. */
function filesOfShare(
	share: Share,
	exports: ShareFile[][],
	direction: 1 | -1,
): { parts: ShareFile[]; fault?: string } {
	const own = exports.filter(([file]) => isOf(file, share));
	const faults = own.map((parts) => faultOf(parts, share, direction));
	const good = own[faults.indexOf(undefined)];
	if (good) return { parts: good.map((file) => ({ ...file, share: share.share })) };
	return { parts: [], fault: faults.at(-1) ?? 'No export of this share came back' };
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

function isOf(file: ShareFile, share: Share): boolean {
	return file.afterId === share.afterId && file.untilId === share.untilId;
}

/** The files of an item; an earlier check holds many. */
function filesIn(item: IDataObject): ShareFile[] {
	const inner = item.files;
	if (Array.isArray(inner) && Array.isArray(item.runAgain)) {
		return inner.flatMap((one) => filesIn(one as IDataObject));
	}
	const { sha256, fileName, totals } = item;
	const numbers = ['part', 'parts', 'documents', 'rows', 'bytes'].map((name) => item[name]);
	if (!numbers.every((one) => Number.isSafeInteger(one))) return [];
	if (typeof sha256 !== 'string' || typeof totals !== 'object' || totals === null) return [];
	const [part, parts, documents, rows, bytes] = numbers as number[];
	return [
		{
			...{ share: 0, part, parts, fileName: String(fileName), documents, rows, bytes, sha256 },
			firstId: idIn(item.firstId),
			lastId: idIn(item.lastId),
			afterId: idIn(item.afterId),
			untilId: idIn(item.untilId),
			totals: totals as Sums,
			complete: item.complete === true,
			organization: String(item.organization),
			search: String(item.search),
		},
	];
}

const sameOfParts = ['parts', 'afterId', 'untilId', 'organization', 'search'] as const;

/** Files that follow one another as parts 1, 2, 3 of one export. */
function exportsIn(files: ShareFile[]): ShareFile[][] {
	const exports: ShareFile[][] = [];
	for (const file of files) {
		const latest = exports.at(-1);
		const before = latest?.at(-1);
		const isSame = sameOfParts.every((name) => before?.[name] === file[name]);
		if (latest && isSame && before?.part === file.part - 1) latest.push(file);
		else exports.push([file]);
	}
	return exports;
}

/** @returns why the files are no whole export of their share; undefined when they are */
function faultOf(parts: ShareFile[], share: Share, direction: 1 | -1): string | undefined {
	const [{ parts: count, afterId, untilId, organization, search }] = parts;
	if (organization !== share.organization) {
		return 'It was exported from another Base URL or App ID than the one that was split';
	}
	if (search !== share.search) return 'It was exported with another Source or search than the plan';
	if (parts.length !== count || parts[0].part !== 1) {
		return `Of its ${count} files only ${parts.length} came back in turn`;
	}
	if (parts.some(({ complete }) => !complete)) {
		return 'Its export could not prove that it is complete';
	}
	let latest = afterId;
	for (const { documents, firstId, lastId } of parts) {
		if (documents === 0) continue;
		if (firstId === null || lastId === null)
			return 'Its files do not say which documents they hold';
		const inOrder =
			(latest === null || compareIds(firstId, latest) * direction > 0) &&
			compareIds(lastId, firstId) * direction >= 0;
		if (!inOrder) return 'Its files hold documents that are not of this share, or not in order';
		latest = lastId;
	}
	if (untilId !== null && latest !== null && compareIds(latest, untilId) * direction > 0) {
		return 'Its files hold documents beyond its end';
	}
	return undefined;
}

/** 1 where ids rise along the list, as any two ids in order tell. */
function directionOf(plan: Share[], exports: ShareFile[][]): 1 | -1 {
	const pairs = [...plan, ...exports.flat()].flatMap((one) => [
		[one.afterId, one.untilId],
		...('firstId' in one && one.documents > 1 ? [[one.firstId, one.lastId]] : []),
	]);
	for (const [first, second] of pairs) {
		if (first !== null && second !== null && first !== second) {
			return compareIds(second, first) > 0 ? 1 : -1;
		}
	}
	return -1;
}
