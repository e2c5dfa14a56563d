import type { IDataObject } from 'n8n-workflow';

import { create } from './create';
import { lateService, type LateService } from './lateService';
import { byId, type Parameters } from './withSandbox';

/** What executions do in a trial of "never twice" (onceTrial.ts). */

export const kinds = ['document', 'copy', 'order'] as const;
export type Kind = (typeof kinds)[number];

/** How an execution goes. */
export interface Way {
	/** Companies may have several applications. */
	application: 'one' | 'two';
	/** Whether it is stopped as soon as a change has arrived. */
	stops: boolean;
}

export interface Run extends Way {
	kind: Kind;
	/** The key of a document, or the ID of the document to copy or to pay. */
	rows: Array<{ key: number; isPreviewed: boolean }>;
}

/** An update of the key of a record, or its deletion. */
export interface Change extends Way {
	kind: 'document' | 'copy';
	key: number;
	/** The new key; undefined to delete it. */
	to: number | undefined;
	isPreviewed: boolean;
	/** Milliseconds that pass afterwards. */
	pause: number;
}

const common = { options: { preview: '={{ $json.isPreviewed }}' } };

export const creations: Record<Kind, Parameters> = {
	document: create({
		...common,
		uniqueBy: 'orderNo',
		additionalFields: { orderNo: '=A-{{ $json.key }}' },
	}),
	copy: {
		...{ ...common, resource: 'accountingDocument', operation: 'createFromDocument' },
		...{ accountingDocumentId: byId('={{ $json.key }}'), issueDate: '2026-12-01' },
	},
	order: {
		...{ ...common, resource: 'paymentOrder', operation: 'create' },
		...{ bankAccountId: byId('303'), dueDate: '2026-12-01' },
		accountingDocuments: '={{ $json.key }}',
	},
};

export function changing({ kind, to }: Change, id: number): Parameters {
	const record = { resource: 'accountingDocument', accountingDocumentId: byId(String(id)) };
	const document = { ...common, ...record };
	if (to === undefined) return { ...document, operation: 'delete' };
	const updateFields =
		kind === 'document'
			? { orderNo: `A-${to}` }
			: { relatedAccountingDocumentId: byId(String(to)) };
	return { ...document, operation: 'update', updateFields };
}

const line = {
	...{ description: 'Chairs', qt: 1, vatRate: 21, vatRateType: 1 },
	...{ unitPrice: 121, unitPriceVatExcl: 100, total: 121, totalVatExcl: 100, totalVat: 21 },
};

/** A company with received invoices. @param lagMs milliseconds after which the list shows a change */
export async function companyWith(lagMs: () => number): Promise<LateService> {
	const service = await lateService({ lagMs });
	const invoice = {
		...{ type: 0, direction: 0, total: 121, amountPaid: 0, currency: 'CZK', vatCountryType: 1 },
		...{ contact: { companyName: 'Example Ltd', companyRegNo: '123' }, lineItems: [line] },
	};
	service.documents.push(
		...[1, 2, 3].map((id) => ({ ...invoice, id, accountingDocumentNo: `R-${id}`, shownAt: 0 })),
	);
	return service;
}

/** The records of a kind with a key. */
export function recordsOf(
	{ documents, orders }: LateService,
	kind: Kind,
	key: number,
): IDataObject[] {
	if (kind === 'document') return documents.filter(({ orderNo }) => orderNo === `A-${key}`);
	if (kind === 'copy') {
		return documents.filter(({ relatedAccountingDocumentId: id }) => String(id) === String(key));
	}
	return orders.filter(({ accountingDocuments: paid }) =>
		JSON.stringify(paid).includes(`"accountingDocumentId":${key}}`),
	);
}
