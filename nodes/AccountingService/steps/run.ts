import { untilChange } from '../../shared/client/preview';
import type { Concern } from '../execution';
import { isChange, type ItemOperation, type Outcome } from '../operation';
import { withDocumentId } from './calls';
import { type Group, isGroup } from './group';

/** Runs an operation for one group after another. */
export async function* runEach(
	operation: ItemOperation,
	groups: AsyncIterable<Group | Outcome>,
	concerns: Required<Concern>,
): AsyncGenerator<Outcome> {
	for await (const one of groups) {
		if (isGroup(one)) yield concerns.after(await runItem(operation, one), one.call);
		else yield one;
	}
}

async function runItem(
	operation: ItemOperation,
	{ inputs, call: linked }: Group,
): Promise<Outcome> {
	try {
		const call = await withDocumentId(linked);
		const step = await untilChange(async () => await operation.run(call));
		const { prepared: request, value: results = [] } = step;
		if (call.preview) {
			const { previewItem } = await import('./previewItem');
			return { inputs, results: await previewItem(operation, call, { request, results }) };
		}
		const changes = isChange(operation, call.form);
		return { inputs, results, ...(changes && { changes: true }) };
	} catch (thrown) {
		return { inputs, failure: linked.client.failureOf(thrown) };
	}
}
