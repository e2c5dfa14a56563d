import type { ServiceSettings } from '../../shared/client/settings';
import type { Reply } from './asking';
import { each, type Effect } from './discover';
import type { Searching } from './filters';
import { likeness } from './likeness';
import { turns } from './looks';
import { nameOf, tellName } from './named';
import { sortNames } from './names';
import type { Report } from './report';

/** Finds the name of the sort direction by turning the order round. */
export async function checkSort(
	{ asking, place, size, sample, manner }: Searching,
	settings: ServiceSettings,
	report: Report,
): Promise<void> {
	const isTurned = (reply: Reply): Effect => {
		const { ids, failure } = reply;
		if (failure || ids.length < 2) return 'unclear';
		if (ids.join() === [...sample.ids].reverse().join()) return 'seen';
		if (turns(sample.records, reply.records)) return 'seen';
		return likeness(reply, sample) === 'same' ? 'none' : 'unclear';
	};
	const found = await nameOf(settings.sortDirection, sortNames, {
		ask: async (names) => await asking.search(place, { ...size, ...each(names, 'ASC') }),
		judge: isTurned,
		manner,
	});
	tellName(report, 'sortDirection', settings.sortDirection, found, {
		effect: 'ASC turned the order round',
		isVisible: sample.ids.length > 1 && turns(sample.records, [...sample.records].reverse()),
		why: `too few documents, or an order that cannot be seen, among ${sample.ids.length}`,
	});
}
