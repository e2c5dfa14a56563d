import { readJson, type Parser, type RawAnswer } from '../../shared/client/answer';
import type { ServiceRecord } from '../../shared/client/envelope';
import { ServiceError } from '../../shared/client/errors';
import { fillPath, splitRoute } from '../../shared/client/route';
import type { DeclaredRequest, OperationCall } from '../operation';
import { routeOf, type FilledRequest } from './declared';

/** How a record is read as it is now, before it is changed and after an answer that was lost. */
export interface Current {
	request: DeclaredRequest;
	/**
	 * @param parser {@link parseToSend} for a record that is sent back
	 * @throws ServiceError of every kind, notFound if there is no such record
	 */
	read(call: OperationCall, filled: FilledRequest, parser?: Parser): Promise<ServiceRecord>;
}

/**
 * A record that is found in the answer of a request whose path has the same names.
 * @param find undefined where the record is not there
 */
export function currentFrom(
	request: DeclaredRequest,
	find: (answer: unknown, ids: FilledRequest['ids'], what: string) => ServiceRecord | undefined,
): Current {
	return {
		request,
		async read({ client }, { ids, what: purpose }, parser) {
			const { method, path } = splitRoute(routeOf(client, request.route));
			const what = `reading what is there before ${purpose}`;
			const read = (answer: RawAnswer) => readJson(answer, what, parser);
			const answer = await client.request({ method, path: fillPath(path, ids), ids, what, read });
			const found = find(answer, ids, what);
			if (found !== undefined) return found;
			throw new ServiceError('notFound', `The service found nothing while ${what}`, {
				description: 'Check the ID: it may be mistyped, removed, or of another organization.',
			});
		},
	};
}
