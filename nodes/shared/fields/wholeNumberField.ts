import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isBlank, wholeNumber } from './values';

/** A number in a form, and the one place that reads it: both keep to the same limits. */
export interface WholeNumberField {
	property: INodeProperties;
	/**
	 * @returns undefined where nothing was entered
	 * @throws ServiceError (badInput) for anything but a whole number within the limits
	 */
	read(from: IDataObject): number | undefined;
}

export interface WholeNumberDescription {
	displayName: string;
	name: string;
	minimum: number;
	maximum?: number;
	default: number;
	description: string;
	displayOptions?: INodeProperties['displayOptions'];
}

export function wholeNumberField(described: WholeNumberDescription): WholeNumberField {
	const { minimum, maximum, ...rest } = described;
	const { name, displayName } = described;
	return {
		property: {
			...rest,
			type: 'number',
			typeOptions: { minValue: minimum, ...(maximum !== undefined && { maxValue: maximum }) },
		},
		read(from) {
			const value = from[name];
			if (isBlank(value)) return undefined;
			return wholeNumber(value, name, displayName.replace(/ \(.*\)$/, ''), minimum, maximum);
		},
	};
}
