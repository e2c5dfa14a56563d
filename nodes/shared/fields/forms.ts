import type {
	IExecuteFunctions,
	INodeParameters,
	INodeProperties,
	IPollFunctions,
} from 'n8n-workflow';

import type { Place } from './convert';
import type { NoteExcelDate } from './dates';
import { asDeclared, type Form, holdsExpression, isPicker, type ItemForm } from './readForm';
import { linkToken } from './readValue';
import { isBlank, isNothing, isPicked, pickedValue } from './values';

/** The forms of the items of an execution. */
export interface Forms {
	/** Reads each field once: n8n resolves an expression anew each time, which is slow and may give another value. */
	at(itemIndex: number): ItemForm;
	/** For an item whose values equal those of another one. */
	share(itemIndex: number, other: number): void;
	/** After the item, so that the memory does not grow with the number of items. */
	drop(itemIndex: number): void;
	/** Of an item that was read and waits for the others: all fields but one, which would be evaluated again. */
	forget(itemIndex: number, except: string): void;
}

/**
 * It reads the node only once, because n8n makes a deep copy each time.
 * @param fields the declared fields, by which values are converted
 * @param noteExcelDate absent for an agent, whose numbers are guesses
 */
export function formsOf(
	host: IExecuteFunctions,
	fields: INodeProperties[] = [],
	noteExcelDate?: NoteExcelDate,
): Forms {
	const forms = new Map<number, ItemForm & Pick<Reader, 'forget'>>();
	const { parameters: entered } = host.getNode();
	const timeZone = host.getTimezone();
	const dates = { timeZone, noteExcelDate };
	const read = (itemIndex: number) => {
		const valueOf = (name: string) => host.getNodeParameter(name, itemIndex, null) as unknown;
		return { entered, timeZone, ...reading(entered, valueOf, fields, dates) };
	};
	const at = (itemIndex: number) => {
		const form = forms.get(itemIndex) ?? read(itemIndex);
		forms.set(itemIndex, form);
		return form;
	};
	return {
		at,
		share: (itemIndex, other) => void forms.set(itemIndex, at(other)),
		drop: (itemIndex) => void forms.delete(itemIndex),
		forget: (itemIndex, except) => forms.get(itemIndex)?.forget(except),
	};
}

/** {@link formsOf} for a node without items. */
export function formOfTrigger(host: IPollFunctions, fields: INodeProperties[]): Form {
	const { parameters } = host.getNode();
	const timeZone = host.getTimezone();
	const { get } = reading(parameters, (name) => host.getNodeParameter(name), fields, { timeZone });
	return { timeZone, get };
}

/** A field as it was read. */
interface ReadForm {
	value?: unknown;
	/** As entered, before a default takes its place. */
	isBlank: boolean;
	/** Thrown at each use of the field. */
	failure?: { thrown: unknown };
}

interface Reader extends Pick<ItemForm, 'get' | 'isBlank'> {
	forget(except: string): void;
}

function reading(
	parameters: INodeParameters,
	valueOf: (name: string) => unknown,
	fields: INodeProperties[],
	dates: Pick<Place, 'timeZone' | 'noteExcelDate'>,
): Reader {
	const readField = (name: string): ReadForm => {
		const entered = parameters[name];
		// The form does not show this field, or the workflow was saved before it existed.
		if (entered === undefined) return { isBlank: true };
		const declared = fields.filter((field) => field.name === name);
		const place = { ...dates, path: name, label: declared[0]?.displayName ?? name };
		try {
			// Fast path: for each value, n8n iterates over all fields of the node.
			const value = holdsExpression(entered) ? valueOf(name) : entered;
			const input = declared.some(isPicker) ? pickedId(value, place) : value;
			const converted = asDeclared({ declared, place }, input);
			return { value: converted, isBlank: isNothing(input) || isNothing(converted) };
		} catch (thrown) {
			return { isBlank: false, failure: { thrown } };
		}
	};
	let known = new Map<string, ReadForm>();
	const read = (name: string): ReadForm => {
		const field = known.get(name) ?? readField(name);
		known.set(name, field);
		if (field.failure) throw field.failure.thrown;
		return field;
	};
	return {
		get: (name) => read(name).value,
		isBlank: (name) => read(name).isBlank,
		forget(except) {
			known = new Map([...known].filter(([name]) => name === except));
		},
	};
}

/** Of a link, its token. @throws ServiceError (badInput) for a link without one */
function pickedId(value: unknown, { path, label }: Place): unknown {
	const id = pickedValue(value);
	const isLink = isPicked(value) && value.mode === 'url' && !isBlank(id);
	return isLink ? linkToken(id, path, label) : id;
}
