import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { plainJson, type PreparedRequest } from '../shared/client/preview';
import type { ServiceRecord } from '../shared/client/envelope';
import { refuseInput } from '../shared/client/errors';
import { type Difference, differences } from '../shared/fields/differences';
import type { ServiceFields } from '../shared/fields/describe';
import { membersOf, type Form } from '../shared/fields/readForm';
import { previewOnly } from '../shared/fields/options';
import { isBlank, refuseEmpty } from '../shared/fields/values';
import { type ItemPreview, ItemWithFiles, type OperationCall, type ItemResult } from './operation';

/** @throws ServiceError (badInput) if the switch is empty, which must not mean off */
export function isPreview(form: Form): boolean {
	const options = membersOf(form, 'options');
	const { name, displayName } = previewOnly;
	if (!Object.hasOwn(options, name)) return false;
	if (isBlank(options[name])) refuseEmpty(name, displayName);
	return options[name] === true;
}

export const newItemPreview = (): ItemPreview => ({
	readAt: new Date().toISOString(),
	earlier: [],
	details: {},
});

/** The items that run, then those in preview: the two share no request, no document and no memory. */
export function apart<T extends { call: OperationCall }>(items: T[]): T[][] {
	const isPreviewed = ({ call }: T) => call.preview !== undefined;
	return [items.filter((one) => !isPreviewed(one)), items.filter(isPreviewed)];
}

/**
 * For a change that is not in preview.
 * @throws ServiceError (badInput) for the output of a preview. An item may have a field of that name on its own.
 */
export function refusePreviewedItem(item: INodeExecutionData | undefined): void {
	const { json = {} } = item ?? {};
	const isPreviewed = json.preview === true && ('wouldSend' in json || 'readAt' in json);
	if (!isPreviewed) return;
	refuseInput(
		'preview',
		'The input row comes from a preview',
		'Nothing was sent for it. Turn off Preview Only in the node before, or turn it on in this node too.',
	);
}

/** The output of an item whose change was prepared and not sent. */
export function previewOf(call: OperationCall, prepared?: PreparedRequest): IDataObject {
	const { readAt = '', earlier = [], details = {} } = call.preview ?? {};
	const wouldSend = [...earlier, ...(prepared ? [prepared] : [])] as unknown as IDataObject[];
	return { preview: true, ...details, wouldSend, readAt };
}

/** In preview: the results of an operation that would change nothing, or whose requests were all prepared. */
export function previewedResults(call: OperationCall, results: ItemResult[]): ItemResult[] {
	if (!call.preview) return results;
	if (call.preview.earlier.length > 0) return [previewOf(call)];
	return results.map((one) => ({
		...previewOf(call),
		existing: one instanceof ItemWithFiles ? one.json : one,
	}));
}

/** Before and after of each field that a replacement changes. */
export function changesBetween(
	fields: ServiceFields,
	before: ServiceRecord,
	body: IDataObject,
): IDataObject[] {
	const names = Object.keys(body).filter(
		(name) => fieldDifferences(fields, name, body, before).length > 0,
	);
	return names.map((name) => ({
		field: fields[name]?.label ?? name,
		before: plainJson(before[name] ?? null),
		after: plainJson(body[name] ?? null),
	})) as IDataObject[];
}

const fieldDifferences = (
	fields: ServiceFields,
	name: string,
	body: IDataObject,
	before: ServiceRecord,
): Difference[] => differences(fields, { [name]: body[name] }, before);
