import { randomBytes } from 'node:crypto';

import { stated, type ServiceSettings } from '../client/settings';
import { ExactNumber } from '../client/json';
import type { ServiceRecord } from '../client/envelope';
import { ServiceError, tried } from '../client/errors';
import { CreationOrder, keyOf, sameRecords } from '../lists/ids';
import type { PageSource } from '../lists/listing';
import type { SearchCriteria } from './criteria';

/**
 * A service that does not know a parameter by its name may ignore it, and answer a search with all
 * documents. So it is asked once for what no document can match. Documents in that answer tell, if they
 * are those of the search without the parameter: some services answer with what comes nearest.
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
	/** The same search without the parameter. */
	without: SearchCriteria;
}

/** Beyond any total: an organization with such amounts would have no use for cents. */
const beyondAll = '987654321098765';

const consonants = 'bcdfghjklmnpqrstvwxz';

/** As long as a word may be: some services leave out longer ones, and shorter ones. */
const unlikely = () => Array.from(randomBytes(12), (byte) => consonants[byte % 20]).join('');

const under = 'in the credential under "Customize Parameter Names"';

const remedyOf = (setting: string) =>
	`Set "${setting}" or "Search Parameters Travel In" ${under} as the documentation of your service has it.`;

const remedyOfStated = `Set "Search Parameters Travel In" ${under}, or leave the filter out.`;

function questionsOf(criteria: SearchCriteria, settings: ServiceSettings): Question[] {
	const { searchText, value, valueFrom, valueTo, otherFilters = [], ...rest } = criteria;
	// A lowest total above the highest one might be refused, so each is asked about without the others.
	const withoutTotals = { ...rest, searchText, otherFilters };
	const withoutText = { ...rest, value, valueFrom, valueTo, otherFilters };
	const high = new ExactNumber(beyondAll);
	const low = new ExactNumber(`-${beyondAll}`);
	const own: Question[] = [
		{
			field: 'searchText',
			label: 'Search Text',
			name: settings.searchText,
			remedy: remedyOf('Search Text Parameter'),
			nothing: { ...withoutText, searchText: unlikely() },
			without: withoutText,
		},
		{
			field: 'value',
			label: 'Total',
			name: settings.singleValue,
			remedy: remedyOf('Single-Value Filter Parameter'),
			nothing: { ...withoutTotals, value: high },
			without: withoutTotals,
		},
		{
			field: 'valueFrom',
			label: 'Total From',
			name: stated.valueFrom,
			remedy: remedyOfStated,
			nothing: { ...withoutTotals, valueFrom: high },
			without: withoutTotals,
		},
		{
			field: 'valueTo',
			label: 'Total To',
			name: stated.valueTo,
			remedy: remedyOfStated,
			nothing: { ...withoutTotals, valueTo: low },
			without: withoutTotals,
		},
	];
	return [
		...own.filter(({ field }) => criteria[field] !== undefined),
		...otherFilters.map(({ name }): Question => {
			const others = otherFilters.filter((filter) => filter.name !== name);
			return {
				field: 'otherFilters',
				label: `the filter "${name}"`,
				name,
				remedy: 'Correct its name, or leave the filter out.',
				nothing: { ...criteria, otherFilters: [...others, { name, value: unlikely() }] },
				without: { ...criteria, otherFilters: others },
			};
		}),
	];
}

/** Parameters that were seen to have an effect, for this process. */
const applied = new Set<string>();

const mostRemembered = 1_000;

/** Fewer documents than these may be the same by chance. */
const fewest = 10;

/**
 * The search, with each of its parameters that are not applied here proved to have an effect before the
 * first documents are handed on; one further request for each that has an effect, once for a credential and name.
 * @param ask the search for other criteria
 * @throws ServiceError at `fetch` as `source`, and (rejected) where the service ignores a parameter
 */
export function rejectIgnoredParameters(
	source: PageSource,
	criteria: SearchCriteria,
	settings: ServiceSettings,
	ask: (criteria: SearchCriteria) => PageSource,
): PageSource {
	const questions = questionsOf(criteria, settings);
	const isTurned = criteria.sortDirection === 'ASC';
	if (questions.length === 0 && !isTurned) return source;
	let proof: Promise<void> | undefined;
	const prove = async (size: number) => {
		if (isTurned) await rejectIgnoredDirection(source, criteria, settings, size, ask);
		for (const question of questions) {
			const key = [source.owner, settings.searchParametersIn, question.name].join(' ');
			if (applied.has(key)) continue;
			if (await isIgnored(question, criteria, size, ask)) throw ignored(question, settings);
			if (applied.size >= mostRemembered) applied.clear();
			applied.add(key);
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

/** DESC is the order of the service itself (docs/api/requests.md#search); another one has to show. */
async function rejectIgnoredDirection(
	source: PageSource,
	criteria: SearchCriteria,
	{ searchParametersIn, sortDirection }: ServiceSettings,
	size: number,
	ask: (criteria: SearchCriteria) => PageSource,
): Promise<void> {
	const key = [source.owner, searchParametersIn, sortDirection].join(' ');
	if (applied.has(key)) return;
	const first = async (direction: 'ASC' | 'DESC') =>
		(await ask({ ...criteria, sortDirection: direction }).fetch(0, size)).records;
	const rising = await first('ASC');
	if (rising.length < 2) return;
	const order = CreationOrder.of(rising);
	const isAsChosen = order.holds && order.rises;
	if (!isAsChosen && sameRecords(rising, await first('DESC'))) {
		throw new ServiceError('rejected', 'The service ignores Sort Direction in the search', {
			description: `It returns the same order for both directions. ${remedyOf('Sort Direction Parameter')}`,
			fields: ['sortDirection'],
		});
	}
	applied.add(key);
}

/**
 * @param size of the pages that the service is known to give
 * @throws ServiceError where it cannot be told, so that nothing is handed on unproved
 */
async function isIgnored(
	{ nothing, without }: Question,
	criteria: SearchCriteria,
	size: number,
	ask: (criteria: SearchCriteria) => PageSource,
): Promise<boolean> {
	const first = async (requested: SearchCriteria) => (await ask(requested).fetch(0, size)).records;
	const requested = await tried(async () => await first(nothing));
	if (requested.failure) {
		// The value was refused, so its answer says nothing: that of the search itself may.
		if (!isOfValue(requested.failure)) throw requested.failure;
		const found = await first(criteria);
		return found.length >= fewest && isAlike(found, await first(without));
	}
	return requested.value.length > 0 && isAlike(requested.value, await first(without));
}

/** Whether two pages are the same but for a few documents that came or left meanwhile. */
function isAlike(one: ServiceRecord[], other: ServiceRecord[]): boolean {
	const known = new Set(other.map(keyOf));
	const common = one.filter((record) => known.has(keyOf(record))).length;
	return common >= leastAlike * Math.max(one.length, other.length);
}

const leastAlike = 0.7;

/** Kinds of failure by which a service may say that it dislikes a value, and not the moment of asking. */
const ofValue = ['rejected', 'notFound', 'forbidden', 'notTheService', 'serviceTrouble'];

function isOfValue({ kind, mayPass }: ServiceError): boolean {
	return mayPass !== true && ofValue.includes(kind);
}

function ignored(
	{ field, label, name, remedy }: Question,
	{ searchParametersIn }: ServiceSettings,
): ServiceError {
	const place = searchParametersIn === 'body' ? 'in the JSON body' : 'in the URL';
	return new ServiceError('rejected', `The service ignores ${label} in the search`, {
		description: `It gives documents also where none can match, so all of them would be taken for what was searched. It does not seem to know the parameter by the name "${name.slice(0, 60)}" ${place}. ${remedy}`,
		fields: [field],
	});
}
