import type { INodeProperties } from 'n8n-workflow';

/** Form fields that no field of the service describes (for those: propertyOf in recordForm.ts). */

type More = Partial<INodeProperties>;

export function textField(
	displayName: string,
	name: string,
	description: string,
	more: More = {},
): INodeProperties {
	return { displayName, name, type: 'string', default: '', description, ...more };
}

export function switchField(
	displayName: string,
	name: string,
	description: string,
	more: More = {},
): INodeProperties {
	return { displayName, name, type: 'boolean', default: false, description, ...more };
}

/** @param choices name and description by value */
export function choiceField(
	displayName: string,
	name: string,
	description: string,
	byDefault: string,
	choices: Record<string, readonly [name: string, description?: string]>,
): INodeProperties {
	const options = Object.entries(choices).map(([value, [label, words]]) => ({
		name: label,
		value,
		...(words !== undefined && { description: words }),
	}));
	return { displayName, name, type: 'options', options, default: byDefault, description };
}

export function noticeField(name: string, displayName: string): INodeProperties {
	return { displayName, name, type: 'notice', default: '' };
}

/**
 * Its members are in alphabetical order, as n8n wants it.
 * @param added what the button below it adds: "field"
 */
export function collectionField(
	displayName: string,
	name: string,
	added: string,
	options: INodeProperties[],
): INodeProperties {
	const sorted = [...options].sort(byName);
	const placeholder = `Add ${added}`;
	return { displayName, name, type: 'collection', placeholder, default: {}, options: sorted };
}

export const byName = (a: INodeProperties, b: INodeProperties) =>
	a.displayName.localeCompare(b.displayName);
