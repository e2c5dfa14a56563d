import type { IDataObject } from 'n8n-workflow';

import { refuseInput } from '../../../shared/client/errors';
import { choice, type ServiceFields } from '../../../shared/fields/describe';
import { replace } from '../../kinds/replace';
import { vatRecapModes } from '../../../shared/documents/choices';
import { documentFields } from '../../../shared/documents/fields';
import { accountingDocumentId } from './pathFields';

const { vatRecap, total, totalVatExcl, totalVatAmount, roundingAmount } = documentFields;

const manually = 2;

/** AccountingDocumentVatRecapInfo (docs/api/resources.md#vat-recap). */
const vatRecapInfoFields: ServiceFields = {
	vatRecapCalculationMode: choice(
		'VAT Summary Mode',
		vatRecapModes,
		'What the VAT summary is computed from. Manually for cash documents.',
		{ required: true },
	),
	total,
	totalVatExcl,
	totalVatAmount,
	roundingAmount,
	vatRecap,
};

/** @throws ServiceError (badInput) where the mode wants amounts that are not given (docs/api/resources.md#vat-recap) */
function checkManual(body: IDataObject): void {
	if (body.vatRecapCalculationMode !== manually) return;
	for (const name of ['total', 'totalVatExcl', 'vatRecap']) {
		const value = body[name];
		if (value !== undefined && !(Array.isArray(value) && value.length === 0)) continue;
		const { label } = vatRecapInfoFields[name];
		refuseInput(
			name,
			`${label} is missing, and the mode is Manually`,
			`Enter ${label} under Additional Fields, or let the service compute it with another mode.`,
		);
	}
}

export const updateVatRecap = replace({
	name: 'Update VAT Recap',
	value: 'updateVatRecap',
	action: 'Update VAT recap of invoice or other document',
	description:
		'Say how the amounts by VAT rate are computed, or enter them; not once it is processed',
	doing: 'updating the VAT recap of accounting document {accountingDocumentId}',
	request: 'PUT /v2/accountingdocuments/{accountingDocumentId}/vatrecap',
	basis: 'vat-recap [D]',
	path: { accountingDocumentId },
	record: {
		one: 'VAT recap',
		many: 'VAT recaps',
		fields: vatRecapInfoFields,
		simplified: {
			vatRecapCalculationMode: 'vatRecapCalculationMode',
			total: 'total',
			totalVatExcl: 'totalVatExcl',
			totalVatAmount: 'totalVatAmount',
			roundingAmount: 'roundingAmount',
		},
	},
	check: checkManual,
	whereToLook: 'Look at the VAT recap of the document',
});
