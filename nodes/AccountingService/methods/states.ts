import { quote } from '../../shared/client/redact';
import { seenStates } from '../../shared/documents/states';
import type { Picker } from './index';

/** Lists the states of the newest documents, with the number of documents in each. */
export const states: Picker = async (client, filter) => {
	const { documents, counts } = await seenStates(client);
	return {
		results: counts
			.map(([state, count]) => ({
				name: `${quote(state, 100)} · ${count} of the newest ${documents} documents`,
				value: state,
			}))
			.filter(({ value }) => value.toLowerCase().includes(filter.toLowerCase())),
	};
};
