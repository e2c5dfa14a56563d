import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../../../shared/client/envelope';
import { refuseInput } from '../../../../shared/client/errors';
import { calendarDate } from '../../../../shared/fields/values';
import { refuseMissing } from '../../../../shared/fields/check';
import { changesOf, leavesAsItIs } from '../../../../shared/fields/recordForm';
import type { ServiceFields } from '../../../../shared/fields/describe';
import type { OperationCall } from '../../../operation';
import { documentFields } from '../../../../shared/documents/fields';
import { changedBody } from './changing';
import { countryOf } from './createInput';
import { readLines } from './lineForm';
import { lineToSend } from './lines';
import { checkRules, withForcedFields } from './preconditions';
import { readVatRates, withVat } from './vatRates';

/** Everything that can be changed but the lines, which have a form of their own. */
export const changeableFields: ServiceFields = Object.fromEntries(
	Object.entries(documentFields).filter(([name]) => name !== 'lineItems'),
);

/** Whose rows have to be whole, where they are given. */
const rowFields: ServiceFields = { vatRecap: documentFields.vatRecap };

/** What the form of Update says, checked field by field. */
export interface GivenChanges {
	head: IDataObject;
	/** Undefined if the lines stay as they are. */
	lines?: IDataObject[];
	includeVat: boolean;
	vatCountryCode?: string;
}

/**
 * @returns undefined for an item that has none of the fields to update
 * @throws ServiceError (badInput) that names the field, also if there are none
 */
export function readChanges(call: OperationCall): GivenChanges | undefined {
	const { form } = call;
	const head = changesOf(form, changeableFields);
	if (typeof head.currency === 'string') head.currency = head.currency.trim().toUpperCase();
	refuseMissing(rowFields, head);
	const lines = readLines(call);
	if (lines === undefined && leavesAsItIs(form, head)) return undefined;
	if (Object.keys(head).length === 0 && lines === undefined) {
		refuseInput('updateFields', 'There is nothing to update', 'Add the fields to update.');
	}
	const includeVat = lines !== undefined && form.get('amountsIncludeVat') === true;
	return { head, lines, includeVat, vatCountryCode: countryOf(form.get('vatCountryCode')) };
}

/**
 * The body that carries the changes, with its rules and its lines checked (contract of writes, 4 and 5).
 * @param before the document as it is; undefined where all of it is replaced
 * @throws ServiceError (badInput)
 */
export async function bodyWith(
	call: OperationCall,
	given: GivenChanges,
	before?: ServiceRecord,
): Promise<IDataObject> {
	const { lines, includeVat } = given;
	const head = lines ? withForcedFields(given.head, includeVat) : given.head;
	const merged = (changes: IDataObject) => (before ? changedBody(before, changes) : changes);
	const checked = lines && (await checkedLines(call, given, lines, merged(head)));
	const changes = checked ? { ...head, lineItems: checked } : head;
	const body = merged(changes);
	checkRules(body, before ? changes : body);
	return body;
}

async function checkedLines(
	call: OperationCall,
	{ includeVat, vatCountryCode }: GivenChanges,
	lines: IDataObject[],
	body: IDataObject,
): Promise<IDataObject[]> {
	const { timeZone } = call.form;
	const day = body.taxDate ?? body.issueDate ?? new Date();
	const rates =
		vatCountryCode === undefined
			? undefined
			: await readVatRates(call.client, {
					countryCode: vatCountryCode,
					date: calendarDate(day, 'taxDate', 'Tax Date', timeZone) ?? '',
					vatCountryType: Number(body.vatCountryType),
					direction: Number(body.direction),
				});
	return lines.map((one, index) => {
		const { line, rate } = withVat(one, index, rates);
		return lineToSend(line, { index, includeVat, currency: body.currency, rate });
	});
}
