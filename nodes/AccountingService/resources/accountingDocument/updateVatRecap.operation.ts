import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../../shared/client/errors';
import { type ServiceFields, named } from '../../../shared/fields/describe';
import { replace } from '../../kinds/replace';
import { manualVatRecap } from '../../../shared/documents/choices';
import { documentFields } from '../../../shared/documents/documentRecord';
import { describeSums, warnIfProcessed } from '../../send/previewedDocument';
import { accountingDocumentId } from './documentId';

const { vatRecapCalculationMode, vatRecap, total, totalVatExcl, totalVatAmount, roundingAmount } =
	documentFields;

/** AccountingDocumentVatRecapInfo (docs/api/resources.md#vat-recap). */
const vatRecapInfoFields: ServiceFields = {
	vatRecapCalculationMode: { ...vatRecapCalculationMode, required: true },
	total,
	totalVatExcl,
	totalVatAmount,
	roundingAmount,
	vatRecap,
};

/** @throws ServiceError (badInput) if the mode requires missing amounts (docs/api/resources.md#vat-recap) */
function checkManual(body: IDataObject): void {
	if (body.vatRecapCalculationMode !== manualVatRecap) return;
	for (const name of ['total', 'totalVatExcl', 'vatRecap']) {
		const value = body[name];
		if (value !== undefined && !(Array.isArray(value) && value.length === 0)) continue;
		const { label } = vatRecapInfoFields[name];
		refuseInput(
			name,
			`${label} is missing, but VAT Recap Mode is Manually`,
			`Enter ${label} under Additional Fields, or choose another VAT Recap Mode.`,
		);
	}
}

export const updateVatRecap = replace({
	name: 'Update VAT Recap',
	value: 'updateVatRecap',
	action: 'Update VAT recap of invoice or other document',
	description:
		'Change how the amounts by VAT rate are computed, or enter them, before the document is processed',
	activity: 'updating the VAT recap of accounting document {accountingDocumentId}',
	route: 'PUT /v2/accountingdocuments/{accountingDocumentId}/vatrecap',
	basis: 'vat-recap [D]',
	path: { accountingDocumentId },
	sentence: 'Update the VAT recap of {document}[: {changes}]',
	documentPart: { of: (document) => document, as: (recap) => recap },
	record: {
		one: 'VAT recap',
		many: 'VAT recaps',
		fields: vatRecapInfoFields,
		simplified: named('vatRecapCalculationMode total totalVatExcl totalVatAmount roundingAmount'),
	},
	async prepare({ call, ids, body }) {
		checkManual(body);
		await warnIfProcessed(call, ids.accountingDocumentId);
		describeSums(call, body);
	},
	whereToLook: 'Look at the VAT recap of the document',
});
