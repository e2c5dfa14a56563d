import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../../../shared/client/errors';
import { extraOf } from '../../../../shared/fields/extraFields';
import { refuseMissing, checkRecord } from '../../../../shared/fields/check';
import { collection } from '../../../../shared/fields/form';
import { requiredText } from '../../../../shared/fields/values';
import { holdsExpression } from '../../../sameForAll';
import type { OperationCall } from '../../../operation';
import { documentFields } from '../../../../shared/documents/fields';
import { furtherFields, topNames } from './createForm';
import { readLines } from './lineForm';

/** What one input item says of a document, checked field by field. */
export interface ItemInput {
	call: OperationCall;
	/** Everything but the lines. */
	head: IDataObject;
	lines: IDataObject[];
	includeVat: boolean;
	/** ISO code of two letters; undefined where none is given. */
	vatCountryCode?: string;
}

/** @throws ServiceError (badInput) that names the field */
export function readItem(call: OperationCall): ItemInput {
	const { form } = call;
	return {
		call,
		head: headOf(call),
		lines: readLines(call) ?? [],
		includeVat: form.get('amountsIncludeVat') === true,
		vatCountryCode: countryOf(form.get('vatCountryCode')),
	};
}

function headOf({ form }: OperationCall): IDataObject {
	const { extraFields, ...further } = collection(form, 'additionalFields');
	const given: IDataObject = {
		...further,
		contact: collection(form, 'contact'),
	};
	for (const name of topNames) {
		const value = form.get(name);
		const label = documentFields[name].label;
		given[name] = name === 'currency' ? currencyOf(value, label) : (value as IDataObject[string]);
	}
	const checked = checkRecord(documentFields, given, { timeZone: form.timeZone });
	for (const name of topNames) requiredText(checked[name], name, documentFields[name].label);
	refuseMissing(furtherFields, checked);
	return {
		...checked,
		...extraOf(extraFields, documentFields),
	};
}

function currencyOf(value: unknown, label: string): string {
	return requiredText(value, 'currency', label).toUpperCase();
}

/** @throws ServiceError (badInput) for anything but an ISO code */
export function countryOf(value: unknown): string | undefined {
	const code = typeof value === 'string' ? value.trim().toUpperCase() : (value ?? '');
	if (code === '') return undefined;
	if (typeof code === 'string' && /^[A-Z]{2}$/.test(code)) return code;
	return refuseInput(
		'vatCountryCode',
		'VAT Country must be an ISO code of two letters',
		'Enter a code such as CZ or DE.',
	);
}

/**
 * Items with the same text become one document.
 * @returns the value of an expression, or of the field of the item that is named; undefined for a document of its own
 * @throws ServiceError (badInput) where there is no value
 */
export function groupOf(call: OperationCall): string | undefined {
	const { form, host } = call;
	if (form.get('oneDocumentPer') !== 'group') return undefined;
	const given = form.get('groupBy');
	const isName = !holdsExpression(host.getNode().parameters.groupBy);
	const name = isName ? requiredText(given, 'groupBy', 'Group By') : '';
	const value = isName ? inputOf(call)[name] : given;
	const group = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
	const text = typeof group === 'boolean' ? String(group) : group;
	// Items that belong to nothing do not belong together.
	return requiredText(text, 'groupBy', isName ? `Group By (${name})` : 'Group By');
}

const inputOf = ({ host, itemIndex }: OperationCall): IDataObject =>
	host.getInputData()[itemIndex]?.json ?? {};
