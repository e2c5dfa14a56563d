import { AMOUNTS, ISSUED, makeDocuments, randomness, SYMBOLS } from './documents';
import type { Cells, DocumentRecord, Options } from './records';
import { dueCents, nameKey, spellAmount } from './spelling';

/** A bank file and a company, small enough to have cases of every rule. @param ambiguous with cells of unusual forms */
export function randomFile(
	seed: number,
	ambiguous: boolean,
): { payments: Array<Partial<Cells>>; documents: DocumentRecord[]; options: Options } {
	const r = randomness(seed);
	const documents = makeDocuments(r, ambiguous);
	const options = {
		documentTypes: r.pick([[0, 1], [0, 1], [0, 1], [0], [1], [0, 1, 2]]),
		reusedSymbols: r.chance(0.25),
	};

	let counter = 0;
	const newId = () => {
		counter += 1;
		return r.pick([
			`B${counter}`,
			`B${counter}`,
			counter,
			'',
			null,
			'NOTPROVIDED',
			'NONREF',
			undefined,
		]);
	};
	const direction = (document: DocumentRecord) =>
		document.direction === ISSUED ? 'incoming' : 'outgoing';

	const row = (
		document: DocumentRecord,
		cents: number,
		key: string | null,
		opposite = false,
	): Partial<Cells> => {
		const outgoing = (direction(document) === 'outgoing') !== opposite;
		const word = r.pick(
			outgoing
				? ['bySign', undefined, 'bySign', 'outgoing', 'DBIT', 'D', 'd']
				: ['bySign', undefined, 'bySign', 'incoming', 'CRDT', 'C', 'crdt'],
		);
		const bySign = word === undefined || word === 'bySign';
		const payment: Partial<Cells> = {
			paymentAmount: spellAmount(r, cents, outgoing && (bySign || r.chance(0.5)), ambiguous),
			paymentCurrency: r.chance(0.2) ? String(document.currency).toLowerCase() : document.currency,
			paymentId: newId(),
		};
		if (word !== undefined) payment.money = word;
		nameKey(r, payment, key, ambiguous);
		return payment;
	};
	const keyOfDocument = (document: DocumentRecord) =>
		r.pick([
			document.variableSymbol,
			...Array(5).fill(document.variableSymbol || document.accountingDocumentNo),
			document.direction === ISSUED ? document.accountingDocumentNo : document.externalNo,
			document.accountingDocumentNo,
		]);

	const target = r.int(1, 10);
	let payments: Array<Partial<Cells>> = [];
	while (payments.length < target) {
		const useful = documents.filter(
			(d) => options.documentTypes.includes(d.type) && !d.payments.paid && d.total !== null,
		);
		const document = useful.length > 0 && r.chance(0.75) ? r.pick(useful) : r.pick(documents);
		const cents = dueCents(document);
		const key = keyOfDocument(document);
		switch (r.int(0, 15)) {
			case 0:
			case 1:
			case 2:
			case 3:
				payments.push(row(document, cents, key));
				break;
			case 4: // too little or too much
				payments.push(
					row(document, r.pick([cents + 100, Math.max(1, cents - 100), Math.ceil(cents / 2)]), key),
				);
				break;
			case 5:
			case 6: {
				// instalments
				const parts = r.int(2, 3);
				const first =
					parts === 2
						? r.pick([Math.floor(cents / 2), Math.floor(cents / 4), Math.floor(cents / 3)])
						: Math.floor(cents / 3);
				let left = cents;
				for (let i = 1; i < parts; i += 1) {
					payments.push(row(document, Math.max(1, first), key));
					left -= first;
				}
				payments.push(
					row(
						document,
						Math.max(1, left - (r.chance(0.15) ? 100 : 0)),
						r.chance(0.7) ? key : keyOfDocument(document),
					),
				);
				if (r.chance(0.6))
					payments.slice(-parts).forEach((p, i) => {
						p.paymentId = `I${counter}-${i}`;
					});
				break;
			}
			case 7:
			case 8: {
				// one payment for several documents
				const others = r
					.shuffle(
						(r.chance(0.7) ? useful : documents).filter((d) => d.direction === document.direction),
					)
					.slice(0, r.int(2, 3));
				if (others.length === 0) continue;
				const payment = row(
					document,
					others.reduce((s, d) => s + dueCents(d), 0),
					'',
				);
				const keys = others.map((d) => String(d.variableSymbol || d.accountingDocumentNo || ''));
				payment.paymentMessage = r.pick([
					keys.join(', '),
					keys.map((k) => `VS ${k}`).join('; '),
					keys.join(' + '),
				]);
				if (r.chance(0.3)) payment.paymentSymbol = keys[0];
				payments.push(payment);
				break;
			}
			case 9: {
				// everything that shares its symbol
				const same = documents.filter(
					(d) =>
						d.direction === document.direction &&
						d.variableSymbol === document.variableSymbol &&
						d.type !== 3,
				);
				payments.push(
					row(
						document,
						same.reduce((s, d) => s + dueCents(d), 0) || cents,
						document.variableSymbol,
					),
				);
				break;
			}
			case 10: {
				// storno pair
				if (r.chance(0.5)) continue;
				const payment = row(document, cents, key);
				const back = {
					...payment,
					money: direction(document) === 'incoming' ? 'outgoing' : 'incoming',
					paymentId: newId(),
				};
				if (typeof back.paymentAmount === 'number')
					back.paymentAmount = Math.abs(back.paymentAmount);
				else if (back.money === 'incoming')
					back.paymentAmount = String(back.paymentAmount ?? '').replace(/[-−]/g, '');
				payments.push(payment, back);
				break;
			}
			case 11: {
				// RC, RD
				if (r.chance(0.5)) continue;
				const payment = row(document, cents, key);
				payments.push(payment);
				const back = row(document, cents, key, true);
				back.money =
					direction(document) === 'incoming' ? r.pick(['RC', 'rc']) : r.pick(['RD', 'rd']);
				if (r.chance(0.3)) back.paymentSymbol = payment.paymentSymbol;
				payments.push(back);
				break;
			}
			case 12: // the same row again
				if (payments.length > 0) {
					const again = { ...r.pick(payments) };
					if (r.chance(0.3)) again.paymentAmount = spellAmount(r, cents, false, ambiguous);
					if (r.chance(0.2)) again.paymentId = newId();
					payments.push(again);
				}
				break;
			case 13: {
				// another currency, unclear cells
				const payment = row(document, cents, key);
				if (r.chance(0.6)) payment.paymentCurrency = r.pick(['EUR', 'CZK', 'usd']);
				else if (r.chance(0.6)) payment.paymentCurrency = r.pick(['Kč', '', null, 'EURO', '€', 5]);
				else payment.money = r.pick(['příjem', 'in', 'X', 'CREDIT', 'credit', 'DBT']);
				payments.push(payment);
				break;
			}
			case 14: // nothing to go by
				if (r.chance(0.5)) continue;
				payments.push(
					row(document, cents, r.pick(['', '', '99999999', '12/2026', '0000000000', '-'])),
				);
				break;
			default: // a symbol of the collection, whatever it names
				payments.push(row(document, r.chance(0.6) ? cents : r.pick(AMOUNTS), r.pick(SYMBOLS)));
		}
	}
	payments = payments.slice(0, 10);
	if (r.chance(0.5)) payments = r.shuffle(payments);
	return { payments, documents, options };
}
