import { labelsOf } from '../../shared/fields/labels';
import { readRequestOptions } from '../../shared/fields/options';
import { isPicked } from '../../shared/fields/values';
import { PreviewedRecords } from '../../shared/client/preview';
import { clientWith } from '../../shared/n8n/connection';
import type { ClientOf } from '../../shared/n8n/organizations';
import type { Execution } from '../execution';
import { isChange, type OperationCall } from '../operation';
import { isPreview, newItemPreview } from '../preview';

export type CallFor = (itemIndex: number) => Promise<OperationCall>;

/** Each item gets the client of its organization, with its own retry and timeout options. */
export function callsOf(
	{ host, operation, forms, forAgent, hints }: Execution,
	clientOf: ClientOf,
): CallFor {
	const execution = new Map<string, unknown>();
	const labelOf = labelsOf(operation.fields);
	const previews = new Map<string, PreviewedRecords>();
	return async (itemIndex) => {
		const client = await clientOf(itemIndex);
		const form = forms.at(itemIndex);
		const { owner } = client.connection;
		const isPreviewed = isChange(operation, form) && isPreview(form);
		const records = previews.get(owner) ?? new PreviewedRecords();
		previews.set(owner, records);
		const limits = readRequestOptions(form);
		return {
			form,
			client: clientWith(client, limits, labelOf, isPreviewed ? records : undefined),
			host,
			itemIndex,
			forAgent,
			execution,
			hint: (message, kind) => hints.warn(message, kind),
			existed: (id, nouns) => hints.existed(id, nouns),
			several: (sentence) => hints.several(sentence),
			count: (result) => hints.count(result),
			...(isPreviewed && { preview: newItemPreview() }),
		};
	};
}

/** With the ID of the document instead of a link to it. @throws ServiceError of every kind */
export async function withDocumentId(call: OperationCall): Promise<OperationCall> {
	const { accountingDocumentId: entered } = call.form.entered;
	if (!isPicked(entered) || entered.mode !== 'url') return call;
	// Rarely needed.
	const { withLinkedDocument } = await import('../resources/accountingDocument/linkedDocument');
	return await withLinkedDocument(call);
}
