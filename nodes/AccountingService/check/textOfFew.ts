import type { ServiceSettings } from '../../shared/client/settings';
import { each } from './discover';
import type { Searching } from './filters';
import { nameOf, tellName } from './named';
import { textNames } from './names';
import type { Report } from './report';
import { textOf } from './samples';

/** Finds the name of the text search in a list so short that every word of it is in all documents. */
export async function checkTextOfFew(
	{ asking, place, size, sample, manner }: Searching,
	settings: ServiceSettings,
	report: Report,
): Promise<void> {
	const [word] = /\p{L}{4,30}/u.exec(textOf(sample.records[0])) ?? [];
	if (word === undefined) {
		report.unsure('searchText', 'The first document has no text to look for.');
		return;
	}
	const found = await nameOf(settings.searchText, textNames, {
		ask: async (names) => await asking.search(place, { ...size, ...each(names, wordOfNone) }),
		judge: ({ ids, failure }) => (failure ? 'unclear' : ids.length === 0 ? 'seen' : 'none'),
		manner,
	});
	if (found.name !== undefined) {
		const { ids } = await asking.search(place, { ...size, [found.name]: word });
		if (!ids.includes(sample.ids[0])) {
			report.unsure('searchText', `${found.name} found nothing, also for a word of a document.`);
			return;
		}
	}
	tellName(report, 'searchText', settings.searchText, found, {
		effect: 'a word of a document found it, another word found nothing',
		isVisible: true,
		why: '',
	});
}

const wordOfNone = 'zqxjkvwz';
