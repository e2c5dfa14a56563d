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
	const forms = new Map<number, FormReader>();
	const source: Source = {
		entered: host.getNode().parameters,
		fields,
		dates: { timeZone: host.getTimezone(), noteExcelDate },
		valueOf: (name, itemIndex) => host.getNodeParameter(name, itemIndex, null),
	};
	const at = (itemIndex: number) => {
		const form = forms.get(itemIndex) ?? new FormReader(source, itemIndex);
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
	return new FormReader({
		entered: host.getNode().parameters,
		fields,
		dates: { timeZone: host.getTimezone() },
		valueOf: (name) => host.getNodeParameter(name),
	});
}

/** What the forms of a node share. */
interface Source {
	/** As saved in the workflow. */
	entered: INodeParameters;
	/** The declared fields, by which values are converted. */
	fields: INodeProperties[];
	dates: Pick<Place, 'timeZone' | 'noteExcelDate'>;
	/** Resolves the expression of a field. */
	valueOf(name: string, itemIndex: number): unknown;
}

/** A field as it was read. */
interface ReadField {
	value?: unknown;
	/** As entered, before a default takes its place. */
	isBlank: boolean;
	/** Thrown at each use of the field. */
	failure?: { thrown: unknown };
}

/** A class, because thousands of items have one each. */
class FormReader implements ItemForm {
	private known = new Map<string, ReadField>();

	constructor(
		private readonly source: Source,
		private readonly itemIndex = 0,
	) {}

	get entered(): INodeParameters {
		return this.source.entered;
	}

	get timeZone(): string | undefined {
		return this.source.dates.timeZone;
	}

	get(name: string): unknown {
		return this.read(name).value;
	}

	isBlank(name: string): boolean {
		return this.read(name).isBlank;
	}

	forget(except: string): void {
		this.known = new Map([...this.known].filter(([name]) => name === except));
	}

	private read(name: string): ReadField {
		const field = this.known.get(name) ?? this.readField(name);
		this.known.set(name, field);
		if (field.failure) throw field.failure.thrown;
		return field;
	}

	private readField(name: string): ReadField {
		const { fields, dates, valueOf } = this.source;
		const entered = this.entered[name];
		// The form does not show this field, or the workflow was saved before it existed.
		if (entered === undefined) return { isBlank: true };
		const declared = fields.filter((field) => field.name === name);
		const place = { ...dates, path: name, label: declared[0]?.displayName ?? name };
		try {
			// Fast path: for each value, n8n iterates over all fields of the node.
			const value = holdsExpression(entered) ? valueOf(name, this.itemIndex) : entered;
			const input = declared.some(isPicker) ? pickedId(value, place) : value;
			const converted = asDeclared({ declared, place }, input);
			return { value: converted, isBlank: isNothing(input) || isNothing(converted) };
		} catch (thrown) {
			return { isBlank: false, failure: { thrown } };
		}
	}
}

/** Of a link, its token. @throws ServiceError (badInput) for a link without one */
function pickedId(value: unknown, { path, label }: Place): unknown {
	const id = pickedValue(value);
	const isLink = isPicked(value) && value.mode === 'url' && !isBlank(id);
	return isLink ? linkToken(id, path, label) : id;
}
