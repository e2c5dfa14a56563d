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
	/** Of a parameter that may take no such text, so that its answer alone says nothing. */
	valueIsText?: true;
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
				valueIsText: true,
			};
		}),
	];
}

/** Parameters that were seen to have an effect, for this process. */
const heeded = new Set<string>();

const mostRemembered = 1_000;

/** Fewer documents than these may be the same by chance. */
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
	const prove = async (size: number) => {
		for (const question of questions) {
			const key = [source.owner, dialect.searchParametersIn, question.name].join(' ');
			if (heeded.has(key)) continue;
			if (await isIgnored(question, criteria, size, ask)) throw ignored(question, dialect);
			if (heeded.size >= mostRemembered) heeded.clear();
			heeded.add(key);
		}
	};
	return {
		...source,
		async fetch(page, size, hooks) {
			const answer = await source.fetch(page, size, hooks);
			// Where nothing is found, nothing rests on it.
			if (answer.records.length > 0) await (proof ??= prove(size));
			return answer;
		},
	};
}

/**
 * @param size of the pages that the service is known to give
 * @throws ServiceError where it cannot be told, so that nothing is handed on unproved
 */
async function isIgnored(
	{ field, name, nothing, valueIsText }: Question,
	criteria: SearchCriteria,
	size: number,
	ask: (criteria: SearchCriteria) => PageSource,
): Promise<boolean> {
	const first = async (asked: SearchCriteria) => (await ask(asked).fetch(0, size)).records;
	const asked = await tried(async () => await first(nothing));
	if (asked.failure && !isOfValue(asked.failure)) throw asked.failure;
	if (asked.failure === undefined && asked.value.length === 0) return false;
	if (asked.failure === undefined && !valueIsText) return true;
	// The value was not understood, or refused: then the same documents as without it tell.
	const found = await first(criteria);
	const others = asked.failure ? await first(without(criteria, field, name)) : asked.value;
	return found.length >= fewest && sameRecords(found, others);
}

/** Kinds of failure by which a service may say that it dislikes a value, and not the moment of asking. */
const ofValue = ['rejected', 'notFound', 'forbidden', 'notTheService', 'serviceTrouble'];

function isOfValue({ kind, mayPass }: ServiceError): boolean {
	return mayPass !== true && ofValue.includes(kind);
}

function without(
	criteria: SearchCriteria,
	field: keyof SearchCriteria,
	name: string,
): SearchCriteria {
	const others = (criteria.otherFilters ?? []).filter((filter) => filter.name !== name);
	return field === 'otherFilters'
		? { ...criteria, otherFilters: others }
		: { ...criteria, [field]: undefined };
}

function ignored(
	{ field, label, name, remedy }: Question,
	{ searchParametersIn }: Dialect,
): ServiceError {
	const place = searchParametersIn === 'body' ? 'in the JSON body' : 'in the URL';
	return new ServiceError('rejected', `The service ignores ${label} in the search`, {
		description: `It gives documents also where none can match, so all of them would be taken for what was searched. It does not seem to know the parameter by the name "${name.slice(0, 60)}" ${place}. ${remedy}`,
		fields: [field],
	});
}
