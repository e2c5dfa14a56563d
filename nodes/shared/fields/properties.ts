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
	const sorted = byLabel(options, (field) => field.displayName);
	const placeholder = `Add ${added}`;
	return { displayName, name, type: 'collection', placeholder, default: {}, options: sorted };
}

/** In the order of labels. Not by localeCompare, whose first use takes longer than a request. */
export function byLabel<T>(list: readonly T[], labelOf: (one: T) => string): T[] {
	const key = (one: T) => labelOf(one).toLowerCase();
	return [...list].sort((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
}
