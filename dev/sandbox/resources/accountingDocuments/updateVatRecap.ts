/** Update VAT recap: `PUT …/vatrecap` (docs/api/requests.md#vat-recap). */
import { z } from 'zod';

import { type FieldError, fieldError, invalid, record } from '../../http/answers';
import type { Operations } from '../../http/operations';
import { amount, getOnly } from '../fields';
import { type AccountingDocuments, mustNotBeProcessed } from '.';
import { recapOf, totalsOf } from './amounts';
import { type DocumentRecord, vatRecapCalculationMode, vatRecapLine } from './contract';
import { needsManualRecap } from './rules';
import type { Store } from './store';

const MANUALLY = 2;

export const vatRecapInfo = z.strictObject({
	/** 0 StartFromVatExcluded, 1 StartFromVatIncluded, 2 Manually. */
	vatRecapCalculationMode,
	vatRecap: z.array(vatRecapLine).nullish(),
	total: amount,
	totalVatExcl: amount,
	totalVatAmount: amount,
	roundingAmount: amount,
});
const infoInput = vatRecapInfo.extend({ totalVatAmount: getOnly, roundingAmount: getOnly });
type InfoInput = z.infer<typeof infoInput>;

function errorsOf(input: InfoInput, { type }: DocumentRecord): FieldError[] {
	const isManual = input.vatRecapCalculationMode === MANUALLY;
	if (needsManualRecap(type) && !isManual) {
		const message = 'must be 2 (Manually) for this type of document';
		return [fieldError('vatRecapCalculationMode', 'rule_broken', message)];
	}
	if (!isManual) return [];
	const needed = { total: input.total, totalVatExcl: input.totalVatExcl, vatRecap: input.vatRecap };
	return Object.entries(needed)
		.filter(([, value]) => value == null || (Array.isArray(value) && value.length === 0))
		.map(([name]) => fieldError(name, 'rule_broken', 'is required in mode 2 (Manually)'));
}

export class VatRecaps {
	constructor(
		private readonly documents: AccountingDocuments,
		private readonly store: Store,
	) {}

	operations(): Operations<'updateVatRecap'> {
		return {
			updateVatRecap: {
				kind: 'replaces',
				method: 'PUT',
				path: '/v2/accountingdocuments/:accountingDocumentId/vatrecap',
				basis: 'vat-recap [D]',
				carries: 'json',
				answer: (call) => {
					const key = this.documents.keyOf(call);
					const input = call.record(infoInput);
					const { id: _id, ...document } = this.store.document(key);
					mustNotBeProcessed(document);
					const errors = errorsOf(input, document);
					if (errors.length > 0) throw invalid(errors);
					const mode = input.vatRecapCalculationMode;
					const isManual = mode === MANUALLY;
					const vatRecap =
						isManual && input.vatRecap ? input.vatRecap : recapOf(document.lineItems ?? [], mode);
					const totals = totalsOf(vatRecap, {
						total: isManual ? input.total : null,
						totalVatExcl: isManual ? input.totalVatExcl : null,
						roundingType: document.roundingType,
					});
					const info = { vatRecapCalculationMode: mode, vatRecap, ...totals };
					this.store.write(key, { ...document, ...info });
					return record(info);
				},
			},
		};
	}
}
