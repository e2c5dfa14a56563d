import { within, type CancelSignal } from '../../../../shared/client/deadline';
import { cancelledWhile } from '../../../../shared/client/errors';

/** By key: settles when the last execution that has asked for it is through. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Waits until no other execution of this process creates documents with the same keys: it would not see the document
 * that the other one is about to create (contract of writes, section 3). All keys are asked for at once, so two
 * executions never wait for each other.
 * @returns ends the turn
 * @throws ServiceError (cancelled) when the execution is
 */
export async function lockKeys(keys: string[], signal?: CancelSignal): Promise<() => void> {
	const others = keys.flatMap((key) => turns.get(key) ?? []);
	let end = () => {};
	const own = new Promise<void>((resolve) => (end = resolve));
	const turn = Promise.all([...others, own]).then(() => {
		for (const key of keys) if (turns.get(key) === turn) turns.delete(key);
	});
	for (const key of keys) turns.set(key, turn);
	if (others.length === 0) return end;
	const waited = await within(Promise.all(others), () => Infinity, signal);
	if (waited.why === undefined) return end;
	end();
	throw cancelledWhile('waiting for another execution that creates documents with the same keys');
}
