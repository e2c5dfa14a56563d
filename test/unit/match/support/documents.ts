import type { DocumentRecord } from './records';

export type Random = ReturnType<typeof randomness>;

/** Deterministic by the seed. */
export function randomness(seed: number) {
	let state = (seed * 2654435761 + 97) >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0; // mulberry32
		let t = state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
	const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
	const pick = <T>(list: readonly T[]): T => list[int(0, list.length - 1)];
	const chance = (p: number) => next() < p;
	const shuffle = <T>(list: readonly T[]): T[] => {
		const copy = [...list];
		for (let i = copy.length - 1; i > 0; i -= 1) {
			const j = int(0, i);
			[copy[i], copy[j]] = [copy[j], copy[i]];
		}
		return copy;
	};
	return { int, pick, chance, shuffle };
}

export const ISSUED = 1;
const RECEIVED = 0;
// Few amounts, so that sums and equal amounts meet. In cents.
export const AMOUNTS = [
	50000, 100000, 150000, 30000, 70000, 121000, 120000, 100, 12050, 123450, 60000, 40000,
];
export const SYMBOLS = [
	'20260001',
	'20260002',
	'20260003',
	'20260017',
	'0020260001',
	'2026',
	'17',
	'777',
	'1234567890',
	'202612',
	'308',
	'26001',
];
const NAMES = ['Alfa s.r.o.', 'Beta a.s.', 'Gama', 'Delta', 'Alfa s.r.o.'];

const money = (cents: number) => cents / 100;

/** The newest first. */
export function makeDocuments(r: Random, ambiguous: boolean): DocumentRecord[] {
	const count = r.int(3, 12);
	const documents: DocumentRecord[] = [];
	const mainDirection = r.chance(0.75) ? ISSUED : RECEIVED;
	for (let i = 0; i < count; i += 1) {
		const running = String(i + 1).padStart(4, '0');
		const direction = r.chance(0.8) ? mainDirection : 1 - mainDirection;
		const type = r.pick([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 3]);
		const cents = r.pick(AMOUNTS);
		const currency = r.pick([
			'CZK',
			'CZK',
			'CZK',
			'CZK',
			'CZK',
			'CZK',
			'CZK',
			'CZK',
			'CZK',
			'EUR',
			'EUR',
			'JPY',
			'KWD',
		]);
		const number = r.pick([
			`FV-2026-${running}`,
			`FV2026${running}`,
			`2026${running}`,
			`2026${running}`,
			`2026/${running}`,
			`PO-2026${running}`,
			`${r.int(1, 12).toString().padStart(2, '0')}/2026`,
			ambiguous ? running : `9${running}`,
			`F ${running} / 26`,
		]);
		const document: DocumentRecord = {
			id: 1000 + i,
			accountingDocumentNo:
				direction === ISSUED ? number : `2026${String(r.int(1, 20)).padStart(4, '0')}`,
			externalNo: direction === RECEIVED ? number : r.pick([null, null, '20260001', 'OBJ-77']),
			variableSymbol: r.pick([
				`2026${running}`,
				`2026${running}`,
				`2026${running}`,
				`2026${running}`,
				r.pick(SYMBOLS),
				r.pick(SYMBOLS),
				r.pick(SYMBOLS),
				r.pick(['', null, '0000000000']),
				number,
			]),
			type,
			direction,
			currency,
			total: money(cents),
			amountPaid: 0,
			payments: { paid: false },
			contact: { companyName: r.pick(NAMES) },
		};
		const state = r.int(0, 11);
		if (state <= 1) {
			document.amountPaid = document.total;
			document.payments.paid = true;
		} else if (state === 2) {
			document.amountPaid = money(Math.floor(cents / 200) * 100);
		} else if (state === 3) {
			document.amountPaid = null;
		} else if (state === 4 && r.chance(0.5)) {
			document.amountPaid = document.total; // says "not paid" with nothing due
		} else if (state === 5 && r.chance(0.3)) {
			document.total = money(cents) + 0.1 + 0.2 - 0.3; // a double
		} else if (state === 6 && r.chance(0.3)) {
			document.total = null;
		}
		if (type === 3 && r.chance(0.5)) document.total = -(document.total ?? 0);
		documents.push(document);

		// families that share a symbol
		const family = r.int(0, 7);
		if (documents.length < count && family <= 2) {
			const twin = {
				...document,
				id: 1000 + i + 500,
				payments: { paid: r.chance(0.4) },
				contact: { ...document.contact },
				amountPaid: 0,
			};
			if (family === 0) twin.type = document.type === 1 ? 0 : 1; // an advance and its invoice
			if (family === 1) {
				twin.type = 3; // a credit note
				twin.total = document.total === null ? null : -document.total;
			}
			if (family === 2) twin.total = r.chance(0.5) ? document.total : money(r.pick(AMOUNTS)); // a symbol used again
			if (direction === ISSUED)
				twin.accountingDocumentNo = `FV-2026-9${String(i).padStart(3, '0')}`;
			else twin.externalNo = r.chance(0.5) ? document.externalNo : `X-2026-${i}`;
			documents.push(twin);
		}
	}
	const list = documents.slice(0, 12).sort((a, b) => a.id - b.id);
	list.forEach((d, i) => {
		d.id = 1000 + i;
	});
	return list.reverse();
}
