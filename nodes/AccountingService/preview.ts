import type { INodeExecutionData } from 'n8n-workflow';

import { refuseInput } from '../shared/client/errors';
import type { OutputFields } from '../shared/fields/describe';
import { previewOnly } from '../shared/fields/options';
import { membersOf, type Form } from '../shared/fields/readForm';
import type { ItemPreview, OperationCall } from './operation';

export const isPreview = (form: Form): boolean =>
	membersOf(form, 'options')[previewOnly.name] === true;

export const newItemPreview = (): ItemPreview => ({
	readAt: new Date().toISOString(),
	earlier: [],
	documents: new Map(),
	words: {},
	details: {},
});

/** The output of an item in preview, beside the fields of the record that the run would return. */
export const previewOutput: OutputFields = {
	summary: 'text',
	accountingDocumentNo: 'text',
	contact: 'text',
	total: 'amount',
	currency: 'text',
	...{ changes: 'texts', mayBeCleared: 'texts', removes: 'texts', documents: 'texts' },
	...{ existed: 'flag', existing: 'group' },
	...{ computedByService: 'text', remark: 'text' },
	...{ readAt: 'dateTime', preview: 'flag', wouldSend: 'rows' },
};

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
