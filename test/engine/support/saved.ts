import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';

const folder = path.resolve(__dirname, '../saved');

/** Set by `npm run save:contract`, which adds missing entries and lines, and changes none except limits that are wider now. */
const isSaving = process.env.SAVE_CONTRACT === '1';

/** Lines of a form, or types of an output by path. */
type Lines = string[] | Record<string, string>;

const namesIn = (lines: Lines) => (Array.isArray(lines) ? lines : Object.keys(lines));

/** Adds lines in the order of a new file. */
function add(saved: Lines, now: Lines): void {
	if (Array.isArray(saved)) {
		saved.splice(0, saved.length, ...withLines(saved, namesIn(now)));
		return;
	}
	for (const [path, type] of Object.entries({ ...now, ...saved }).sort()) {
		delete saved[path];
		saved[path] = type;
	}
}

/** The lines to save: a limit that is wider now replaces the saved one. */
export const withLines = (saved: string[], now: string[]): string[] =>
	[...new Set([...lostLines(saved, now), ...now])].sort();

/** The saved entries of a file, by name. */
export function savedIn<Saved>(name: string) {
	const file = path.join(folder, `${name}.json`);
	const all = existsSync(file)
		? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Saved>)
		: {};
	const save = () =>
		writeFileSync(file, JSON.stringify(Object.fromEntries(Object.entries(all).sort())));
	return {
		names: Object.keys(all),
		/** @returns the saved entry of a key; if there is none, saves the result of `create` */
		async of(key: string, create: () => Promise<Saved>): Promise<Saved> {
			if (key in all) return all[key];
			if (!isSaving) throw new Error(`${name}.json has no "${key}". Run npm run save:contract.`);
			all[key] = await create();
			save();
			return all[key];
		},
		/** @returns lines of today that are not saved; none if they have just been added */
		unsaved(saved: Lines, now: Lines): string[] {
			const known = new Set(namesIn(saved));
			const missing = namesIn(now).filter((line) => !known.has(line));
			if (!isSaving || missing.length === 0) return missing;
			add(saved, now);
			save();
			return [];
		},
	};
}

/** The types of all values by their path, e.g. `{ "lines[].quantity": "null|number" }`. */
export function shapeOf(values: unknown[]): Record<string, string> {
	const types = new Map<string, Set<string>>();
	const visit = (place: string, value: unknown): void => {
		if (Array.isArray(value)) for (const one of value) visit(`${place}[]`, one);
		else if (typeof value === 'object' && value !== null) {
			for (const [name, inner] of Object.entries(value)) visit(`${place}.${name}`, inner);
		} else {
			const known = types.get(place) ?? new Set();
			types.set(place, known.add(value === null ? 'null' : typeof value));
		}
	};
	for (const value of values) visit('', value);
	return Object.fromEntries(
		[...types].map(([place, known]) => [place.slice(1), [...known].sort().join('|')]).sort(),
	);
}

/**
 * Names, types, defaults, choices and limits of fields: a saved workflow contains the names and values, and relies on the
 * defaults.
 */
export const linesOf = (fields: INodeProperties[]): string[] =>
	[...new Set(linesWithin(fields, ''))].sort();

function linesWithin(fields: INodeProperties[], place: string): string[] {
	return fields.flatMap((field) => {
		const name = `${place}${field.name}`;
		const inner = (field.options ?? []).flatMap((option) => {
			if ('values' in option) return linesWithin(option.values, `${name}.${option.name}.`);
			return 'type' in option
				? linesWithin([option], `${name}.`)
				: `${name} = ${String(option.value)}`;
		});
		const modes = (field.modes ?? []).map((mode) => `${name} by ${mode.name}`);
		const { minValue, maxValue } = field.typeOptions ?? {};
		const limits = [
			...(minValue === undefined ? [] : [`${name} >= ${minValue}`]),
			...(maxValue === undefined ? [] : [`${name} <= ${maxValue}`]),
		];
		return [
			`${name}: ${field.type} ${JSON.stringify(field.default)}`,
			...limits,
			...inner,
			...modes,
		];
	});
}

/** Saved lines of fields that are gone, except limits that are wider now. */
export const lostLines = (saved: string[], now: string[]): string[] =>
	saved.filter((line) => !now.includes(line) && !isWider(line, now));

function isWider(limit: string, now: string[]): boolean {
	const [, start, sign, saved] = /^(.+ (>=|<=) )(\S+)$/.exec(limit) ?? [];
	if (start === undefined) return false;
	const [own] = now
		.filter((line) => line.startsWith(start))
		.map((line) => line.slice(start.length));
	return (
		own === undefined ||
		(sign === '>=' ? Number(own) <= Number(saved) : Number(own) >= Number(saved))
	);
}
