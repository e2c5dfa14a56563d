import { randomBytes } from 'node:crypto';

import { pageSizeLimits, settingFields, stated, type ServiceSettings } from '../client/settings';
import { ExactNumber } from '../client/json';
import type { ServiceRecord } from '../client/envelope';
import { ServiceError, toResult } from '../client/errors';
import { countCommon, CreationOrder, keyOf } from '../lists/ids';
import type { Nouns, PageSource } from '../lists/listing';
import { searchText, type SearchCriteria } from './criteria';
import { chosenOfService, filterFields, type JudgedByService } from './filters';

/**
 * A service may ignore a parameter whose name it does not know, and return all documents. So the node searches once for a
 * value that no document can match. The service ignores the parameter if that search returns the same documents as the
 * search without the parameter. Other documents prove nothing, because some services return the closest matches.
 */
interface ParameterProbe {
	field: keyof SearchCriteria;
	/** As on the form. */
	label: string;
	/** Name of the parameter. */
	name: string;
	/** What the user should do. */
	remedy: string;
	/** Criteria that no document matches. */
	noMatch: SearchCriteria;
	/** The same search without the parameter. */
	without: SearchCriteria;
}

/** Larger than any real total. */
const impossibleTotal = '987654321098765';

const consonants = 'bcdfghjklmnpqrstvwxz';

/** A random word. Its length is typical, because some services ignore very long and very short words. */
const randomWord = () => Array.from(randomBytes(12), (byte) => consonants[byte % 20]).join('');

const under = 'in the credential under "Customize Parameter Names"';

const remedyOf = (label: string) =>
	`Run Connection Check to find its name. If the check finds none, ask the service, and enter the name in "${label}" ${under}.`;

const remedyOfTotal = `Use ${filterFields.valueFrom.label} and ${filterFields.valueTo.label}, or ask the service for the name of the filter, and enter it in "${settingFields.singleValue.label}" ${under}.`;

const remedyOfStated = `Run Connection Check to find how the service reads the search, or remove the filter.`;

/** The parameter of a criterion, and a value of it that no document has. */
function parameterOf(
	field: Exclude<JudgedByService, 'otherFilters'>,
	settings: ServiceSettings,
): Pick<ParameterProbe, 'name' | 'remedy'> & { noMatch: string | ExactNumber } {
	const high = new ExactNumber(impossibleTotal);
	const low = new ExactNumber(`-${impossibleTotal}`);
	const remedy = remedyOf(settingFields.searchText.label);
	return {
		searchText: { name: settings.searchText, remedy, noMatch: randomWord() },
		value: { name: settings.singleValue, remedy: remedyOfTotal, noMatch: high },
		valueFrom: { name: stated.valueFrom, remedy: remedyOfStated, noMatch: high },
		valueTo: { name: stated.valueTo, remedy: remedyOfStated, noMatch: low },
	}[field];
}

function probesOf(criteria: SearchCriteria, settings: ServiceSettings): ParameterProbe[] {
	const { otherFilters = [] } = criteria;
	const own = chosenOfService(criteria).filter((field) => field !== 'otherFilters');
	// A service may reject a minimum above the maximum, so each of these is probed without the others.
	const without: SearchCriteria = Object.fromEntries(
		Object.entries(criteria).filter(([name]) => !own.some((field) => field === name)),
	);
	return [
		...own.map((field): ParameterProbe => {
			const { noMatch, ...parameter } = parameterOf(field, settings);
			const isText = field === 'searchText';
			const label = isText ? searchText.displayName : filterFields[field].label;
			return { field, label, ...parameter, noMatch: { ...without, [field]: noMatch }, without };
		}),
		...otherFilters.map(({ name }): ParameterProbe => {
			const others = otherFilters.filter((filter) => filter.name !== name);
			return {
				field: 'otherFilters',
				label: `the filter "${name}"`,
				name,
				remedy: 'Correct its name, or remove the filter.',
				noMatch: { ...criteria, otherFilters: [...others, { name, value: randomWord() }] },
				without: { ...criteria, otherFilters: others },
			};
		}),
	];
}

/** Parameters that have an effect, remembered by this process. */
const applied = new Set<string>();

const maxRememberedProofs = 1_000;

/**
 * A search that returns documents only after the node has proved that every parameter has an effect, unless the node
 * applies the filter itself. The proof takes one request per parameter, once per credential and parameter name.
 * @param sourceFor the search with other criteria
 * @throws ServiceError at `fetch` as `source`, and (rejected) if the service ignores a parameter
 */
export function rejectIgnoredParameters(
	source: PageSource,
	criteria: SearchCriteria,
	settings: ServiceSettings,
	sourceFor: (criteria: SearchCriteria) => PageSource,
): PageSource {
	const probes = probesOf(criteria, settings);
	const isReversed = criteria.sortDirection === 'ASC';
	if (probes.length === 0 && !isReversed) return source;
	let proof: Promise<void> | undefined;
	const prove = async (size: number) => {
		if (isReversed) await rejectIgnoredDirection(source, settings, size, sourceFor);
		for (const probe of probes) {
			const key = [source.owner, source.activity, settings.searchParametersIn, probe.name].join(
				' ',
			);
			if (applied.has(key)) continue;
			if (await isIgnored(probe, size, sourceFor)) throw ignored(probe, settings, source.nouns);
			if (applied.size >= maxRememberedProofs) applied.clear();
			applied.add(key);
		}
	};
	return {
		...source,
		async fetch(index, size, hooks) {
			const list = await source.fetch(index, size, hooks);
			// An empty result needs no proof.
			if (list.records.length > 0) await (proof ??= prove(size));
			return list;
		},
	};
}

/** DESC is the default of the service (docs/api/requests.md#search), so only ASC needs proof. */
async function rejectIgnoredDirection(
	source: PageSource,
	{ searchParametersIn, sortDirection }: ServiceSettings,
	size: number,
	sourceFor: (criteria: SearchCriteria) => PageSource,
): Promise<void> {
	const key = [source.owner, searchParametersIn, sortDirection].join(' ');
	if (applied.has(key)) return;
	const first = async (direction: 'ASC' | 'DESC') =>
		(await sourceFor({ sortDirection: direction }).fetch(0, size)).records;
	const rising = await first('ASC');
	// A few documents may all have the same date.
	if (rising.length < pageSizeLimits.minimum) return;
	const order = CreationOrder.of(rising);
	const isAsChosen = order.holds && order.rises;
	if (!isAsChosen && isInSameOrder(rising, await first('DESC'))) {
		throw new ServiceError('rejected', 'The service ignores Sort Direction in the search', {
			description: `It returns the same order for both directions. ${remedyOf(settingFields.sortDirection.label)}`,
			fields: ['sortDirection'],
		});
	}
	applied.add(key);
}

/**
 * @param size a page size that the service supports
 * @throws ServiceError if the probe is inconclusive, so that no unproved result is returned
 */
async function isIgnored(
	{ noMatch, without }: ParameterProbe,
	size: number,
	sourceFor: (criteria: SearchCriteria) => PageSource,
): Promise<boolean> {
	const firstPage = async (criteria: SearchCriteria) =>
		(await sourceFor(criteria).fetch(0, size)).records;
	const first = await toResult(async () => await firstPage(noMatch));
	// A service that rejects the value reads the parameter. A single rejection may be a mistake.
	const probe = first.failure ? await toResult(async () => await firstPage(noMatch)) : first;
	if (!probe.failure)
		return probe.value.length > 0 && isAlike(probe.value, await firstPage(without));
	if (!isAboutValue(probe.failure)) throw probe.failure;
	return false;
}

/** Whether two pages are the same, apart from a few documents added or deleted in the meantime. */
function isAlike(one: ServiceRecord[], other: ServiceRecord[]): boolean {
	return countCommon(one, other) >= minCommonShare * Math.max(one.length, other.length);
}

const minCommonShare = 0.7;

/** Documents of one date may fill most of both pages, in the same order, so the first one counts too. */
function isInSameOrder(one: ServiceRecord[], other: ServiceRecord[]): boolean {
	const positions = new Map(other.map((record, position) => [keyOf(record), position]));
	const common = one.flatMap((record) => positions.get(keyOf(record)) ?? []);
	if (!positions.has(keyOf(one[0]))) return false;
	return isAlike(one, other) && common.every((position, at) => !(position < common[at - 1]));
}

/** Kinds of failure that may be about the value. */
const valueFailures = ['rejected', 'notFound', 'forbidden', 'notTheService', 'serviceTrouble'];

function isAboutValue({ kind, isTransient }: ServiceError): boolean {
	return isTransient !== true && valueFailures.includes(kind);
}

function ignored(
	{ field, label, name, remedy }: ParameterProbe,
	{ searchParametersIn }: ServiceSettings,
	{ one, many }: Nouns,
): ServiceError {
	const place = searchParametersIn === 'body' ? 'in the JSON body' : 'in the URL';
	return new ServiceError('rejected', `The service ignores ${label} in the search`, {
		description: `It returned the same ${many} for a value that no ${one} has. It does not seem to know the parameter "${name.slice(0, 60)}" ${place}. ${remedy}`,
		fields: [field],
	});
}
