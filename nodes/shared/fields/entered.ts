import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';

import { refuseInput } from '../client/errors';
import { alike, flagOf, isBlank, plainFlag, plainText, refuseEmpty, shown } from './values';

/** Where a field stands in the form. */
export interface Entry {
	/** "payments.paid", without the collection on top */
	path: string;
	/** "Paid of Payments" */
	label: string;
	/** In a collection. */
	isInside?: boolean;
	/** Members of collections that are required once they are added; null is a value of its own there. */
	mayBeNull?: readonly string[];
}

/** The form offers the usual ones; an expression may give others, which the reader of the field checks. */
const takesMore: readonly string[] = ['delimiter'];

/**
 * What was entered, held against the declaration of its field: a switch becomes a boolean and a choice one of its
 * declared values, also where an expression gives them as text. So no reader can take what it does not know for
 * "not chosen".
 * @param fields the declarations of the name, several where the form shows one of several
 * @returns the default for an empty choice on top of the form; in a collection what is empty stays as it is
 * @throws ServiceError (badInput) that names the field, also for a required choice that is empty
 */
export function asDeclared(fields: INodeProperties[], value: unknown, entry: Entry): unknown {
	const [field] = fields;
	if (isBlank(value) && !isChoice(fields, value)) {
		if (entry.isInside) return value;
		if (field?.type === 'boolean' || field?.type === 'options') {
			return field.required ? refuseEmpty(entry.path, entry.label) : field.default;
		}
	}
	switch (field?.type) {
		case 'boolean':
			return flagOf(value, entry.path, entry.label);
		case 'options':
			return choiceIn(fields, value, entry);
		case 'multiOptions':
			return choicesIn(fields, value, entry);
		case 'collection':
			return membersOf((field.options ?? []) as INodeProperties[], value, entry);
		case 'fixedCollection':
			return rowsOf((field.options ?? []) as INodePropertyCollection[], value, entry);
		default:
			return value;
	}
}

/** A tab is a delimiter. */
const isChoice = (fields: INodeProperties[], value: unknown) =>
	fields.some(({ options = [] }) => options.some((one) => 'value' in one && one.value === value));

function choiceIn(fields: INodeProperties[], value: unknown, entry: Entry): unknown {
	const choices = fields.flatMap(({ options = [] }) => options as INodePropertyOptions[]);
	const text = typeof value === 'string' ? value.trim() : value;
	const found =
		choices.find((one) => one.value === value) ??
		choices.find((one) => isPlain(text) && String(one.value) === String(text)) ??
		choices.find((one) => isMeant(one, choices, text));
	if (found) return found.value;
	if (takesMore.includes(fields[0].name)) return value;
	return refuseInput(
		entry.path,
		`${entry.label} cannot be ${shown(value)}`,
		`Use ${choices.map(wordsOf).filter(Boolean).join(', ')}.`,
	);
}

/** Several choices, as a list or with commas. Where they are names, others than the declared ones are read too. */
function choicesIn(fields: INodeProperties[], value: unknown, entry: Entry): unknown {
	const list: unknown[] = Array.isArray(value) ? value : [value];
	const options = (fields[0].options ?? []) as INodePropertyOptions[];
	if (options.every((one) => typeof one.value === 'number')) {
		const isText = typeof value === 'string';
		const given = isText ? value.split(',').filter((one) => one.trim() !== '') : list;
		return given.map((one) => choiceIn(fields, one, entry));
	}
	for (const one of list) plainText(one, entry.path, entry.label);
	return value;
}

const isPlain = (value: unknown) => typeof value === 'number' || typeof value === 'string';

/** A number of the service by its label, or a choice between yes and no by what is read as a switch elsewhere. */
function isMeant(
	{ name, value }: INodePropertyOptions,
	all: INodePropertyOptions[],
	given: unknown,
) {
	if (typeof value === 'number') return typeof given === 'string' && alike(name, given);
	const isYesOrNo = ['yes', 'no'].every((word) => all.some((one) => one.value === word));
	if (!isYesOrNo || !['yes', 'no'].includes(String(value))) return false;
	return plainFlag(given) === (value === 'yes');
}

const wordsOf = ({ name, value }: INodePropertyOptions) =>
	typeof value === 'number' ? `${value} ${name}` : String(value);

function membersOf(fields: INodeProperties[], value: unknown, entry: Entry): IDataObject {
	const { isInside, mayBeNull = [] } = entry;
	const members = Object.entries(objectOf(value, entry)).map(([name, member]) => {
		const declared = fields.filter((field) => field.name === name);
		const own = declared[0]?.displayName ?? name;
		const place = {
			path: isInside ? `${entry.path}.${name}` : name,
			label: isInside ? `${own} of ${entry.label}` : own,
			isInside: true,
		};
		if (mayBeNull.includes(name) && member !== null && isBlank(member)) {
			refuseEmpty(place.path, place.label);
		}
		return [name, asDeclared(declared, member, place)];
	});
	return Object.fromEntries(members) as IDataObject;
}

function rowsOf(groups: INodePropertyCollection[], value: unknown, entry: Entry): IDataObject {
	const members = Object.entries(objectOf(value, entry)).map(([name, rows]) => {
		const group = groups.find((one) => one.name === name);
		if (!group) return [name, rows];
		const read = (row: unknown, index: number) => rowOf(group, row, index, entry);
		return [name, Array.isArray(rows) ? rows.map(read) : read(rows, 0)];
	});
	return Object.fromEntries(members) as IDataObject;
}

function rowOf(group: INodePropertyCollection, row: unknown, index: number, entry: Entry) {
	const path = `${entry.path}[${index}]`;
	const label = `${group.displayName} ${index + 1}`;
	return membersOf(group.values, row, { path, label, isInside: true });
}

/** @throws ServiceError (badInput) for anything that holds no fields; what is empty holds none */
function objectOf(value: unknown, { path, label }: Entry): IDataObject {
	if (isBlank(value)) return {};
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
		return value as IDataObject;
	}
	return refuseInput(
		path,
		`${label} must be an object, but is ${shown(value)}`,
		'Pass an object with fields, or nothing.',
	);
}
