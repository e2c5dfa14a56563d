/**
 * Generated documents. A document is a pure function of (seed, key); nothing is stored, so a million take no memory.
 *
 * Keys: the n-th generated document has the even key 2n; the odd key 2n+1 is free, for a
 * document that appears with an ID lower than the newest one. IDs rise with keys, with small gaps.
 */
import type { Direction, DocumentType } from '../resources/accountingDocuments/contract';
import type { Int64 } from '../resources/fields';
import { CONTACT_COUNT, makeContacts, type PooledContact } from './contacts';
import { random } from './random';
import {
	CASH_TYPES,
	CREDIT_NOTE_REASONS,
	CURRENCIES,
	DAYS,
	GOODS,
	LAST_DAY,
	NASTY,
	PREFIXES,
	STATES,
	TYPES,
} from './texts';

/** IDs of a key pair span four numbers: three for the generated document, the last for the odd key. */
const ID_STEP = 4;
/** In the Czech Republic; a sale to another country has no VAT here. */
const VAT_RATES = [21, 21, 12, 0] as const;
/** All currencies of the documents have two decimals. */
const CENT = 100;
/** Most documents are short. */
const LINE_COUNTS = [1, 1, 1, 2, 2, 2, 3, 3, 4, 5] as const;

/** The data of a document for searches. Amounts are whole ten-thousandths of the currency unit. */
export type View = {
	type: number;
	direction: number;
	paymentType: number;
	processingState: number;
	state: string;
	currency: string;
	variableSymbol: string;
	orderNo: string | null;
	externalNo: string | null;
	issueDate: string;
	total: number;
};

/** The head of a generated document. The generator keeps the amounts of its lines in `lines` until the next head. */
export type Head = View & {
	key: number;
	type: DocumentType;
	direction: Direction;
	number: string;
	issueDay: number;
	isCash: boolean;
	contact: PooledContact;
	lineCount: number;
	base: number;
	vat: number;
	rounding: number;
	amountPaid: number;
	amountDrawn: number;
	paid: boolean;
};

export class Records {
	readonly contacts: readonly PooledContact[];
	/** Per line of the last head: base, VAT (ten-thousandths), VAT rate (per cent). */
	readonly lines = {
		base: new Float64Array(5),
		vat: new Float64Array(5),
		rate: new Float64Array(5),
	};
	/** Records with the same name are the same. */
	readonly name: string;
	private readonly firstId: bigint;
	private readonly idsAreSafe: boolean;
	private readonly firstIdNumber: number;

	/** `documents` spreads the issue dates: the last document has the newest day. */
	constructor(
		readonly seed: number,
		private readonly documents: number,
		idBase: bigint,
	) {
		this.name = `${seed} ${documents} ${idBase}`;
		this.contacts = makeContacts(seed);
		this.firstId = idBase;
		this.firstIdNumber = Number(idBase);
		this.idsAreSafe = idBase + 8_000_000_000n < BigInt(Number.MAX_SAFE_INTEGER);
	}

	private offsetOf(key: number): number {
		const place = (key >>> 1) * ID_STEP;
		return key & 1 ? place + 3 : place + (random(this.seed, key, 1) % 3);
	}

	/** The ID as the service would send it, with exact digits: a bigint only if a number is not exact. */
	idOf(key: number): Int64 {
		if (this.idsAreSafe) return this.firstIdNumber + this.offsetOf(key);
		const id = this.firstId + BigInt(this.offsetOf(key));
		return id <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(id) : id;
	}

	/** The key of an ID, even if the document does not exist; undefined for an ID without a key. */
	keyOf(id: Int64 | string): number | undefined {
		if (!/^\d{1,19}$/.test(String(id))) return undefined;
		const offset = Number(BigInt(id) - this.firstId);
		if (offset < 0 || offset > 2 ** 32) return undefined;
		const key = Math.floor(offset / ID_STEP) * 2 + (offset % ID_STEP === 3 ? 1 : 0);
		return this.offsetOf(key) === offset ? key : undefined;
	}

	/** Day number of the issue date. It rises with the key, but with two weeks of jitter, so its order is not that of IDs. */
	issueDayOf(key: number): number {
		const share = Math.min(1, (key >>> 1) / Math.max(1, this.documents - 1));
		const day = Math.floor(share * LAST_DAY) + (random(this.seed, key, 2) % 29) - 14;
		return day < 0 ? 0 : day > LAST_DAY ? LAST_DAY : day;
	}

	head(key: number): Head {
		const { seed } = this;
		const a = random(seed, key, 3);
		const b = random(seed, key, 4);
		const c = random(seed, key, 5);
		const type = TYPES[a % TYPES.length];
		const direction: Direction = (a >>> 8) % 100 < 45 ? 0 : 1;
		const isCash = CASH_TYPES.has(type);
		const currency = CURRENCIES[(a >>> 16) % CURRENCIES.length];
		const issueDay = this.issueDayOf(key);
		const issueDate = DAYS[issueDay];
		const sign = type === 3 ? -1 : 1;
		const lineCount = LINE_COUNTS[b % LINE_COUNTS.length];
		const contact = this.contacts[c % CONTACT_COUNT];
		const isDomestic = contact.vatCountryType === 1;
		let base = 0;
		let vat = 0;
		for (let line = 0; line < lineCount; line++) {
			const draw = random(seed, key, 32 + line);
			const magnitude = 10 ** (4 + (draw % 4));
			const amount = sign * Math.max(1, Math.floor(((draw >>> 4) % magnitude) / 10)) * CENT;
			const rate = isDomestic ? VAT_RATES[(draw >>> 2) & 3] : 0;
			const tax = Math.round((amount * rate) / 100 / CENT) * CENT;
			this.lines.base[line] = amount;
			this.lines.vat[line] = tax;
			this.lines.rate[line] = rate;
			base += amount;
			vat += tax;
		}
		const rounding =
			type === 7 || type === 8 ? Math.round((base + vat) / 10_000) * 10_000 - base - vat : 0;
		const total = base + vat + rounding;
		const payment = (b >>> 12) % 20;
		const isPaid = payment < 15;
		const isPartlyPaid = payment === 15;
		const amountPaid = isPaid ? total : isPartlyPaid ? Math.trunc(total / 300) * CENT : 0;
		const ordinal = String(key >>> 1).padStart(6, '0') + (key & 1 ? '9' : '');
		const year = issueDate.slice(0, 4);
		return {
			key,
			type,
			direction,
			isCash,
			currency,
			issueDay,
			issueDate,
			lineCount,
			base,
			vat,
			rounding,
			total,
			amountPaid,
			number: `${PREFIXES[type]}${direction === 1 ? 'V' : 'P'}${year}-${ordinal}`,
			contact,
			paymentType: isCash ? 2 : 1 + ((b >>> 20) % 6),
			processingState:
				(c >>> 10) % 12 === 0 ? 3 : (c >>> 14) % 5 < 3 ? 1 : (c >>> 14) % 5 === 3 ? 0 : 2,
			state: STATES[(c >>> 20) & 3],
			variableSymbol: year + ordinal,
			orderNo: (c >>> 24) % 3 === 0 ? `OBJ-${year}/${ordinal}` : null,
			externalNo: direction === 0 ? `EXT/${ordinal}-${(c >>> 12) & 63}` : null,
			amountDrawn: type === 1 && isPaid ? Math.trunc(total / 200) * CENT : 0,
			paid: isPaid,
		};
	}

	/** One text in fourteen breaks naive exports. */
	private textOf(key: number, salt: number): string {
		const draw = random(this.seed, key, salt);
		const nasty = draw % 14 === 0 ? NASTY[(draw >>> 8) % NASTY.length] : undefined;
		return nasty ?? `${GOODS[(draw >>> 8) % GOODS.length]} ${(draw >>> 16) % 1000}`;
	}

	descriptionOf(key: number): string {
		return this.textOf(key, 50);
	}

	lineDescriptionOf(key: number, line: number): string {
		return this.textOf(key, 51 + line);
	}

	creditNoteReasonOf(key: number): string {
		return CREDIT_NOTE_REASONS[(key >>> 1) % CREDIT_NOTE_REASONS.length];
	}

	/** Whether the text search finds a lower-case needle (docs/api/requests.md#search). */
	containsText(head: Head, needle: string): boolean {
		if (head.contact.searchText.includes(needle)) return true;
		if (this.descriptionOf(head.key).toLowerCase().includes(needle)) return true;
		if (head.type === 3 && this.creditNoteReasonOf(head.key).toLowerCase().includes(needle))
			return true;
		for (let line = 0; line < head.lineCount; line++) {
			if (this.lineDescriptionOf(head.key, line).toLowerCase().includes(needle)) return true;
		}
		return false;
	}
}
