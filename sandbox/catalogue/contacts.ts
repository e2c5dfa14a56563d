/** Contacts: list, create, get, update, update some fields, remove. */
import { z } from 'zod';

import { empty, notFound, record } from '../http/answers';
import type { Call } from '../http/operations';
import type { SmallLists } from '../lists/smallLists';
import { getOnly, int64, text } from '../resources/fields';
import type { Coin, Privates } from '.';

const FIRST_ID = 20_001;
const COUNT = 57;
const BASIS = 'no-published-path: contacts [S, named only]';

const contact = z.strictObject({ id: int64, name: z.string().min(1), email: text, note: text });
type PrivateContact = z.infer<typeof contact>;
const input = contact.extend({ id: getOnly });

export class PrivateContacts {
	all: PrivateContact[] = Array.from({ length: COUNT }, (_, index) => ({
		id: FIRST_ID + index,
		name: `Partner ${index}`,
		email: `partner${index}@kontakty.example`,
		note: null,
	}));
	private added = COUNT;

	/** The contact that a path names. Throws a Refusal. */
	of(call: Call): PrivateContact {
		const wanted = call.id('contactId');
		const found = this.all.find((one) => one.id === wanted);
		if (found === undefined) throw notFound(`contact has the id ${wanted}`);
		return found;
	}

	add(entered: z.infer<typeof input>): PrivateContact {
		const added = { ...entered, id: FIRST_ID + this.added++ };
		this.all = [added, ...this.all];
		return added;
	}

	put(changed: PrivateContact): PrivateContact {
		this.all = this.all.map((one) => (one.id === changed.id ? changed : one));
		return changed;
	}

	remove({ id }: PrivateContact): void {
		this.all = this.all.filter((one) => one.id !== id);
	}
}

export function contactOperations(
	contacts: PrivateContacts,
	lists: SmallLists,
	coin: Coin,
): Privates {
	const records = coin('osoby').replace('-', '');
	const all = `/v2/${coin('partneri')}`;
	const one = `${all}/:contactId`;
	return {
		listContacts: {
			records,
			operation: {
				kind: 'read',
				method: 'GET',
				path: all,
				basis: BASIS,
				takesQuery: true,
				isList: true,
				answer: (call) => lists.answer(call, records, contacts.all),
			},
		},
		createContact: {
			operation: {
				kind: 'creates',
				method: 'POST',
				path: all,
				basis: BASIS,
				carries: 'json',
				answer: (call) => record(contacts.add(call.record(input))),
			},
		},
		getContact: {
			operation: {
				kind: 'read',
				method: 'GET',
				path: one,
				basis: BASIS,
				answer: (call) => record(contacts.of(call)),
			},
		},
		updateContact: {
			operation: {
				kind: 'replaces',
				method: 'PUT',
				path: one,
				basis: BASIS,
				carries: 'json',
				answer: (call) => {
					const { id } = contacts.of(call);
					return record(contacts.put({ ...call.record(input), id }));
				},
			},
		},
		changeContact: {
			operation: {
				kind: 'replaces',
				method: 'PATCH',
				path: one,
				basis: BASIS,
				carries: 'json',
				answer: (call) => {
					const current = contacts.of(call);
					return record(
						contacts.put({ ...current, ...call.record(input.partial()), id: current.id }),
					);
				},
			},
		},
		removeContact: {
			operation: {
				kind: 'removes',
				method: 'DELETE',
				path: one,
				basis: BASIS,
				answer: (call) => {
					contacts.remove(contacts.of(call));
					return empty();
				},
			},
		},
	};
}
