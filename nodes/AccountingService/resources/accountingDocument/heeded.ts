import { randomBytes } from 'node:crypto';

import { stated, type Dialect } from '../../../shared/client/dialect';
import { ExactNumber } from '../../../shared/client/exactJson';
import { ServiceError, tried } from '../../../shared/client/errors';
import { sameRecords } from '../../../shared/lists/ids';
import type { PageSource } from '../../../shared/lists/listing';
import type { SearchCriteria } from './documents';

/**
 * A service that does not know a parameter by its name may ignore it, and answer a search with all
 * documents. So it is asked once for what no document can match; documents in that answer tell.
 */
interface Question {
	field: keyof SearchCriteria;
	/** As the form has it. */
	label: string;
	/** The name of the parameter. */
	name: string;
	/** What to do about a name that the service does not know. */
	remedy: string;
	/** What nothing matches. */
	nothing: SearchCriteria;
	/** Set where a value that nothing matches may just not be understood: then only the same documents tell. */
	instead?: SearchCriteria;
}

/** Beyond any total: an organization with such amounts would have no use for cents. */
const beyondAll = '987654321098765';

const unlikely = () => randomBytes(16).toString('hex');

const under = 'in the credential under "Customize Parameter Names"';

const remedyOf = (setting: string) =>
	`Set "${setting}" or "Search Parameters Travel In" ${under} as the documentation of your service has it.`;

const remedyOfStated = `Set "Search Parameters Travel In" ${under}, or leave the filter out.`;

function questionsOf(criteria: SearchCriteria, dialect: Dialect): Question[] {
	const high = new ExactNumber(beyondAll);
	const low = new ExactNumber(`-${beyondAll}`);
	const own: Question[] = [
		{
			field: 'searchText',
			label: 'Search Text',
			name: dialect.searchText,
			remedy: remedyOf('Search Text Parameter'),
			nothing: { searchText: unlikely() },
		},
		{
			field: 'value',
			label: 'Total',
			name: dialect.singleValue,
			remedy: remedyOf('Single-Value Filter Parameter'),
			nothing: { value: high },
		},
		{
			field: 'valueFrom',
			label: 'Total From',
			name: stated.valueFrom,
			remedy: remedyOfStated,
			nothing: { valueFrom: high },
		},
		{
			field: 'valueTo',
			label: 'Total To',
			name: stated.valueTo,
			remedy: remedyOfStated,
			nothing: { valueTo: low },
		},
	];
	const others = criteria.otherFilters ?? [];
	return [
		...own.filter(({ field }) => criteria[field] !== undefined),
		...others.map(({ name }): Question => {
			const otherFilters = others.map((filter) =>
				filter.name === name ? { name, value: unlikely() } : filter,
			);
			return {
				field: 'otherFilters',
				label: `the filter "${name}"`,
				name,
				remedy: 'Correct its name, or leave the filter out.',
				nothing: { ...criteria, otherFilters },
				instead: criteria,
			};
		}),
	];
}

/** Parameters that were seen to have an effect, for this process. */
const heeded = new Set<string>();

const mostRemembered = 1_000;

const fewest = 10;

/**
 * The search, with each of its parameters that are not applied here proved to have an effect before the
 * first documents are handed on; one further request for each, once for a credential and name.
 * @param ask the search for other criteria
 * @throws ServiceError at `fetch` as `source`, and (rejected) where the service ignores a parameter
 */
export function refusingIgnored(
	source: PageSource,
	criteria: SearchCriteria,
	dialect: Dialect,
	ask: (criteria: SearchCriteria) => PageSource,
): PageSource {
	const questions = questionsOf(criteria, dialect);
	if (questions.length === 0) return source;
	let proof: Promise<void> | undefined;
	const prove = async () => {
		for (const question of questions) {
			const key = [source.owner, dialect.searchParametersIn, question.name].join(' ');
			if (heeded.has(key) || !(await isHeeded(question, dialect, ask))) continue;
			if (heeded.size >= mostRemembered) heeded.clear();
			heeded.add(key);
		}
	};
	return {
		...source,
		async fetch(page, size, hooks) {
			const answer = await source.fetch(page, size, hooks);
			// Where nothing is found, nothing rests on it.
			if (answer.records.length > 0) await (proof ??= prove());
			return answer;
		},
	};
}

/**
 * @returns false where it cannot be told, so that the next search asks again
 * @throws ServiceError (rejected) where the parameter is ignored
 */
async function isHeeded(
	{ field, label, name, remedy, nothing, instead }: Question,
	{ searchParametersIn }: Dialect,
	ask: (criteria: SearchCriteria) => PageSource,
): Promise<boolean> {
	const asked = await tried(async () => await ask(nothing).fetch(0, fewest));
	if (asked.failure?.kind === 'cancelled') throw asked.failure;
	// Who refuses such a value knows the parameter; trouble says nothing.
	if (asked.failure) return asked.failure.kind === 'rejected';
	const { records } = asked.value;
	if (records.length === 0) return true;
	if (instead !== undefined) {
		const given = await ask(instead).fetch(0, fewest);
		if (records.length < fewest || !sameRecords(records, given.records)) return true;
	}
	const place = searchParametersIn === 'body' ? 'in the JSON body' : 'in the URL';
	throw new ServiceError('rejected', `The service ignores ${label} in the search`, {
		description: `It gives documents also where none can match, so all of them would be taken for what was searched. It does not know the parameter by the name "${name.slice(0, 60)}" ${place}. ${remedy}`,
		fields: [field],
	});
}
