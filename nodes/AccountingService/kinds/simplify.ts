import type { IDataObject } from 'n8n-workflow';

import { enumLabel } from '../../shared/client/dialect';
import type { ServiceRecord } from '../../shared/client/envelope';

/**
 * The ten fields of a document that most workflows need, flat, under the service's own names, enums
 * as their labels. The tenth is the connectable amount when it was asked for, else the permalink token.
 */
export function simplifyDocument(record: ServiceRecord): IDataObject {
	const contact = objectOf(record.contact);
	const last = 'connectableAmount' in record ? 'connectableAmount' : 'permalinkToken';
	return present({
		id: record.id,
		accountingDocumentNo: record.accountingDocumentNo,
		type: enumLabel('type', record.type),
		direction: enumLabel('direction', record.direction),
		companyName: contact.companyName,
		issueDate: record.issueDate,
		dueDate: record.dueDate,
		currency: record.currency,
		total: record.total,
		[last]: record[last],
	});
}

/**
 * A template and its scheduler in one flat object. The scheduler is nested in what is published
 * (facts, section 5) but flat in the specification, so both places are read.
 */
export function simplifyTemplate(record: ServiceRecord): IDataObject {
	const scheduler = { ...record, ...objectOf(record.scheduler) };
	return present({
		id: record.id,
		name: record.name,
		accountingDocumentId: record.accountingDocumentId,
		start: scheduler.start,
		end: scheduler.end,
		frequency: enumLabel('frequency', scheduler.frequency),
		generateMaxCount: scheduler.generateMaxCount,
		useWorkflow: scheduler.useWorkflow,
		generateOnEndOfMonth: scheduler.generateOnEndOfMonth,
		emailTemplateId: scheduler.emailTemplateId,
	});
}

function objectOf(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
		? (value as Record<string, unknown>)
		: {};
}

/** A field that the service left out is null, so that every item has the same columns. */
function present(fields: Record<string, unknown>): IDataObject {
	const entries = Object.entries(fields).map(([name, value]) => [name, value ?? null]);
	return Object.fromEntries(entries) as IDataObject;
}

export type Shape = (record: ServiceRecord) => IDataObject;

/** Simplified, or the record exactly as it came. */
export function documentShape(simplified: boolean): Shape {
	return simplified ? simplifyDocument : asItCame;
}

/** Simplified, or the record exactly as it came. */
export function templateShape(simplified: boolean): Shape {
	return simplified ? simplifyTemplate : asItCame;
}

const asItCame: Shape = (record) => record as IDataObject;
