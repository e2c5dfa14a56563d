import { maxRequestsForAgent } from '../../../shared/agents';
import { ServiceError } from '../../../shared/client/errors';
import { idOf } from '../../../shared/lists/ids';
import { cellsOf, matchFields, refuseWithoutCells } from '../../match/formFields';
import { Matching } from '../../match/matching';
import { type MatchResult, resultFields } from '../../match/result';
import type { GatheringOperation, OperationCall, Outcome } from '../../operation';
import { beginReading } from '../../reading';
import { asItIsNow, changeOfDocument } from '../../once/existing';
import { newCreations } from '../../once/memories';
import { listRequest } from '../../once/newestDocuments';
import { readRequest } from '../../once/readDocument';

/** How many documents that a late list does not show are read by their IDs. */
const maxUnlisted = 100;

/** Compares payments with the list of all documents (docs/api/requests.md#document-lists), read once per company. */
export const matchPayments: GatheringOperation = {
	option: {
		name: 'Match Payments',
		value: 'matchPayments',
		action: 'Match payments with invoices and other documents',
		description:
			'Find the document that each payment of a bank file pays. Marks nothing: Mark as Paid follows.',
	},
	fields: matchFields,
	requests: [listRequest, readRequest],
	output: resultFields,
	/** A row that cannot be read is a result, so none is refused. */
	async prepare(calls) {
		refuseWithoutCells(calls[0].form);
		const items = calls.map(({ form, itemIndex }) => ({
			item: itemIndex,
			cells: () => cellsOf(form),
		}));
		const matching = await Matching.of(items);
		return { failed: [], run: () => match(calls, matching) };
	},
};

async function* match(calls: OperationCall[], matching: Matching): AsyncGenerator<Outcome> {
	if (matching.needsDocuments) await readDocuments(calls[0], matching);
	const results = matching.results();
	for (const { itemIndex, count } of calls) {
		const result = results.get(itemIndex) as MatchResult;
		count(result.result);
		yield { inputs: [itemIndex], results: [result] };
	}
}

/** @throws ServiceError (incomplete) if the bounds of an agent cut the list: the document may be in the rest */
async function readDocuments(call: OperationCall, matching: Matching): Promise<void> {
	const bounds = call.forAgent ? { maxRequests: maxRequestsForAgent } : {};
	const { batches, progress, result } = beginReading(call, {}, bounds);
	const unlisted = new Set(newCreations(call.client));
	for await (const records of batches) {
		for (const record of records) {
			unlisted.delete(idOf(record));
			const isOld = changeOfDocument(call, record) !== undefined && matching.names(record);
			const current = isOld ? await asItIsNow(call, record) : record;
			if (current) matching.add(current);
		}
	}
	if (result.stoppedEarly) {
		throw new ServiceError(
			'incomplete',
			`An agent reads at most ${maxRequestsForAgent} pages, and the list has more than the ${progress.documents} documents on them`,
			{
				description:
					'The document may be in the rest, so nothing was matched. Run Match Payments in a workflow instead, which an agent may call.',
			},
		);
	}
	if (unlisted.size > maxUnlisted) {
		call.hint(
			`The list does not show ${unlisted.size} documents that this n8n has just created, and the node read only the newest ${maxUnlisted} of them. Match payments that were not found again in a minute.`,
		);
	}
	for (const id of [...unlisted].slice(-maxUnlisted)) {
		const current = await asItIsNow(call, { id });
		if (current) matching.add(current);
	}
}
