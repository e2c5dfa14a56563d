import type { OperationCall } from '../operation';

/**
 * The name in `execution` of what all items with the same credential know. Items in preview and items that run share
 * nothing.
 * @param key says what it is, in words
 */
export const nameInExecution = ({ client, preview }: OperationCall, key: string): string =>
	`${preview ? 'preview' : 'run'} ${client.connection.owner} ${key}`;

/**
 * Finds something out once in an execution.
 * @param key as in {@link nameInExecution}
 * @throws what `find` throws; the next item then tries again
 */
export async function oncePerExecution<T>(
	call: OperationCall,
	key: string,
	find: () => Promise<T>,
): Promise<T> {
	const { execution } = call;
	const name = nameInExecution(call, key);
	const found = (execution.get(name) ?? find()) as Promise<T>;
	execution.set(name, found);
	return await found.catch((thrown: unknown) => {
		execution.delete(name);
		throw thrown;
	});
}
