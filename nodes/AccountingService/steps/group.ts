import { holdsExpression } from '../../shared/fields/readForm';
import type { Execution } from '../execution';
import type { Operation, OperationCall, Outcome } from '../operation';
import type { CallFor } from './calls';
import { isCall, type Looked } from './refuse';

/** Input items that run together, with the call of the first. */
export interface Group {
	inputs: number[];
	call: OperationCall;
}

export const isGroup = (one: Group | Outcome): one is Group => 'call' in one;

const alone = (call: OperationCall): Group => ({ inputs: [call.itemIndex], call });

/** For these, n8n's editor says that the node runs once for each item, so a hint would contradict it. */
const listOperationsOfN8n = ['getAll', 'getMany', 'read', 'search'];

/**
 * One group if all items request the same of one organization, or one group per item. It reads ahead only while the items
 * are equal, which then share one form.
 */
export async function* groupsOf(
	{ operation, forms, hints }: Execution,
	looked: AsyncIterable<Looked>,
	callFor: CallFor,
): AsyncGenerator<Group | Outcome> {
	let first: OperationCall | undefined;
	const equal: number[] = [];
	let differ = !('oncePerInput' in operation);
	for await (const one of looked) {
		if (!isCall(one)) {
			yield one;
			continue;
		}
		differ ||= first ? !areEqual(operation, first, one) : !runsOnce(operation, one);
		if (!differ) {
			if (first) equal.push(one.itemIndex);
			first ??= one;
			forms.share(one.itemIndex, first.itemIndex);
			continue;
		}
		if (first) yield alone(first);
		first = undefined;
		for (const index of equal.splice(0)) yield alone(await callFor(index));
		yield alone(one);
	}
	if (!first) return;
	if (equal.length > 0 && !listOperationsOfN8n.includes(String(operation.option.value))) {
		const count = equal.length + 1;
		hints.note(`All ${count} input items have the same values, so the node ran once.`);
	}
	yield { inputs: [first.itemIndex, ...equal], call: first };
}

function runsOnce(operation: Operation, { form }: OperationCall): boolean {
	if (!('oncePerInput' in operation)) return false;
	const { oncePerInput } = operation;
	return isTrue(() => typeof oncePerInput !== 'function' || oncePerInput(form));
}

/** Whether the operation reads the same values for both items, and requests them of the same organization. */
function areEqual({ fields }: Operation, one: OperationCall, other: OperationCall): boolean {
	if (one.client.connection.owner !== other.client.connection.owner) return false;
	const { entered } = one.form;
	const names = new Set(fields.map(({ name }) => name));
	const read = [...names].filter((name) => holdsExpression(entered[name]));
	const [values, others] = [one, other].map(
		({ form }) =>
			() =>
				JSON.stringify(read.map((name) => form.get(name))),
	);
	return isTrue(() => values() === others());
}

/** False for a value that cannot be read. The item itself reports it. */
function isTrue(test: () => boolean): boolean {
	try {
		return test();
	} catch {
		return false;
	}
}
