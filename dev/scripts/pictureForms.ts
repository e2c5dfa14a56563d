/**
 * The forms in the pictures of docs/images. `npm run screenshots` writes their labels, and a test compares them with the
 * forms of today.
 */
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
import triggerForm from '../../nodes/AccountingServiceTrigger/form.json';

/** A form, as the source of a picture. */
export interface FormSource {
	form: 'node' | 'trigger' | 'credential';
	parameters: Record<string, unknown>;
	/** The example whose node has these parameters. */
	example?: string;
}

export interface PictureForm extends FormSource {
	/** Its fields in order, with the chosen values of lists. */
	labels: string[];
}

const file = path.resolve(__dirname, '../../docs/images/forms.json');

/** By the name of the picture. */
export const readPictureForms = (): Record<string, PictureForm> =>
	JSON.parse(readFileSync(file, 'utf8')) as Record<string, PictureForm>;

export function writePictureForm(picture: string, source: FormSource): void {
	const forms = { ...readPictureForms(), [picture]: { ...source, labels: labelsOf(source) } };
	const sorted = Object.entries(forms).sort(([one], [other]) => (one < other ? -1 : 1));
	writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, '\t')}\n`);
}

/** The labels that n8n shows for these parameters. */
export function labelsOf({ form, parameters }: FormSource): string[] {
	const description = descriptionOf(form);
	const values = { ...parameters } as INodeParameters;
	const isShown = (field: INodeProperties) =>
		field.type !== 'hidden' &&
		!Object.hasOwn(field.displayOptions?.show ?? {}, '@tool') &&
		displayParameter(values, field, { typeVersion: 1 } as INode, description as never);
	for (const field of description.properties) {
		if (!(field.name in values) && isShown(field)) {
			values[field.name] = field.default as NodeParameterValue;
		}
	}
	return description.properties
		.filter(isShown)
		.flatMap((field) => [field.displayName, ...chosen(field, values[field.name])]);
}

function descriptionOf(name: FormSource['form']): { name: string; properties: INodeProperties[] } {
	if (name === 'credential') return new AccountingServiceApi();
	const { properties } = name === 'trigger' ? triggerForm : nodeForm;
	return { name, properties: properties as INodeProperties[] };
}

/** The chosen values of a list, the added fields of a collection, or the fields of added rows. */
function chosen({ type, options = [] }: INodeProperties, value: unknown): string[] {
	if (type === 'collection') {
		const added = Object.keys(value as object);
		const fields = options.filter((field) => added.includes(field.name)) as INodeProperties[];
		return fields.map(({ displayName }) => displayName);
	}
	if (type === 'fixedCollection') {
		const groups = (options as INodePropertyCollection[]).filter(
			({ name }) => name in (value as object),
		);
		return groups.flatMap(({ values }) => values.map(({ displayName }) => displayName));
	}
	if (type !== 'options' && type !== 'multiOptions') return [];
	const values = [value].flat();
	const choices = options.filter((one) => values.includes((one as INodePropertyOptions).value));
	return choices.map(({ name }) => name);
}
