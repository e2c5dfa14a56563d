import type { IDataObject } from 'n8n-workflow';

import { settingFields } from '../client/settings';
import { refuseInput } from '../client/errors';

/** The field of the credential that takes all settings at once, as Connection Check puts them out. */
export const pastedField = {
	name: 'checkedSettings',
	label: 'Settings From Connection Check',
} as const;

const known = new Set<string>(Object.values(settingFields).map(({ name }) => name));

/**
 * The settings by the names of their fields.
 * @param text a JSON object; empty for none
 * @throws ServiceError (badInput) for anything else, so that no setting is dropped unseen
 */
export function pastedSettings(text: unknown): IDataObject {
	if (text === undefined || text === null || String(text).trim() === '') return {};
	const settings = parsed(text);
	if (settings === undefined) return refuse('are not a JSON object');
	for (const [name, value] of Object.entries(settings)) {
		if (!known.has(name)) return refuse(`hold an unknown name, "${name.slice(0, 40)}"`);
		if (typeof value !== 'string' && typeof value !== 'number') {
			return refuse(`hold no text and no number as "${name}"`);
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
		'Copy the whole value that the last item of Connection Check proposes, or empty the field.',
	);
}
