import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../shared/client/errors';
import { plainJson } from '../../shared/client/preview';
import { documentFields } from '../../shared/documents/documentRecord';
import { previewOnly } from '../../shared/fields/options';
import { holdsExpression, membersOf } from '../../shared/fields/readForm';
import { requiredText } from '../../shared/fields/readValue';
import { isNothing, quoteValue, trimmed } from '../../shared/fields/values';
import type { OperationCall } from '../operation';
import { combineItemsBy } from './formFields';

/** Combine Items By: which items become one document, and that they agree about it. */

/** The checked values of one input item. */
export interface Item {
	call: OperationCall;
	/** All fields except the lines. */
	head: IDataObject;
	/** In the format of the request body. */
	lines: IDataObject[];
	includeVat: boolean;
}

/**
 * The value of the expression or of the named input field. Items with the same value become one document.
 * @returns the index of an item that is not grouped
 * @throws ServiceError (badInput) for an empty value
 */
export function groupOf({ form, host, itemIndex }: OperationCall): string | number {
	const { name: path, displayName: label } = combineItemsBy;
	const options = membersOf(form, 'options');
	if (!Object.hasOwn(options, path)) return itemIndex;
	const entered = options[path];
	const { options: typed } = form.entered;
	const isName = !holdsExpression((typed as IDataObject)[path] ?? typed);
	const name = isName ? requiredText(entered, path, label) : '';
	const value = isName ? host.getInputData()[itemIndex]?.json[name] : entered;
	const isPlain = typeof value === 'string' || typeof value === 'number';
	const text = isPlain || isNothing(value) ? value : JSON.stringify(value);
	// An empty value must not group items.
	if (!isName || !isNothing(text)) return requiredText(text, path, label);
	return refuseInput(
		path,
		`${label} finds nothing in the field ${quoteValue(name)}`,
		'Enter the name of a field that every row has, and remove empty rows.',
	);
}

/** @throws ServiceError (badInput) if the items of one document differ in more than their lines */
export function refuseContradiction([first, ...others]: Item[], group = ''): void {
	for (const other of others) {
		const differs = differingField(first, other);
		if (!differs) continue;
		const { name, label } = differs;
		refuseInput(
			name,
			`Rows ${first.call.itemIndex + 1} and ${other.call.itemIndex + 1} have the same ${combineItemsBy.displayName} value ${group.slice(0, 60)}, but differ in ${label}`,
			`Rows of a group may differ only in their line items. Check the field and ${combineItemsBy.displayName}.`,
		);
	}
}

/** Without spaces at the ends of texts, as Combine Items By and Unique By read them. */
const comparable = (value: unknown): string =>
	JSON.stringify(plainJson(value), (_name, member: unknown) =>
		typeof member === 'string' ? trimmed(member) : member,
	);

function differingField(one: Item, other: Item): { name: string; label: string } | undefined {
	const names = new Set([...Object.keys(one.head), ...Object.keys(other.head)]);
	const name = [...names].find(
		(each) => comparable(one.head[each]) !== comparable(other.head[each]),
	);
	if (name !== undefined) return { name, label: documentFields[name]?.label ?? name };
	if (one.includeVat !== other.includeVat) {
		return { name: 'amountsIncludeVat', label: 'Amounts Include VAT' };
	}
	const isSame = !one.call.preview === !other.call.preview;
	return isSame ? undefined : { name: previewOnly.name, label: previewOnly.displayName };
}
