import { toResult } from '../../shared/client/errors';
import type { Route } from '../../shared/client/route';
import { optionsOfChange } from '../../shared/fields/options';
import { leftOut } from '../../shared/fields/changesInWords';
import type { ServiceFields } from '../../shared/fields/describe';
import { idForOutput } from '../../shared/lists/ids';
import type { ItemOperation, OperationCall, Sentence } from '../operation';
import { readForPreview, wordsOf } from '../send/previewedDocument';
import { recordPath, withRecords } from '../once/locks';
import { rememberChange } from '../once/memories';
import { type OutcomeProbe, probeUntilListed, sendWrite } from '../once/unknownOutcome';
import {
	fill,
	type FilledRequest,
	optionOf,
	pathProperties,
	requestOf,
	type Current,
	type Declared,
} from './declared';

interface DeclaredRemove<R extends Route> extends Declared<R> {
	/** The placeholder for the ID of the record. */
	id: string;
	sentence: Sentence;
	/** For a preview: how to read what is removed, if it is not in the list. */
	removes?: { current: Current; fields: ServiceFields };
	/** The list to check after an open outcome. Without it the outcome stays open. */
	listed?: Current;
}

/** Removes one record by DELETE. */
export function remove<R extends Route>(declared: DeclaredRemove<R>): ItemOperation {
	const { listed } = declared;
	return {
		option: optionOf(declared),
		fields: [...pathProperties(declared), optionsOfChange()],
		requests: [requestOf(declared), ...(listed ? [listed.request] : [])],
		output: { deleted: 'flag', id: 'id' },
		changes: true,
		sentence: declared.sentence,
		async run(call) {
			const filled = fill(declared, call);
			const { method, path, activity, ids } = filled;
			const { whereToLook } = declared;
			// DELETE is idempotent.
			const sending = { method, path, ids, activity, repeatable: true as const, whereToLook };
			if (call.preview) await describeRemoved(declared, call, filled);
			const removal = listed && new Removal(async (other) => await listed.read(other, filled));
			await withRecords(call, [recordPath(path)], async (expect) => {
				if (removal) expect(async (other) => await removal.isDone(other));
				try {
					await sendWrite(call, sending, removal?.outcome(call));
				} finally {
					rememberChange(call, recordPath(path));
				}
				listed?.remember?.(call, ids, {});
			});
			return [{ deleted: true, id: idForOutput(ids[declared.id]) }];
		},
	};
}

/** For a preview: what is removed, and whether an earlier item would remove it already. */
async function describeRemoved(
	{ removes }: DeclaredRemove<Route>,
	call: OperationCall,
	filled: FilledRequest,
): Promise<void> {
	const { preview, client } = call;
	if (!preview) return;
	Object.assign(preview.words, filled.ids);
	if (client.preview?.isRemoved(filled.path)) {
		preview.details.remark = 'An earlier row removes it already, so the run may fail here.';
		return;
	}
	if (!removes) return;
	const { current, fields } = removes;
	const record = await readForPreview(call, async () => await current.read(call, filled));
	if (!record) return;
	Object.assign(preview.words, wordsOf(fields, record));
	preview.removes = leftOut(fields, record, {});
	if (preview.removes.length > 0) return;
	preview.details.remark = 'There is nothing to remove, so the run may fail here.';
}

/**
 * A 404 for a repeated DELETE is no proof, because an unknown path returns 404 too. Nor is a list without the record, which
 * may be late or empty by mistake. Both together are.
 */
class Removal {
	private doubt = '';

	constructor(private readonly read: (call: OperationCall) => Promise<unknown>) {}

	/** Whether the list was readable and does not have the record. */
	private async isMissing(call: OperationCall): Promise<boolean> {
		const { failure } = await toResult(async () => await this.read(call));
		const isMissing = failure?.kind === 'notFound' && failure.status === undefined;
		this.doubt = isMissing
			? 'The list does not show the record, so it is probably deleted. But the list may be out of date.'
			: 'The list still shows the record, but may be out of date.';
		if (failure && !isMissing)
			this.doubt = 'The node could not check whether the record still exists.';
		return isMissing;
	}

	/** A single response may be a mistake. */
	async isDone(call: OperationCall): Promise<boolean> {
		return (await this.isMissing(call)) && (await this.isMissing(call));
	}

	outcome(call: OperationCall): OutcomeProbe<true> {
		return {
			probe: async () => (await this.isDone(call)) || undefined,
			canProve: ({ doubtFrom }) => doubtFrom === 'notFound',
			explainFound: () => 'A later read did not find the record, so it counts as deleted.',
			explainDoubt: () => this.doubt,
			limits: probeUntilListed,
		};
	}
}
