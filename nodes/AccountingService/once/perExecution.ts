import type { OperationCall } from '../operation';

/**
 * Finds something out once in an execution, for all items with the same credential. Items in preview and items that run
 * share nothing.
 * @param key says what it is, in words
 * @throws what `find` throws; the next item then tries again
 */
export async function oncePerExecution<T>(
	{ execution, client, preview }: OperationCall,
	key: string,
	find: () => Promise<T>,
): Promise<T> {
	const name = `${preview ? 'preview' : 'run'} ${client.connection.owner} ${key}`;
	const found = (execution.get(name) ?? find()) as Promise<T>;
	execution.set(name, found);
	return await found.catch((thrown: unknown) => {
		execution.delete(name);
		throw thrown;
	});
}
