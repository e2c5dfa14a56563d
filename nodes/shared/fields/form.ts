import {
	isResourceLocatorValue,
	type IExecuteFunctions,
	type INodeProperties,
	type IPollFunctions,
} from 'n8n-workflow';

import { decoded } from '../client/route';
import { asDeclared } from './entered';
import type { Form } from './values';

/**
 * @param fields what the form declares: its switches come as booleans, its choices as declared values
 * @throws ServiceError (badInput) at `get` for what no declaration allows
 */
export function formOf(
	host: IExecuteFunctions,
	itemIndex: number,
	fields: INodeProperties[] = [],
	mayBeNull: readonly string[] = [],
): Form {
	const { parameters } = host.getNode();
	return {
		mayBeNull,
		timeZone: host.getTimezone(),
		get(name) {
			const entered = parameters[name];
			// A field that this form does not show, or that was not there when the workflow was saved.
			if (entered === undefined) return undefined;
			const declared = fields.filter((field) => field.name === name);
			const label = declared[0]?.displayName ?? name;
			const isExpression = typeof entered === 'string' && entered.startsWith('=');
			// n8n goes through all fields of the node for each value, and would hand back this one as it is.
			const value: unknown =
				!isExpression && typeof entered !== 'object'
					? entered
					: host.getNodeParameter(name, itemIndex, null, { extractValue: true });
			// What n8n takes out of a pasted link is still encoded as the link is.
			if (typeof value === 'string' && isLink(entered)) return decoded(value);
			return asDeclared(declared, value, { path: name, label, mayBeNull });
		},
	};
}

const isLink = (entered: unknown) => isResourceLocatorValue(entered) && entered.mode === 'url';

/** As {@link formOf}, for a node without items. */
export function formOfTrigger(host: IPollFunctions, fields: INodeProperties[]): Form {
	const { parameters } = host.getNode();
	return {
		get(name) {
			// A field that this form does not show cannot be asked for.
			if (parameters[name] === undefined) return undefined;
			const declared = fields.filter((field) => field.name === name);
			const label = declared[0]?.displayName ?? name;
			return asDeclared(declared, host.getNodeParameter(name, undefined), { path: name, label });
		},
	};
}
