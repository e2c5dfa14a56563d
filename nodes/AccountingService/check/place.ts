import type { IDataObject } from 'n8n-workflow';

import type { ServiceSettings } from '../../shared/client/settings';
import { howAnswered, type Asking, type Place } from './asking';
import { effectOf } from './constraint';
import type { Verdict } from './filters';
import type { Report } from './report';
import { rangeOf } from './totals';

/**
 * Finds out where search parameters travel, by the one filter whose names the specification states: valueFrom
 * and valueTo (section 4).
 * @returns undefined where neither place has an effect
 * @throws UsedUp; ServiceError as the questions
 */
export async function checkPlace(
	asking: Asking,
	settings: ServiceSettings,
	report: Report,
	size: IDataObject,
): Promise<{ place: Place; verdict: Verdict } | undefined> {
	const own = settings.searchParametersIn;
	const other: Place = own === 'body' ? 'query' : 'body';
	let plain = await asking.search(own);
	if (plain.failure) plain = await asking.search(other);
	if (plain.failure || plain.ids.length === 0) {
		report.unsure('searchParametersIn', `A search without parameters ${howAnswered(plain)}.`);
		return undefined;
	}
	const range = rangeOf(plain.records);
	const tell = (place: Place, evidence: string) => {
		if (place === own) report.holds('searchParametersIn', evidence);
		else report.fails('searchParametersIn', evidence, { searchParametersIn: place });
	};
	let isIgnored = true;
	for (const place of [own, other]) {
		const answer = await asking.search(place, range.parameters);
		const effect = effectOf(range, [range], plain, answer);
		const isEmptied = range.leavesNone && !answer.failure && answer.ids.length === 0;
		if (effect !== 'seen' && !isEmptied) {
			isIgnored &&= effect === 'none' || answer.isRefused;
			continue;
		}
		const where = place === 'body' ? 'in the JSON body' : 'in the URL';
		const evidence = `A range of totals ${where} brought ${answer.ids.length} documents, none of those beyond it; no range brought ${plain.ids.length}.`;
		tell(place, evidence);
		report.holds('range', evidence);
		return {
			place,
			verdict: (staying) => {
				if (isEmptied || effectOf(range, [range], staying(plain), answer) === 'seen') return;
				report.unsure('range', 'The documents changed meanwhile.');
			},
		};
	}
	if (isIgnored) {
		report.fails('range', 'A range of totals made no difference, in the JSON body nor in the URL.');
	} else report.unsure('range', 'The documents changed meanwhile.');
	for (const place of Object.keys(size).length > 0 ? [own, other] : []) {
		const answer = await asking.search(place, size);
		if (answer.failure || answer.ids.length === plain.ids.length) continue;
		tell(
			place,
			`The page size had an effect in it: ${answer.ids.length} documents instead of ${plain.ids.length}.`,
		);
		return { place, verdict: () => {} };
	}
	report.unsure(
		'searchParametersIn',
		'No parameter had an effect, in the JSON body nor in the URL.',
	);
	return undefined;
}
