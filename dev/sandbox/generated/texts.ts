/** Word tables of the generated records. Companies are fictional; domains are the reserved .example and .test. */
import type { DocumentType } from '../resources/accountingDocuments/contract';

export const GOODS = [
	'Kancelářské potřeby',
	'Vedení účetnictví',
	'Pronájem nebytových prostor',
	'Software license',
	'Doprava zboží',
	'Elektrická energie',
	'Grafické práce',
	'Consulting services',
	'Servis kopírky',
	'Školení zaměstnanců',
	'Mobilní služby',
	'Webhosting',
	'Úklidové práce',
	'Překlad smlouvy',
	'Stavební materiál',
	'Ubytování',
	'Catering',
	'Pohonné hmoty',
	'Reklamní banner',
	'Spotřební materiál',
] as const;

/** Texts that break naive exports: quotes, separators, line ends, formulas, both writing directions, length. */
export const NASTY = [
	'Monitor 27" "Pro"; černý, 2 ks',
	'První řádek\nDruhý řádek\r\nTřetí řádek',
	'=HYPERLINK("http://example.test","klikni")',
	'+420 000 000 000',
	'-1+1',
	'@SUM(A1:A9)',
	'Káva ☕ a dort 🎂 👩‍👩‍👧',
	'خدمات استشارية ‏(RTL)‏',
	'שירותי ייעוץ',
	'\tTabulátor; středník, čárka | svislítko',
	"O'Neil & synové <b>tučně</b>",
	'Zpětné \\ lomítko a {{ výraz }} $json',
	'  mezery na krajích  ',
	'00042',
	'1e5',
	'Dlouhý popis: ' + 'velmi podrobný text o dodávce a jejím průběhu '.repeat(24).trim(),
] as const;

export const CREDIT_NOTE_REASONS = [
	'Vrácené zboží',
	'Chybná cena',
	'Sleva dodatečně',
	'Reklamace "A-17"',
] as const;
export const UNITS = ['ks', 'hod', 'm²', 'kg', 'paušál'] as const;
export const ACCOUNTS = ['518001', '501200', '602100', '604000', '321000'] as const;
export const PROJECTS = ['Alfa', 'Beta', 'Výstavba', ''] as const;
export const BRANCHES = ['Praha', 'Brno', 'Ostrava', ''] as const;
export const AUTHORS = ['Jana Vzorová', 'Petr Ukázka', 'Automat'] as const;
export const CATEGORIES = ['Služby', 'Materiál', 'Energie', 'Ostatní'] as const;

/** 'Draft' and 'Waiting For Approval' are published state names; the others belong to a user's own workflow. */
export const STATES = ['Draft', 'Waiting For Approval', 'Schváleno', 'Uzavřeno'] as const;

/** Currencies with their rates to CZK; a hash picks one by weight. */
export const CURRENCIES = [
	'CZK',
	'CZK',
	'CZK',
	'CZK',
	'CZK',
	'CZK',
	'EUR',
	'EUR',
	'EUR',
	'USD',
	'GBP',
	'PLN',
] as const;
export const RATES: Record<string, number> = {
	CZK: 1,
	EUR: 25.135,
	USD: 22.874,
	GBP: 29.4415,
	PLN: 5.8723,
};

export const TYPES: readonly DocumentType[] = [
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 3, 7, 7, 8, 8, 10, 11, 12, 0, 0,
];
export const PREFIXES: Record<DocumentType, string> = {
	0: 'F',
	1: 'Z',
	2: 'D',
	3: 'O',
	7: 'P',
	8: 'ZD',
	10: 'ZZ',
	11: 'PP',
	12: 'NP',
};
/** Types in a cash register (docs/api/resources.md#rules-between-fields). */
export const CASH_TYPES: ReadonlySet<number> = new Set([7, 8, 10, 11, 12]);

const START = Date.UTC(2025, 0, 1);
/** ISO dates by day number; day 0 is 2025-01-01. */
export const DAYS = Array.from({ length: 830 }, (_, day) =>
	new Date(START + day * 86_400_000).toISOString().slice(0, 10),
);
/** The newest issue date: 2026-11-20. */
export const LAST_DAY = 688;
