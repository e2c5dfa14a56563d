import { refuseInput } from '../../shared/client/errors';
import { inZone } from '../../shared/fields/dates';
import { collection, textWithin } from '../../shared/fields/readForm';
import type { OperationCall } from '../operation';
import { fileName } from './formFields';

const placeholder = /\{([^{}]*)\}/g;

const timePlaceholders = /yyyy|MM|dd|HH|mm|ss/g;

/**
 * Characters with a special meaning for file systems or n8n (a slash would create a folder), and invisible ones: control
 * characters, lone surrogates and direction marks.
 */
const unfit = /[\\/:*?"<>|]|[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** The limit of file systems in bytes, less {@link lineItemsSuffix}, "-" and up to seven digits for several files. */
const maxNameBytes = 255;
const suffixBytes = 19;
const lineItemsSuffix = '-line-items';

/** Windows reserves these for devices, with any extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?=\s*(?:\.|$))/i;

/** Windows removes dots and spaces at the end. */
const lostEnd = /(?<![. ])[. ]+$/;

/**
 * Fills in the date placeholders of a file name and adds the extension.
 * @param pattern e.g. invoices-{yyyy}-{MM}-{dd}; the placeholders are yyyy, MM, dd, HH, mm and ss
 * @param timeZone IANA name of the zone for the date
 * @returns a printable name of at most 255 bytes, including the number of a part ({@link partName})
 * @throws ServiceError (badInput) for an unknown placeholder
 */
export function fileNameOf(
	pattern: string,
	extension: string,
	now: Date,
	timeZone: string,
): string {
	const moment = inZone(now, timeZone);
	const withDate = pattern.replace(placeholder, (whole, inner: string) => {
		const left = inner.replace(timePlaceholders, '');
		if (inner === '' || /[A-Za-z]/.test(left)) {
			refuseInput(
				fileName.name,
				`File Name has the unknown placeholder ${whole.slice(0, 40)}`,
				'Use {yyyy}, {MM}, {dd}, {HH}, {mm} and {ss}, or combine them, as in {yyyy-MM-dd}.',
			);
		}
		return inner.replace(timePlaceholders, (part) => moment.toFormat(part));
	});
	const fit = withDate.replace(unfit, '-').trim();
	const ending = `.${extension}`;
	const typed = [ending, ending.replace(/\.gz$/, '')].find((one) =>
		fit.toLowerCase().endsWith(one),
	);
	const stem = typed === undefined ? fit : fit.slice(0, -typed.length);
	const usable = cutToBytes(stem, maxNameBytes - suffixBytes - ending.length).replace(
		device,
		'$&-',
	);
	return `${usable === '' ? 'export' : usable}${ending}`;
}

/**
 * The name of the file of an item. The default name gets a number, so that the files of one run do not overwrite each
 * other. A name of the user is not changed.
 * @throws ServiceError (badInput) as {@link fileNameOf}
 */
export function exportName(
	{ form, host, execution, hint }: OperationCall,
	extension: string,
): string {
	const typed = textWithin(collection(form, 'options'), fileName);
	const isDefault = typed === fileName.default;
	const nameWith = (ending: string) =>
		fileNameOf(typed + ending, extension, new Date(), host.getTimezone());
	const taken = (execution.get('fileNames') ?? new Set()) as Set<string>;
	execution.set('fileNames', taken);
	let name = nameWith('');
	// Parts of one file have a hyphen before their number.
	for (let number = 2; isDefault && taken.has(name); number++) name = nameWith(`_${number}`);
	if (taken.has(name)) {
		hint(
			`Several files of this run have the name ${name}. In one folder, they overwrite each other. Add a value of the item to File Name, for example {{ $itemIndex }}.`,
		);
	}
	taken.add(name);
	return name;
}

/**
 * Cleans a name from another source for file systems.
 * @returns a printable name of at most 255 bytes; empty if nothing is left
 */
export function fitName(name: string): string {
	const fit = name.replace(unfit, '-').trim().replace(lostEnd, '');
	const ending = /(?<=.)\.[a-z0-9]{1,16}$/i.exec(fit)?.[0] ?? '';
	const stem = fit.slice(0, fit.length - ending.length).replace(device, '$&-');
	return `${cutToBytes(stem, maxNameBytes - ending.length)}${ending}`.replace(lostEnd, '');
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

/** The name of one of several files: invoices-03.csv, invoices-03.csv.gz. */
export function partName(fileName: string, part: number, parts: number): string {
	if (parts === 1) return fileName;
	return withSuffix(fileName, `-${String(part).padStart(String(parts).length, '0')}`);
}

/** The name of the second file: invoices-line-items.csv. */
export function lineItemsName(fileName: string): string {
	return withSuffix(fileName, lineItemsSuffix);
}

function withSuffix(fileName: string, suffix: string): string {
	return fileName.replace(/\.\w+(?:\.gz)?$/, (ending) => `${suffix}${ending}`);
}
