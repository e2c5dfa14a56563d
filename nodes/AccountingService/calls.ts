import type { IExecuteFunctions } from 'n8n-workflow';

import { type Form, formsOf, refuseEmptyFields } from '../shared/fields/readForm';
import { labelsOf } from '../shared/fields/labels';
import { isPicked } from '../shared/fields/values';
import { readRequestOptions } from '../shared/fields/options';
import { PreviewedRecords } from '../shared/client/preview';
import { isAgentTool } from '../shared/n8n/agentTool';
import { clientWith } from '../shared/n8n/connection';
import type { Hints } from '../shared/n8n/hints';
import { refusedByReadOnly } from '../shared/n8n/readOnly';
import type { ClientOf } from '../shared/n8n/organizations';
import type { Operation, OperationCall } from './operation';
import { isPreview, newItemPreview, refusePreviewedItem } from './preview';

export type CallFor = (itemIndex: number) => Promise<OperationCall>;

/**
 * Each item gets the client of its organization, with its own retry and timeout options.
 * @param previewed gets the items with Preview Only
 */
export function callsOf(
	host: IExecuteFunctions,
	operation: Operation,
	clientOf: ClientOf,
	hints: Hints,
	previewed = new Set<number>(),
): CallFor {
	const execution = new Map<string, unknown>();
	const forAgent = isAgentTool(host);
	const labelOf = labelsOf(operation.fields);
	const previews = new Map<string, PreviewedRecords>();
	const noteExcelDate = (label: string, number: number, day: string) =>
		hints.warn(`${label} ${number} was read as an Excel date: ${day}.`, 'excelDate');
	const formAt = formsOf(host, operation.fields, forAgent ? undefined : noteExcelDate);
	const callFor: CallFor = async (itemIndex) => {
		const client = await clientOf(itemIndex);
		const form = formAt(itemIndex);
		const changes = isChange(operation, form);
		const isPreviewed = changes && isPreview(form);
		if (changes && !isPreviewed) refusePreviewedItem(host.getInputData()[itemIndex]);
		refuseEmptyFields(form, operation.fields);
		const { owner, isReadOnly } = client.connection;
		const records = previews.get(owner) ?? new PreviewedRecords();
		previews.set(owner, records);
		const limits = readRequestOptions(form);
		const call: OperationCall = {
			form,
			client: clientWith(client, limits, labelOf, isPreviewed ? records : undefined),
			host,
			itemIndex,
			forAgent,
			execution,
			hint: (message, kind) => hints.warn(message, kind),
			existed: (id, nouns) => hints.existed(id, nouns),
			...(isPreviewed && { preview: newItemPreview() }),
		};
		if (!changes) return call;
		if (isPreviewed) {
			previewed.add(itemIndex);
			if (isReadOnly) hints.warn('Read Only is on in the credential, so a run would be refused.');
			return call;
		}
		// Before the first request. The credential refuses a change at the request only (authentication.ts).
		if (isReadOnly) {
			throw refusedByReadOnly('the node did not run this operation, which changes data');
		}
		return call;
	};
	return async (itemIndex) => {
		const call = await callFor(itemIndex);
		const { accountingDocumentId: entered } = call.form.entered;
		if (!isPicked(entered) || entered.mode !== 'url') return call;
		// Rarely needed.
		const { withLinkedDocument } = await import('./resources/accountingDocument/linkedDocument');
		return await withLinkedDocument(call);
	};
}

/** Whether the item changes data in the service. */
export function isChange({ changes }: Operation, form: Form): boolean {
	return typeof changes === 'function' ? changes(form) : changes === true;
}

/** The calls of each organization, because a request has the token of one. */
export function byOrganization(calls: OperationCall[]): OperationCall[][] {
	const groups = new Map<string, OperationCall[]>();
	for (const call of calls) {
		const { owner } = call.client.connection;
		const group = groups.get(owner) ?? [];
		group.push(call);
		groups.set(owner, group);
	}
	return [...groups.values()];
}

/** Whether all items are of one organization. */
export async function isOneOrganization(inputs: number[], clientOf: ClientOf): Promise<boolean> {
	try {
		const { owner } = (await clientOf(inputs[0])).connection;
		for (const index of inputs) {
			if ((await clientOf(index)).connection.owner !== owner) return false;
		}
		return true;
	} catch {
		// The item whose credential fails reports it.
		return false;
	}
}
