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
	for (const share of plan) {
		const own = exports.filter(([file]) => isOf(file, share));
		const good = own.find((parts) => faultOf(parts, direction) === undefined);
		if (good) files.push(...good.map((file) => ({ ...file, share: share.share })));
		else {
			const latest = own.at(-1);
			const reason = latest ? faultOf(latest, direction) : undefined;
			runAgain.push({ ...share, reason: reason ?? 'No export of this share came back' });
		}
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
		},
	];
}

/** Files that follow one another as parts 1, 2, 3 of one export. */
function exportsIn(files: ShareFile[]): ShareFile[][] {
	const exports: ShareFile[][] = [];
	for (const file of files) {
		const latest = exports.at(-1);
		const before = latest?.at(-1);
		const follows =
			before?.part === file.part - 1 &&
			before.parts === file.parts &&
			before.afterId === file.afterId &&
			before.untilId === file.untilId;
		if (latest && follows) latest.push(file);
		else exports.push([file]);
	}
	return exports;
}

/** @returns why the files are no whole export of their share; undefined when they are */
function faultOf(parts: ShareFile[], direction: 1 | -1): string | undefined {
	const [{ parts: count, afterId, untilId }] = parts;
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
