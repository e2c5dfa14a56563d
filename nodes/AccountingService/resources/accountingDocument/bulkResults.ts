import { wrappers } from '../../../shared/client/envelope';
import { ServiceError } from '../../../shared/client/errors';
import { textFrom } from '../../../shared/client/json';
import { hasContent, isObject, readServiceMessage } from '../../../shared/client/message';

/** By ID: a failure, or the remark of the service on a success. */
export type Results = Map<string, { failure?: ServiceError; remark?: string }>;

const succeeded = 1;
const failed = 2;

/**
 * The results in a response, by ID (docs/api/requests.md#bulk-operations), with or without an envelope or a wrapper such
 * as "data". An ID without one of the two published states has no known result.
 */
export function resultsIn(answer: unknown, activity: string): Results {
	const results: Results = new Map();
	for (const one of resultRows(answer)) {
		const { validationError, ...row } = isObject(one) ? one : {};
		const [id, state] = [textFrom(row.id), textFrom(row.state)];
		if (id === '') continue;
		const { text, fields } = readServiceMessage(validationError);
		const isRemark = hasContent(validationError);
		const remark = `The service confirmed ${activity} for document ${id}, but reported: ${text || 'a problem without details'}`;
		const refused = `The service refused ${id} while ${activity}`;
		const failure = new ServiceError('rejected', text ? `${refused}: ${text}` : refused, {
			description: 'Check whether the document still exists and allows this change.',
			fields,
		});
		if (state === String(failed)) results.set(id, { failure });
		if (state === String(succeeded)) results.set(id, isRemark ? { remark } : {});
	}
	return results;
}

/** Empty if there is no list of results. */
function resultRows(answer: unknown): unknown[] {
	if (!isObject(answer)) return Array.isArray(answer) ? answer : [];
	const envelope = wrappers.map((name) => answer[name]).find(isObject) ?? answer;
	return wrappers.map((name) => envelope[name]).find(Array.isArray) ?? [];
}
