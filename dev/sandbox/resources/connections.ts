/** Connections between documents, such as an advance drawn by an invoice (docs/api/resources.md#connection). */
import { z } from 'zod';

import { Decimal } from '../decimal';
import { type FieldError, fieldError, invalid, json, notFound, record } from '../http/answers';
import type { Call, Operations } from '../http/operations';
import { type AccountingDocuments, mustNotBeProcessed } from './accountingDocuments';
import { accountingDocumentType, vatRecapLine } from './accountingDocuments/contract';
import type { Store } from './accountingDocuments/store';
import { amount, getOnly, int64, text } from './fields';

export const connection = z.strictObject({
	connectedAccountingDocumentId: int64,
	vatAmounts: z.array(vatRecapLine).nullish(),
	amount,
	connectedAccountingDocumentNo: text,
	connectedAccountingDocumentType: accountingDocumentType.nullish(),
});
export type Connection = z.infer<typeof connection>;
const connectionInput = connection.extend({
	connectedAccountingDocumentNo: getOnly,
	connectedAccountingDocumentType: getOnly,
});
type ConnectionInput = z.infer<typeof connectionInput>;

/** The amount that the document `by` takes from the document `from`. */
type Drawing = {
	from: number;
	by: number;
	amount: number | null;
	vatAmounts: ConnectionInput['vatAmounts'];
};

export class Connections {
	private readonly changed: Drawing[] = [];

	constructor(
		private readonly documents: AccountingDocuments,
		private readonly store: Store,
	) {}

	/** Connects two documents by their keys, bypassing the service. */
	connect(from: number, by: number, drawn: number): void {
		this.put({ from, by, amount: drawn, vatAmounts: null });
	}

	/** Connections of the document with that key. */
	of(key: number): Connection[] {
		return this.drawingsOf(key).map((drawing) => {
			const other = drawing.from === key ? drawing.by : drawing.from;
			const { accountingDocumentNo, type } = this.store.document(other);
			return {
				connectedAccountingDocumentId: this.store.records.idOf(other),
				vatAmounts: drawing.vatAmounts,
				amount: drawing.amount,
				connectedAccountingDocumentNo: accountingDocumentNo,
				connectedAccountingDocumentType: type,
			};
		});
	}

	operations(): Operations<'listConnections' | 'updateConnection'> {
		const path = '/v2/accountingdocuments/:accountingDocumentId/connections';
		return {
			listConnections: {
				kind: 'read',
				method: 'GET',
				path,
				basis: 'connections [D]',
				answer: (call) => record(this.of(this.documents.keyOf(call))),
			},
			updateConnection: {
				kind: 'replaces',
				method: 'PUT',
				path: `${path}/:connectedAccountingDocumentId`,
				basis: 'connections [D]',
				carries: 'json',
				answer: (call) => {
					const key = this.documents.keyOf(call);
					this.update(key, call);
					return json(200, this.store.text(key, false));
				},
			},
		};
	}

	private update(key: number, call: Call): void {
		const id = call.id('connectedAccountingDocumentId');
		const other = this.store.findById(id);
		const found = this.drawingsOf(key).find(({ from, by }) => (from === key ? by : from) === other);
		if (found === undefined) throw notFound(`document with the id ${id} is connected to this one`);
		const input = call.record(connectionInput);
		mustNotBeProcessed(this.store.document(key));
		const errors: FieldError[] = [];
		if (input.connectedAccountingDocumentId !== id) {
			const message = 'is another than that of the path';
			errors.push(fieldError('connectedAccountingDocumentId', 'rule_broken', message));
		}
		if ((input.amount == null) === (input.vatAmounts == null))
			errors.push(fieldError('amount', 'rule_broken', 'or vatAmounts must be given, and not both'));
		if (errors.length > 0) throw invalid(errors);
		this.put({ ...found, amount: input.amount ?? null, vatAmounts: input.vatAmounts ?? null });
	}

	/** The next document takes the amount of a generated document. */
	private generatedDrawings(key: number): Drawing[] {
		return [key - 2, key].flatMap((from) => {
			const by = from + 2;
			if (from < 0 || from % 2 === 1 || !this.store.has(from) || !this.store.has(by)) return [];
			if (this.store.isInserted(from) || this.store.isInserted(by)) return [];
			const { amountDrawn } = this.store.records.head(from);
			if (amountDrawn === 0) return [];
			return [{ from, by, amount: amountDrawn / 10_000, vatAmounts: null }];
		});
	}

	private drawingsOf(key: number): Drawing[] {
		const isSame = (a: Drawing, b: Drawing): boolean => a.from === b.from && a.by === b.by;
		const changed = this.changed.filter(
			({ from, by }) => (from === key || by === key) && this.store.has(from) && this.store.has(by),
		);
		const generated = this.generatedDrawings(key).filter(
			(one) => !changed.some((other) => isSame(one, other)),
		);
		return [...generated, ...changed];
	}

	/** The amount drawn from a document is the sum of its connections (docs/api/resources.md#accounting-document). */
	private put(drawing: Drawing): void {
		const place = this.changed.findIndex(
			({ from, by }) => from === drawing.from && by === drawing.by,
		);
		if (place < 0) this.changed.push(drawing);
		else this.changed[place] = drawing;
		const drawn = this.drawingsOf(drawing.from)
			.filter(({ from }) => from === drawing.from)
			.flatMap((one) => one.vatAmounts?.map((line) => line.total ?? 0) ?? [one.amount ?? 0]);
		const sum = drawn.reduce((total, one) => total.plus(Decimal.of(one)), Decimal.ZERO);
		this.store.change(drawing.from, { amountDrawn: sum.toNumber() });
	}
}
