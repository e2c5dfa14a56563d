import { labelsOf } from '../../shared/fields/labels';
import { readRequestOptions } from '../../shared/fields/options';
import { isPicked } from '../../shared/fields/values';
import { PreviewedRecords } from '../../shared/client/preview';
import { clientWith } from '../../shared/n8n/connection';
import type { Hints } from '../../shared/n8n/hints';
import type { Clients } from '../../shared/n8n/organizations';
import type { Execution } from '../execution';
import { rowAtStart, rowOf } from '../inputRows';
import { isChange, type OperationCall } from '../operation';
import { isPreview, newItemPreview } from '../preview';

export type CallFor = (itemIndex: number) => Promise<OperationCall>;

/** Each item gets the client of its organization, with its own retry and timeout options. */
export function callsOf(
	{ host, operation, forms, forAgent, hints }: Execution,
	clients: Clients,
): CallFor {
	const execution = new Map<string, unknown>();
	const labelOf = labelsOf(operation.fields);
	const previews = new Map<string, PreviewedRecords>();
	const sayFor = sayingOf(hints, clients.areSeveral);
	const several: OperationCall['several'] = (sentence) => hints.several(sentence);
	const count: OperationCall['count'] = (result) => hints.count(result);
	/** Of an item in preview. */
	const recordsFor = (owner: string, itemIndex: number) => {
		const records = new PreviewedRecords(itemIndex + 1, previews.get(owner));
		previews.set(owner, records);
		return records;
	};
	return async (itemIndex) => {
		const client = await clients.of(itemIndex);
		const form = forms.at(itemIndex);
		const { owner } = client.connection;
		const isPreviewed = isChange(operation, form) && isPreview(form);
		const records = isPreviewed ? recordsFor(owner, itemIndex) : undefined;
		const limits = readRequestOptions(form);
		return {
			form,
			client: clientWith(client, limits, labelOf, records),
			host,
			itemIndex,
			forAgent,
			execution,
			...sayFor(itemIndex, owner),
			several,
			count,
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

type Saying = Pick<OperationCall, 'hint' | 'existed'>;

/** Records of several organizations may have the same ID, so the first row of each organization tells them apart. */
function sayingOf(hints: Hints, areSeveral: boolean) {
	const said = new Set<string>();
	return (itemIndex: number, owner: string): Saying => ({
		hint(message, kind) {
			if (!areSeveral) return hints.warn(message, kind);
			if (said.has(`${owner} ${message}`)) return;
			said.add(`${owner} ${message}`);
			const namesRow = /\brows? \d/i.test(message);
			hints.warn(namesRow ? message : `${rowAtStart(itemIndex)}: ${message}`, kind);
		},
		existed(id, label, nouns) {
			const name = areSeveral ? `${label} (${rowOf(itemIndex)})` : label;
			hints.existed(name, nouns, `${owner} ${id}`);
		},
	});
}
