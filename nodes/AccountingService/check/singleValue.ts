import type { ServiceSettings } from '../../shared/client/settings';
import type { ServiceRecord } from '../../shared/client/envelope';
import { effectOf, type Constraint } from './constraint';
import { each } from './discover';
import type { Searching } from './filters';
import { nameOf, tellName } from './named';
import { valueNames } from './names';
import type { Report } from './report';
import { exact, totalOf } from './totals';

/** Finds the name of the filter for one total (the one that excludes valueFrom and valueTo, section 4). */
export async function checkSingleValue(
	{ asking, place, size, sample, manner }: Searching,
	settings: ServiceSettings,
	report: Report,
): Promise<void> {
	// Not one of those at either end, which come and go.
	const totals = sample.records.filter((record) => Number.isFinite(totalOf(record)));
	const wanted = totals[Math.floor(totals.length / 2)] as ServiceRecord | undefined;
	const total = wanted ? totalOf(wanted) : 0;
	const isMet = (record: ServiceRecord) => totalOf(record) === total;
	const constraint: Constraint = { isMet };
	const isVisible = wanted !== undefined && !sample.records.every(isMet);
	if (!isVisible) {
		report.unsure('singleValue', 'Too few documents with different totals.');
		return;
	}
	const found = await nameOf(settings.singleValue, valueNames, {
		ask: async (names) => await asking.search(place, { ...size, ...each(names, exact(total)) }),
		judge: (reply) => effectOf(constraint, [constraint], sample, reply),
		manner,
		likely: async (names) => {
			// Each name has a total of its own, which the answer shows.
			const totals = [...new Set(sample.records.map(totalOf).filter(Number.isFinite))];
			if (totals.length < names.length) return undefined;
			const own = names.map((name, at) => [name, exact(totals[at])]);
			const { records } = await asking.search(place, { ...size, ...Object.fromEntries(own) });
			const [first] = new Set(records.map(totalOf));
			return names[totals.indexOf(first)];
		},
	});
	tellName(report, 'singleValue', settings.singleValue, found, {
		effect: 'it left the documents of one total only',
		isVisible,
		why: '',
	});
}
