import type { IDataObject } from 'n8n-workflow';

import { stated, type ServiceSettings } from '../../shared/client/settings';
import type { ServiceRecord } from '../../shared/client/envelope';
import { CreationOrder } from '../../shared/lists/ids';
import {
	runProbe,
	shift,
	withOwn,
	type Asking,
	type Found,
	type ParameterLocation,
	type ProbeResponse,
} from './asking';
import type { Paging } from './listProbes';
import type { CheckReport } from './report';

/** Names of the text search in this and other APIs. */
const textNames = 'searchText q query search text fulltext term keyword';

/** Names of the sort direction in this and other APIs. */
const sortNames =
	'sortDirection order sort sortOrder sort_order orderDirection sort_direction dir direction';

/** No document has this word, and none has this total. */
const nonsense = 'zqxjkvwz';
const beyondAll = 100_000_000_000;

/**
 * Determines the parameters of the search.
 */
export async function checkSearch(
	asking: Asking,
	settings: ServiceSettings,
	report: CheckReport,
	{ sized, second }: Paging,
	plain: ProbeResponse,
): Promise<void> {
	if (plain.ids.length === 0) {
		for (const setting of ['searchParametersIn', 'searchText', 'sortDirection'] as const) {
			report.add(setting, 'unknown', 'There are no documents.');
		}
		return;
	}
	const { place, first } = await findPlace(asking, settings, report, sized);
	const search = async (parameters: IDataObject) =>
		await asking.ask(place, { ...sized?.parameters, ...parameters });
	const sample = first ?? (await asking.confirm(place, sized?.parameters));
	if (sample.ids.length === 0) {
		const why = sample.refusal?.message ?? 'it returned no documents';
		report.add('searchParametersIn', 'unknown', 'Not checked, because the search did not work.');
		return report.add('searchText', 'unusable', `The search did not work: ${why}.`);
	}
	// The list has more pages, so the search has too, unless it returns more at once.
	const hasMore = second !== undefined && sample.ids.length <= plain.ids.length;
	if (hasMore && !(await isPaged(async () => await search(second), sample))) {
		const [[name, number]] = Object.entries(second);
		const evidence = `${name}=${number} returns no other documents in the search, so the node can read only its first page.`;
		return report.add('searchText', 'unusable', evidence);
	}
	const searching = { place, search, sample };
	await report.unlessUnanswered(['searchText'], async () => {
		await checkText(asking, settings, report, searching);
	});
	await report.unlessUnanswered(['sortDirection'], async () => {
		await checkSort(asking, settings, report, searching);
	});
}

interface Searching {
	place: ParameterLocation;
	search(parameters: IDataObject): Promise<ProbeResponse>;
	/** The first documents of the search without criteria. */
	sample: ProbeResponse;
}

/** Whether the second page has other documents than the first one. A single response may be a mistake. */
async function isPaged(ask: () => Promise<ProbeResponse>, first: ProbeResponse): Promise<boolean> {
	const isSecond = (page: ProbeResponse) =>
		shift(page, first) * 2 >= first.ids.length && page.ids.length > 0;
	return isSecond(await ask()) || isSecond(await ask());
}

/** Finds the location of parameters with a known one: the page size, else the range of totals. */
async function findPlace(
	asking: Asking,
	{ searchParametersIn: own }: ServiceSettings,
	report: CheckReport,
	sized: Paging['sized'],
): Promise<{ place: ParameterLocation; first?: ProbeResponse }> {
	let first: ProbeResponse | undefined;
	const parameters = sized?.parameters ?? { [stated.valueFrom]: beyondAll };
	const found: Found<'body' | 'query'> = await runProbe(asking, {
		candidates: withOwn(own, ['body', 'query']),
		isVisible: true,
		ask: async (place) => await asking.ask(place, parameters),
		verdict: (reply) => {
			if (sized?.verdict(reply) === 'seen') first = reply;
			if (sized) return sized.verdict(reply);
			return reply.refusal || reply.ids.length > 0 ? 'none' : 'seen';
		},
	});
	const name = Object.keys(parameters).join();
	if (found.value) {
		const where = found.value === 'body' ? 'JSON body' : 'URL';
		report.found('searchParametersIn', found, `${name} has an effect in the ${where}.`);
	} else {
		report.add(
			'searchParametersIn',
			'unknown',
			`${name} has no effect in the JSON body or in the URL.`,
		);
	}
	return { place: found.value ?? own, first };
}

/** A word of no document must find nothing, and a word of a document must find some. */
async function checkText(
	asking: Asking,
	settings: ServiceSettings,
	report: CheckReport,
	{ place, search, sample }: Searching,
): Promise<void> {
	const word = sample.records.map(wordOf).find((one) => one !== undefined);
	const findsWord = async (name: string) =>
		word === undefined || (await search({ [name]: word })).ids.length > 0;
	const found = await runProbe(asking, {
		place,
		candidates: withOwn(settings.searchText, textNames.split(' ')),
		isVisible: true,
		ask: async (name) => await search({ [name]: nonsense }),
		verdict: async ({ ids, refusal }, name) =>
			!refusal && ids.length === 0 && (await findsWord(name)) ? 'seen' : 'none',
		isAccepted: findsWord,
	});
	if (found.how === 'works') {
		report.found('searchText', found, `${found.value} finds only documents with the text.`);
	} else report.add('searchText', 'needed', 'None of the common names works.');
}

/** The other direction must return the documents from the other end. */
async function checkSort(
	asking: Asking,
	settings: ServiceSettings,
	report: CheckReport,
	{ place, search, sample }: Searching,
): Promise<void> {
	const order = CreationOrder.of(sample.records);
	const direction = order.holds && order.rises ? 'DESC' : 'ASC';
	const isVisible = sample.ids.length > 1;
	const found = await runProbe(asking, {
		place,
		candidates: withOwn(settings.sortDirection, sortNames.split(' ')),
		isVisible,
		ask: async (name) => await search({ [name]: direction }),
		verdict: async (reply, name) => {
			if (isInReverse(reply, sample)) return 'seen';
			// The list may have changed since then.
			const isOwn = name === settings.sortDirection;
			return isOwn && isVisible && isInReverse(reply, await search({})) ? 'seen' : 'none';
		},
	});
	if (found.how === 'works' || (found.how === 'accepted' && found.isOwnRefused)) {
		const evidence = found.how === 'works' ? 'changes the order' : 'is accepted';
		report.found('sortDirection', found, `${found.value}=${direction} ${evidence}.`);
	} else if (isVisible || found.isOwnRefused) {
		report.add('sortDirection', 'needed', 'None of the common names works.');
	} else report.add('sortDirection', 'unknown', 'Too few documents: 1.');
}

/** Whether documents come from the other end of a list: others, or the same ones from the last to the first. */
function isInReverse({ ids, refusal }: ProbeResponse, sample: ProbeResponse): boolean {
	if (refusal || ids.length < 2) return false;
	const places = ids.map((id) => sample.ids.indexOf(id)).filter((place) => place >= 0);
	return places.every((place, index) => index === 0 || place < places[index - 1]);
}

/** A word that the text search must find (docs/api/requests.md#search). */
function wordOf({ description, contact }: ServiceRecord): string | undefined {
	const inContact = typeof contact === 'object' && contact !== null ? Object.values(contact) : [];
	const texts = [description, ...inContact].filter((text) => typeof text === 'string');
	return /\p{L}{4,30}/u.exec(texts.join('\n'))?.[0];
}
