import { quote } from '../../shared/client/redact';
import { seenStates } from '../../shared/documents/states';
import { trimmed } from '../../shared/fields/values';
import type { Picker } from './index';

/** Lists the states of the newest documents, with the number of documents in each. */
export const states: Picker = async (client, filter) => {
	const { documents, counts } = await seenStates(client);
	return {
		results: counts
			.map(([state, count]) => ({
				name: `${nameOfState(state)} · ${count} of the newest ${documents} documents`,
				value: state,
			}))
			.filter(({ value }) => value.toLowerCase().includes(filter.toLowerCase())),
	};
};

/** In quotes if it has spaces at its ends, which would not be seen. */
const nameOfState = (state: string) =>
	trimmed(state) === state ? quote(state, 100) : `"${quote(state, 100)}" with spaces`;
