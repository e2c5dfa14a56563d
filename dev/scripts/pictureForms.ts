/**
 * The forms in the pictures of docs/images. `npm run screenshots` writes what they show, and the hash of each picture.
 * A picture whose form has changed since is due: `npm run generate` lists it in docs/images/due.json, CI takes it, and a
 * release needs it.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
	displayParameter,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type NodeParameterValue,
} from 'n8n-workflow';

import { AccountingServiceApi } from '../../credentials/AccountingServiceApi.credentials';
import nodeForm from '../../nodes/AccountingService/form.json';
import { previewOutput } from '../../nodes/AccountingService/preview';
import triggerOutput from '../../nodes/AccountingServiceTrigger/__schema__/v1.0.0.json';
import triggerForm from '../../nodes/AccountingServiceTrigger/form.json';
import { previewOnly } from '../../nodes/shared/fields/options';

/** A form, as the source of a picture. */
export interface FormSource {
	form: 'node' | 'trigger' | 'credential';
	parameters: Record<string, unknown>;
	/** The example whose node has these parameters. */
	example?: string;
}

export interface PictureForm extends FormSource {
	/** Its fields in order with their values, as {@link shownBy} says. */
	shows: string[];
	/** SHA-256 of the picture's file. */
	sha256: string;
}

const folder = path.resolve(__dirname, '../../docs/images');
const file = path.join(folder, 'forms.json');

/** By the name of the picture. */
export const readPictureForms = (): Record<string, PictureForm> =>
	JSON.parse(readFileSync(file, 'utf8')) as Record<string, PictureForm>;

export const hashOf = (picture: string): string =>
	createHash('sha256')
		.update(readFileSync(path.join(folder, `${picture}.png`)))
		.digest('hex');

/** The fields of the nodes' forms. The credential has one only in its class. */
type Forms = Record<Exclude<FormSource['form'], 'credential'>, INodeProperties[]>;

const committed: Forms = {
	node: nodeForm.properties as INodeProperties[],
	trigger: triggerForm.properties as INodeProperties[],
};

/** After the picture was taken. */
export function writePictureForm(picture: string, source: FormSource): void {
	const form = { ...source, shows: shownBy(source), sha256: hashOf(picture) };
	const forms = { ...readPictureForms(), [picture]: form };
	const sorted = Object.entries(forms).sort(([one], [other]) => (one < other ? -1 : 1));
	writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, '\t')}\n`);
}

/** The pictures that show other forms than these. */
export const duePictures = (forms = committed): string[] =>
	Object.entries(readPictureForms())
		.filter(([, form]) => shownBy(form, forms).join('\n') !== form.shows.join('\n'))
		.map(([picture]) => picture);

/** What n8n shows for these parameters: labels, values or defaults, hints, and the columns of an output. */
export function shownBy({ form, parameters }: FormSource, forms = committed): string[] {
	const properties = form === 'credential' ? new AccountingServiceApi().properties : forms[form];
	const description = { name: form, properties };
	const values = { ...parameters } as INodeParameters;
	const isShown = (field: INodeProperties) =>
		field.type !== 'hidden' &&
		!Object.hasOwn(field.displayOptions?.show ?? {}, '@tool') &&
		displayParameter(values, field, { typeVersion: 1 } as INode, description as never);
	for (const field of properties) {
		if (!(field.name in values) && isShown(field)) {
			values[field.name] = field.default as NodeParameterValue;
		}
	}
	return [...linesOf(properties.filter(isShown), values), ...columnsOf(form, values)];
}

/** Of the pictures with an output: an event of the trigger, and previews. */
function columnsOf(form: FormSource['form'], { options }: INodeParameters): string[] {
	if (form === 'trigger') return Object.keys(triggerOutput.properties);
	const isPreviewed = (options as INodeParameters | undefined)?.[previewOnly.name] === true;
	return isPreviewed ? Object.keys(previewOutput) : [];
}

const linesOf = (fields: INodeProperties[], values: INodeParameters): string[] =>
	fields.flatMap((field) => {
		const lines = valueIn(field, values[field.name] ?? field.default);
		return [field.displayName, ...lines, ...(field.hint === undefined ? [] : [field.hint])];
	});

/** The chosen values of a list, the added fields of a collection, the rows of a table, or what is entered. */
function valueIn({ type, options = [], placeholder, modes = [] }: INodeProperties, value: unknown) {
	const entered = value as INodeParameters;
	if (type === 'notice') return [];
	if (type === 'collection') {
		const added = (options as INodeProperties[]).filter(({ name }) => name in entered);
		return linesOf(added, entered);
	}
	if (type === 'fixedCollection') {
		return (options as INodePropertyCollection[]).flatMap(({ name, values }) =>
			[entered[name] ?? []].flat().flatMap((row) => linesOf(values, row as INodeParameters)),
		);
	}
	if (type === 'options' || type === 'multiOptions') {
		const chosen = [value].flat();
		return (options as INodePropertyOptions[])
			.filter((one) => chosen.includes(one.value))
			.map(({ name }) => name);
	}
	if (type === 'resourceLocator') {
		const mode = modes.find(({ name }) => name === entered.mode);
		return [mode?.displayName ?? '', String(entered.value || mode?.placeholder || '')];
	}
	return [String(value === '' ? (placeholder ?? '') : value)];
}
