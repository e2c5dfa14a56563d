import type { IDataObject } from 'n8n-workflow';

import { refuseInput, type ServiceError, toResult } from '../../shared/client/errors';
import { documentFields } from '../../shared/documents/documentRecord';
import { labelWithin } from '../../shared/fields/describe';
import { extraOf } from '../../shared/fields/extraFields';
import { refuseMissing, checkRecord } from '../../shared/fields/check';
import { collection, type Form, membersOf, numberIn } from '../../shared/fields/readForm';
import { isBlank, refuseLacking } from '../../shared/fields/values';
import { rowAtStart, rowOf } from '../inputRows';
import { checkEach } from '../checkEach';
import type { FailedOutcome, OperationCall } from '../operation';
import { groupOf, type Item, refuseContradiction } from './combineItems';
import { furtherFields, topNames, usualValues } from './formFields';
import { namesInCreate } from './lineForm';
import { amountsIncludeVat, linesToSend, readLines } from './lines';
import { checkRules, refuseNothingToPay, withForcedFields } from './rules';
import { existingLookBack, type Unique, uniqueOf } from './key';
import { countryOf, vatRatesOf } from './vatRateList';

/** A checked document, ready to send. */
export interface Draft {
	/** The first of its items, whose options apply. */
	call: OperationCall;
	/** Indexes of its input items. */
	inputs: number[];
	/** The value that its items share, if items are grouped. */
	group?: string;
	/** Whether the form can combine items. */
	canCombine?: true;
	body: IDataObject;
	/** Undefined to create the document without a search for an existing one. */
	unique?: Unique;
	/** How many of the newest documents to search for an existing one. */
	lookBack: number;
	/** ID of the document whose copies must be known. The search goes on to it. */
	originalId?: string;
}

/** Names a document by its first row and by what identifies it: "row 3 (Order Number A-17)". */
export const placeOf = (draft: DraftPlace) => `${rowOf(draft.inputs[0])}${identityOf(draft)}`;

/** At the start of a message. */
export const placeAtStart = (draft: DraftPlace) =>
	`${rowAtStart(draft.inputs[0])}${identityOf(draft)}`;

type DraftPlace = Pick<Draft, 'inputs' | 'group' | 'unique'>;

function identityOf({ group, unique }: DraftPlace): string {
	const name = unique?.name ?? group;
	return name === undefined ? '' : ` (${name.slice(0, 60)})`;
}

/** Checks all items before the first request. */
export async function draftsOf(
	calls: OperationCall[],
): Promise<{ drafts: Draft[]; failed: FailedOutcome[] }> {
	const drafts: Draft[] = [];
	const groups = new Map<string | number, OperationCall[]>();
	const { passed, failed } = await checkEach(calls, (call) => ({ call, key: groupOf(call) }));
	for (const { call, key } of passed) {
		const members = groups.get(key) ?? [];
		members.push(call);
		groups.set(key, members);
	}
	for (const [key, members] of groups) {
		const draft = await draftFrom(members, typeof key === 'string' ? key : undefined);
		if ('body' in draft) drafts.push(draft);
		else failed.push(...draft);
	}
	return { drafts, failed };
}

async function draftFrom(
	members: OperationCall[],
	group?: string,
): Promise<Draft | FailedOutcome[]> {
	const inputs = members.map(({ itemIndex }) => itemIndex);
	const items: Item[] = [];
	const failed: FailedDraft[] = [];
	for (const call of members) {
		const item = await toResult(async () => await readItem(call));
		if (item.failure) failed.push({ inputs: [call.itemIndex], failure: item.failure });
		else items.push(item.value);
	}
	if (failed.length > 0) {
		// Without the lines of one item the document would be wrong, so the others fail with the first bad one.
		failed[0].inputs.push(...items.map(({ call }) => call.itemIndex));
		return failed.map((one) => placed(one, group));
	}
	const agreed = await toResult(async () => refuseContradiction(items, group));
	if (agreed.failure) return [{ inputs, failure: agreed.failure }];
	const draft = await toResult(async () => draftOf(items, inputs, group));
	return draft.failure ? [placed({ inputs, failure: draft.failure }, group)] : draft.value;
}

interface FailedDraft extends FailedOutcome {
	failure: ServiceError;
}

/** Several items have the same error, so it says which of them it is about. */
const placed = ({ inputs, failure }: FailedDraft, group?: string): FailedDraft => ({
	inputs,
	failure: inputs.length > 1 ? failure.at(placeAtStart({ inputs, group })) : failure,
});

/** @throws ServiceError (badInput) that names the field */
async function readItem(call: OperationCall): Promise<Item> {
	const { form } = call;
	const head = headOf(form);
	const lines = readLines(call, namesInCreate) ?? [];
	const includeVat = amountsIncludeVat(call, namesInCreate);
	const country = countryOf(form.get(namesInCreate.vatCountryCode));
	const rates = lines.length > 0 ? await vatRatesOf(call, country, head) : undefined;
	const { currency, vatCountryType, direction } = head;
	return {
		call,
		head,
		lines: linesToSend(call, lines, { includeVat, currency, vatCountryType, direction, rates }),
		includeVat,
	};
}

function headOf(form: Form): IDataObject {
	const { extraFields, ...further } = collection(form, 'additionalFields');
	const top = Object.fromEntries(topNames.map((name) => [name, form.get(name)])) as IDataObject;
	const entered: IDataObject = {
		...usualValues,
		...further,
		contact: contactOf(form),
		...top,
		cashRegisterId: registerOf(top, further),
	};
	const checked = checkRecord(documentFields, entered);
	refuseMissing(furtherFields, checked);
	return { ...checked, ...extraOf(extraFields, documentFields) };
}

/** @throws ServiceError (badInput) if fields were added, and all of them are empty: the row lacks its customer */
function contactOf(form: Form): IDataObject {
	const entered = collection(form, 'contact');
	const names = Object.keys(membersOf(form, 'contact'));
	const { label: group, fields = {} } = documentFields.contact;
	if (names.length > 0 && Object.values(entered).every(isBlank)) {
		refuseLacking(
			names.map((name) => ({
				path: `contact.${name}`,
				label: labelWithin(fields[name]?.label ?? name, group),
			})),
			'empty',
			names.length > 1 ? 'at least one of them' : undefined,
		);
	}
	return entered;
}

/** An expression in Type shows the field twice. @throws ServiceError (badInput) if the two differ */
function registerOf(top: IDataObject, further: IDataObject): IDataObject[string] {
	const entered = [top, further].flatMap(({ cashRegisterId: one }) => (isBlank(one) ? [] : [one]));
	const [first, second = first] = entered;
	if (String(first) === String(second)) return first;
	return refuseInput(
		'cashRegisterId',
		'Cash Register ID at the top and in Additional Fields differ',
		'Fill in one of them.',
	);
}

function draftOf(items: Item[], inputs: number[], group?: string): Draft {
	const [{ call, head, includeVat }] = items;
	const { form } = call;
	const lineItems = items.flatMap(({ lines }) => lines);
	const forced = withForcedFields(head, includeVat);
	if (lineItems.length === 0) refuseNothingToPay(forced);
	const body = lineItems.length > 0 ? { ...forced, lineItems } : forced;
	checkRules(body);
	return {
		call,
		inputs,
		canCombine: true,
		group,
		body,
		unique: uniqueOf(call, forced),
		lookBack: numberIn(collection(form, 'options'), existingLookBack),
	};
}
