import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { mostForAgent, readOptions } from '../../shared/fields/listing';
import type { PageSource } from '../../shared/lists/listing';
import { aboutTexts, brief, fitting } from './agent';
import { readIntoItems } from './readInto';
import type { RecordDescription } from '../../shared/fields/recordDescription';

/** A filter that hardly anything meets would read the whole list otherwise. */
const mostRequests = 20;

/**
 * The answer of a list to an AI agent: few, simplified records whatever the form says, and whether
 * there are more, so that the model narrows its search instead of taking a part for the whole.
 * @param name what the list is called in the answer
 * @param wanted the limit of the form; undefined for all
 */
export async function listForAgent(
	source: PageSource,
	record: RecordDescription,
	name: string,
	options: IDataObject,
	wanted?: number,
	keep?: (record: ServiceRecord) => boolean,
): Promise<IDataObject[]> {
	const most = Math.min(wanted ?? mostForAgent, mostForAgent);
	const seen = { isStopped: false };
	const read = await readIntoItems(source, {
		// One more than is shown tells whether there is more.
		read: { ...readOptions(options, most + 1, keep !== undefined), maxRequests: mostRequests },
		limit: most + 1,
		keep,
		shape: brief(record),
		many: record.many,
		hint: () => {},
		stoppedEarly: () => {
			seen.isStopped = true;
		},
	});
	const { shown } = fitting(read.slice(0, most));
	const hasMore = read.length > shown.length || seen.isStopped;
	return [
		{
			[name]: shown,
			count: shown.length,
			hasMore,
			aboutTexts,
			...(hasMore &&
				!seen.isStopped && {
					note: `Only the first ${shown.length} ${record.many} are shown. Narrow the search to see others.`,
				}),
			...(seen.isStopped && {
				note: `Only the first ${mostRequests} pages were looked through, so there may be others. Narrow the search.`,
			}),
		},
	];
}
