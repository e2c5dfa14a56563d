import type { IDataObject } from 'n8n-workflow';

import { readOptions } from '../../shared/fields/listing';
import type { ServiceRecord } from '../../shared/client/envelope';
import type { PageSource } from '../../shared/lists/listing';
import { simplifyDocument, type Shape } from './simplify';
import { readIntoItems } from './readInto';

/** A language model reads every character that a tool answers, so more is not better. */
const mostForAgent = 25;

/** One record may hold thousands of line items; this is some 5,000 words of them. */
const mostCharacters = 20_000;

/**
 * The answer of a list to an AI agent: few, simplified documents whatever the form says, and whether
 * there are more, so that the model narrows its search instead of taking a part for the whole.
 * @param wanted the limit of the form; undefined for all
 */
export async function readForAgent(
	source: PageSource,
	options: IDataObject,
	wanted?: number,
	keep?: (record: ServiceRecord) => boolean,
): Promise<IDataObject[]> {
	const most = Math.min(wanted ?? mostForAgent, mostForAgent);
	const documents = await readIntoItems(source, {
		// One more than is shown tells whether there is more.
		read: readOptions(options, most + 1, keep !== undefined),
		limit: most + 1,
		keep,
		shape: simplifyDocument,
		hint: () => {},
	});
	const hasMore = documents.length > most;
	const shown = documents.slice(0, most);
	return [
		{
			documents: shown,
			count: shown.length,
			hasMore,
			...(hasMore && {
				note: `Only the first ${most} documents are shown. Narrow the search by text, type, direction or dates to see others.`,
			}),
		},
	];
}

/**
 * One record for an AI agent: as the form says, but simplified when it would flood the model.
 * @param asked the shape that the form asks for
 */
export function recordForAgent(
	record: ServiceRecord,
	asked: Shape,
	simplified: Shape,
): IDataObject {
	const answer = asked(record);
	if (JSON.stringify(answer).length <= mostCharacters) return answer;
	return {
		...simplified(record),
		note: 'The whole record is too long to show here. These are its most important fields.',
	};
}
