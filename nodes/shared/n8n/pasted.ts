import type { IDataObject } from 'n8n-workflow';

import { largestPages, settingFields, type Setting } from '../client/settings';
import { refuseInput } from '../client/errors';

/** The credential field for all settings that Connection Check proposes. */
export const pastedField = {
	name: 'checkedSettings',
	label: 'Settings From Connection Check',
} as const;

const isName = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const isOneOf =
	(...values: readonly unknown[]) =>
	(value: unknown) =>
		values.includes(value);

/** The settings that Connection Check may propose, and their valid values. */
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
 * The pasted settings by field name.
 * @param text a JSON object or empty
 * @throws ServiceError (badInput) for any other name or value, so that no setting is silently ignored
 */
export function pastedSettings(text: unknown): IDataObject {
	if (text === undefined || text === null || String(text).trim() === '') return {};
	const settings = parsed(text);
	if (settings === undefined) return refuse('are not a JSON object');
	for (const [name, value] of Object.entries(settings)) {
		const setting = proposedSettings.find((one) => settingFields[one].name === name);
		if (setting === undefined) return refuse(`contain an unknown name, "${name.slice(0, 40)}"`);
		if (!proposals[setting](value)) {
			const { label } = settingFields[setting];
			return refuse(`contain an invalid value for "${name}" (${label})`);
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
		// Not JSON: the caller refuses it.
		return undefined;
	}
}

function refuse(why: string): never {
	return refuseInput(
		pastedField.name,
		`The Settings From Connection Check in the credential ${why}`,
		'Copy the complete value of "enter" from the first item of Connection Check, or clear the field.',
	);
}
