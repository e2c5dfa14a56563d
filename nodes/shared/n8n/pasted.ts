import type { IDataObject } from 'n8n-workflow';

import { largestPages, settingFields, type Setting } from '../client/settings';
import { refuseInput } from '../client/errors';

/** The field of the credential that takes all settings at once, as Connection Check puts them out. */
export const pastedField = {
	name: 'checkedSettings',
	label: 'Settings From Connection Check',
} as const;

const isName = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const isOneOf =
	(...values: readonly unknown[]) =>
	(value: unknown) =>
		values.includes(value);

/** What Connection Check proposes, and the values that it may have. */
const proposals = {
	page: isName,
	firstPage: isOneOf(0, 1),
	pageCounts: isOneOf('pages', 'records'),
	pageSize: isName,
	largestPage: isOneOf(...largestPages),
	searchText: isName,
	sortDirection: isName,
	searchParametersIn: isOneOf('body', 'query'),
} satisfies Partial<Record<Setting, (value: unknown) => boolean>>;

export const proposedSettings = Object.keys(proposals) as Array<keyof typeof proposals>;

/**
 * The settings by the names of their fields.
 * @param text a JSON object; empty for none
 * @throws ServiceError (badInput) for anything that Connection Check never proposes, so that no setting is ignored
 */
export function pastedSettings(text: unknown): IDataObject {
	if (text === undefined || text === null || String(text).trim() === '') return {};
	const settings = parsed(text);
	if (settings === undefined) return refuse('are not a JSON object');
	for (const [name, value] of Object.entries(settings)) {
		const setting = proposedSettings.find((one) => settingFields[one].name === name);
		if (setting === undefined) return refuse(`hold an unknown name, "${name.slice(0, 40)}"`);
		if (!proposals[setting](value)) {
			const { label } = settingFields[setting];
			return refuse(`hold a value that is not possible as "${name}" (${label})`);
		}
	}
	return settings;
}

function parsed(text: unknown): IDataObject | undefined {
	try {
		const value: unknown = typeof text === 'string' ? JSON.parse(text) : text;
		const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
		return isObject ? (value as IDataObject) : undefined;
	} catch {
		// What is no JSON is refused like any other text.
		return undefined;
	}
}

function refuse(why: string): never {
	return refuseInput(
		pastedField.name,
		`The Settings From Connection Check in the credential ${why}`,
		'Copy the whole text that the first item of Connection Check has under "enter", or empty the field.',
	);
}
