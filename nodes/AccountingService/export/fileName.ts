import { refuseInput } from '../../shared/client/errors';
import { requiredText } from '../../shared/fields/values';
import type { OperationCall } from '../operation';
import type { Bounds } from './range';
import { fileName } from './fields';

const placeholder = /\{([^{}]*)\}/g;

const parts = /yyyy|MM|dd|HH|mm|ss/g;

/**
 * What file systems or n8n would read as something else than a part of a name (a slash would make a
 * folder of what stands before it), and what nobody would see: control characters, half characters,
 * marks that turn the direction of writing.
 */
const unfit = /[\\/:*?"<>|]|[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** File systems take names of so many bytes; those of several files get "-" and up to seven digits. */
const longestName = 255;
const numberBytes = 8;

/** Windows keeps these for devices, whatever the ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * The name of a file, with its date placeholders filled in and its ending set.
 * @param pattern e.g. invoices-{yyyy}-{MM}; the placeholders are yyyy, MM, dd, HH, mm and ss
 * @param timeZone IANA name of the zone that the date is told in
 * @returns a printable name of at most 255 bytes, with the number of a part ({@link partName}) as well
 * @throws ServiceError (badInput) for a placeholder that is none
 */
export function fileNameOf(
	pattern: string,
	extension: string,
	now: Date,
	timeZone: string,
): string {
	const values = dateParts(now, timeZone);
	const withDate = pattern.replace(placeholder, (whole, inner: string) => {
		const left = inner.replace(parts, '');
		if (inner === '' || /[A-Za-z]/.test(left)) {
			refuseInput(
				'fileName',
				`File Name has the placeholder ${whole.slice(0, 40)}, which is unknown`,
				'Use {yyyy}, {MM}, {dd}, {HH}, {mm} and {ss}, or several in one, as in {yyyy-MM-dd}.',
			);
		}
		return inner.replace(parts, (part) => values[part]);
	});
	const fit = withDate.replace(unfit, '-').trim();
	const ending = `.${extension}`;
	const stem = fit.toLowerCase().endsWith(ending) ? fit.slice(0, -ending.length) : fit;
	const usable = cutToBytes(stem, longestName - numberBytes - ending.length).replace(device, '$&-');
	return `${usable === '' ? 'export' : usable}${ending}`;
}

/**
 * The name of the file that a call makes. The default one tells the bounds, and is numbered within a run, so
 * that no file overwrites another when they are saved. One that the user typed stays as it is.
 * @throws ServiceError (badInput) as {@link fileNameOf}
 */
export function exportName(
	{ form, host, execution, hint }: OperationCall,
	extension: string,
	{ afterId, untilId }: Bounds,
): string {
	const typed = requiredText(form.get('fileName'), 'fileName', 'File Name');
	const isDefault = typed === fileName.default;
	const after = isDefault && afterId !== null ? `-after-${afterId}` : '';
	const until = isDefault && untilId !== null ? `-until-${untilId}` : '';
	const nameWith = (ending: string) =>
		fileNameOf(typed + after + until + ending, extension, new Date(), host.getTimezone());
	const taken = (execution.get('fileNames') ?? new Set()) as Set<string>;
	execution.set('fileNames', taken);
	let name = nameWith('');
	// Parts of one file have a hyphen before their number.
	for (let number = 2; isDefault && taken.has(name); number++) name = nameWith(`_${number}`);
	if (taken.has(name)) {
		hint(
			`Several files of this run have the name ${name}. Saved in one folder, each overwrites the one before. Put a value of the item into File Name, for example {{ $itemIndex }}.`,
		);
	}
	taken.add(name);
	return name;
}

/**
 * A name that somebody else gives, as file systems take it.
 * @returns a printable name of at most 255 bytes; empty where nothing is left of it, and for dots only, which are folders
 */
export function fitName(name: string): string {
	const fit = name.replace(unfit, '-').trim();
	if (/^\.*$/.test(fit)) return '';
	const ending = /(?<=.)\.[a-z0-9]{1,16}$/i.exec(fit)?.[0] ?? '';
	const stem = fit.slice(0, fit.length - ending.length).replace(device, '$&-');
	return `${cutToBytes(stem, longestName - ending.length)}${ending}`;
}

/** As many whole characters as fit. */
function cutToBytes(text: string, bytes: number): string {
	if (Buffer.byteLength(text) <= bytes) return text;
	let [kept, left] = ['', bytes];
	for (const character of text) {
		left -= Buffer.byteLength(character);
		if (left < 0) break;
		kept += character;
	}
	return kept.trimEnd();
}

/** The name of one of several files: invoices-03.csv. */
export function partName(fileName: string, part: number, parts: number): string {
	if (parts === 1) return fileName;
	const dot = fileName.lastIndexOf('.');
	const number = String(part).padStart(String(parts).length, '0');
	return `${fileName.slice(0, dot)}-${number}${fileName.slice(dot)}`;
}

function dateParts(now: Date, timeZone: string): Record<string, string> {
	const format = new Intl.DateTimeFormat('en-GB', {
		timeZone,
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
		second: '2-digit',
		hourCycle: 'h23',
	});
	const dateTexts = Object.fromEntries(
		format.formatToParts(now).map(({ type, value }) => [type, value]),
	);
	const { year, month, day, hour, minute, second } = dateTexts;
	return { yyyy: year.padStart(4, '0'), MM: month, dd: day, HH: hour, mm: minute, ss: second };
}
