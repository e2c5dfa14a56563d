import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { toResult } from '../../shared/client/errors';
import { parseToSend } from '../../shared/client/json';
import { isObject } from '../../shared/client/message';
import { documentFields, nameOfDocument } from '../../shared/documents/documentRecord';
import { Decimal } from '../../shared/decimal';
import { changedBetween, sentBackWith } from '../../shared/fields/differences';
import { refuseMissing } from '../../shared/fields/check';
import type { ServiceFields } from '../../shared/fields/describe';
import { changesOf } from '../../shared/fields/changeForm';
import { manualVatRecap } from '../../shared/documents/choices';
import type { OperationCall } from '../operation';
import { differencesOf } from '../document/documentDifferences';
import { namesInUpdate } from '../document/lineForm';
import { amountsIncludeVat, linesToSend, readLines } from '../document/lines';
import { rememberKeys } from '../once/existing';
import { documentPath } from '../once/locks';
import { comparedContacts } from '../once/unique';
import { probeUntilListed } from '../once/unknownOutcome';
import { readDocument } from '../once/readDocument';
import { describeSums } from './previewedDocument';
import { changeRecord, hasChanges, type Replacement } from './replaceRecord';
import {
	allowedLine,
	checkRules,
	needsManualRecap,
	refuseNothingToPay,
	withForcedFields,
} from '../document/rules';
import { countryOf, vatRatesOf } from '../document/vatRateList';

export const replaceRequest = {
	route: 'PUT /v2/accountingdocuments/{accountingDocumentId}',
	basis: 'one-document [D, address]',
} as const;

/** All changeable fields except the lines, which have their own form. Each document has a type and a direction. */
export const changeableFields: ServiceFields = Object.fromEntries(
	Object.entries(documentFields)
		.filter(([name]) => name !== 'lineItems')
		.map(([name, field]) => [
			name,
			['type', 'direction'].includes(name) ? { ...field, required: true } : field,
		]),
);

/** The checked values of the Update form. */
export interface Changes {
	head: IDataObject;
	/** Undefined to keep the lines. */
	lines?: IDataObject[];
	vatCountryCode?: string;
}

/**
 * @returns undefined for an item that changes nothing
 * @throws ServiceError (badInput) that names the field; also if the form has no fields to update
 */
export function readChanges(call: OperationCall): Changes | undefined {
	const { form } = call;
	const head = changesOf(form, changeableFields);
	refuseMissing({ vatRecap: documentFields.vatRecap }, head);
	const lines = readLines(call, namesInUpdate);
	if (lines === undefined && !hasChanges(call, head)) return undefined;
	return { head, lines, vatCountryCode: countryOf(form.get(namesInUpdate.vatCountryCode)) };
}

/** A request body that replaces a document. */
interface NewContent {
	body: IDataObject;
	/** The part of it that the user entered. */
	changes: IDataObject;
	/** The document from which the body was made. A retry then never undoes the change of someone else. */
	before?: ServiceRecord;
}

/**
 * The request body for the changes, with checked rules and lines.
 * @param before the current document; undefined if all of it is replaced
 * @throws ServiceError (badInput)
 */
export async function bodyWith(
	call: OperationCall,
	{ head, lines, vatCountryCode }: Changes,
	before?: ServiceRecord,
): Promise<NewContent> {
	const includeVat = lines ? amountsIncludeVat(call, namesInUpdate) : false;
	const type = head.type ?? before?.type;
	const isForced = lines !== undefined || needsManualRecap(head.type);
	const changes = isForced ? withForcedFields(head, includeVat, type) : { ...head };
	const merged = () => (before ? mergedDocument(before, changes) : changes);
	if (lines?.length === 0) refuseNothingToPay(head);
	if (lines) {
		const document = merged();
		const rates = await vatRatesOf(call, vatCountryCode, document);
		const { currency, vatCountryType, direction } = document;
		const context = { includeVat, currency, vatCountryType, direction, rates };
		changes.lineItems = linesToSend(call, lines, context);
	}
	const body = merged();
	checkRules(body, before ? changes : body);
	return { body, changes, before };
}

/** What to change in a document. */
interface DocumentChange {
	/** The fields that are not given do not stay, so the document is not read before. */
	replacesAll?: boolean;
	/** Whether the document needs no change. */
	isDone?(before: ServiceRecord): boolean;
	/** @throws ServiceError (badInput) */
	content(before?: ServiceRecord): Promise<NewContent> | NewContent;
}

/**
 * Changes a document. It is not published whether a PUT keeps absent fields, so this reads the document and sends all of
 * it back without the read-only fields.
 * @returns the document before, unless all of it was replaced, and after
 */
export async function changeDocument(
	call: OperationCall,
	id: string,
	{ replacesAll, isDone, content }: DocumentChange,
): Promise<{ before?: ServiceRecord; after: ServiceRecord }> {
	let before: ServiceRecord | undefined;
	let changed: NewContent | undefined;
	const after = await toResult(
		async () =>
			await changeRecord(call, [documentPath(id)], async () => {
				if (!replacesAll) before = await readDocument(call, id, parseToSend);
				if (before && isDone?.(before)) return undefined;
				changed = await content(before);
				describeSums(call, changed.body, documentPath(id));
				if (call.preview) hintRecomputed(call, id, changed);
				return replacementOf(call, id, changed);
			}),
	);
	rememberKeys(call, id, changed?.changes ?? {}, after);
	if (after.failure) throw after.failure;
	if (changed) hintRecomputed(call, id, changed, after.value);
	return { before, after: (changed ? after.value : before) ?? { id } };
}

/** @param changes checked, under the names of the service */
export const someFields =
	(changes: IDataObject): DocumentChange['content'] =>
	(before = {}) => {
		// The values of a row describe its customer. Those of another one do not belong to it.
		const isOther = comparedContacts(before.contact, changes.contact) === 'other';
		const body = mergedDocument(isOther ? { ...before, contact: undefined } : before, changes);
		checkRules(body, changes);
		return { body, changes, before };
	};

/** Fields that the service computes from others. Their old values would contradict a change of those. */
const sources = ['lineItems', 'vatRecapCalculationMode', 'vatCountryType'];
const computedFrom: Record<string, string[]> = {
	total: [...sources, 'vatRecap', 'roundingType'],
	totalVatExcl: [...sources, 'vatRecap', 'roundingType'],
	vatRecap: sources,
};

/** Whether a change makes the sums of the document out of date. An equal value does not, nor does entering them by hand. */
function affectsSums(source: string, before: ServiceRecord, changes: IDataObject): boolean {
	const value = changes[source];
	if (value === undefined) return false;
	if (source === 'vatRecapCalculationMode' && value === manualVatRecap) return false;
	return (
		changedBetween(documentFields, { [source]: before[source] }, { [source]: value }).length > 0
	);
}

/** Merges the changes into the record. In a group, only the given fields change. */
function mergedDocument(before: ServiceRecord, changes: IDataObject): IDataObject {
	const kept = { ...before };
	const sums = Object.keys(computedFrom);
	if (sums.some((name) => changes[name] === null)) return withoutSums(kept, changes, sums);
	for (const [name, from] of Object.entries(computedFrom)) {
		if (from.some((source) => affectsSums(source, before, changes))) delete kept[name];
	}
	// The service loads the properties of another contact.
	if ((changes.contact as IDataObject | null | undefined)?.contactId != null) delete kept.contact;
	return withAllowedLines(sentBackWith(documentFields, kept, changes));
}

function withAllowedLines<T extends ServiceRecord>(document: T): T {
	if (!Array.isArray(document.lineItems)) return document;
	const lineItems = document.lineItems.map((line) =>
		isObject(line) ? allowedLine(line, document.direction) : line,
	);
	return { ...document, lineItems };
}

/** To clear one sum is to let the service compute all: it does so only if none is sent. */
function withoutSums(before: ServiceRecord, changes: IDataObject, sums: string[]): IDataObject {
	const kept = Object.entries(before).filter(([name]) => !sums.includes(name));
	const others = Object.entries(changes).filter(
		([name, value]) => !sums.includes(name) || value !== null,
	);
	return mergedDocument(Object.fromEntries(kept), Object.fromEntries(others) as IDataObject);
}

/** Says what happened to lines that replace all others, or to a total that the service computes again. */
function hintRecomputed(
	{ hint, preview }: OperationCall,
	id: string,
	{ before, changes, body }: NewContent,
	after?: ServiceRecord,
): void {
	if (!before) return;
	const lines = Array.isArray(changes.lineItems) ? changes.lineItems.length : undefined;
	const known = Array.isArray(before.lineItems) ? before.lineItems.length : 'an unknown number';
	const [old, total] = [before.total, after?.total ?? body.total].map((amount) =>
		Decimal.from(amount)?.toString(),
	);
	if ((lines ?? known) === known && old !== undefined && old === total) return;
	const isKnown = old !== undefined && total !== undefined;
	// "(document of row 1)": an earlier row of a preview would create it.
	const inDocument = id.startsWith('(') ? `${id}.` : `(document ${nameOfDocument(before, id)}).`;
	if (lines === undefined) {
		if (isKnown && body.total === undefined)
			hint(
				`The service computed the total again: ${old} became ${total} ${inDocument}`,
				'otherSums',
			);
		return;
	}
	const [replaced, became] = preview
		? ['would be replaced', 'would become']
		: ['replaced', 'became'];
	const totals = isKnown ? `, total ${old} ${became} ${total}` : '';
	hint(
		`Line items ${replaced}: ${known} ${became} ${lines}${totals} ${inDocument}`,
		'linesReplaced',
	);
}

/** After an open outcome, the document is read and compared. */
function replacementOf(
	{ client }: OperationCall,
	id: string,
	{ body, changes, before }: NewContent,
): Replacement {
	const target = client.target(replaceRequest.route, { accountingDocumentId: id });
	const activity = `updating accounting document ${id}`;
	const whereToLook = 'Look at the document in the service';
	return {
		request: { ...target, activity, whereToLook },
		body,
		fields: documentFields,
		id,
		one: 'document',
		read: async (other, parser) => await readDocument(other, id, parser),
		differencesTo: (found) => differencesOf(body, found, changes),
		before,
		sendable: withAllowedLines,
		limits: probeUntilListed,
	};
}
