/** A pool of fictional trading partners. Documents refer to it by number, so they store no contacts. */
import type { Contact } from '../resources/accountingDocuments/contract';
import { random } from './random';

export const CONTACT_COUNT = 400;

/** Names of companies: one of the first words, one of the second. In Czech and Slovak, they agree. */
const WORDS = {
	CZ: [
		words('Modrý Severní Tichý Starý Zelený Horský Lesní Zlatý Bílý Rychlý'),
		words('Javor Potok Mlýn Most Sokol Kámen Větrník Obzor Dvůr Maják Buk Pramen'),
	],
	SK: [
		words('Modrý Severný Tichý Starý Zelený Horský Lesný Zlatý'),
		words('Javor Potok Mlyn Most Sokol Prameň Dvor Maják'),
	],
	DE: [
		words('Nordwind Bergland Seeblick Waldhof Lindenau Steinberg Sonnental'),
		words('Handel Technik Möbel Logistik Druck Bau Feinkost'),
	],
	PL: [
		words('Zielony Stary Nowy Cichy Złoty Górski Leśny'),
		words('Młyn Most Potok Dwór Las Zakątek Ogród'),
	],
	FR: [
		words('Atelier Maison Comptoir Librairie Boulangerie'),
		words('Bellerive Montclair Beauséjour Clairval Fontenay'),
	],
	US: [
		words('Harbor Maple Lakeview Granite Prairie Cedar'),
		words('Supply Printing Foods Logistics Hardware Software'),
	],
} as const satisfies Record<string, readonly [string[], string[]]>;

function words(text: string): string[] {
	return text.split(' ');
}

const PLACES = [
	{
		country: 'CZ',
		tax: 'CZ',
		form: ' s.r.o.',
		cities: ['Praha', 'Brno', 'Plzeň', 'Ústí nad Labem'],
		street: 'Vzorová',
	},
	{
		country: 'CZ',
		tax: 'CZ',
		form: ', a.s.',
		cities: ['Ostrava', 'Olomouc', 'České Budějovice'],
		street: 'U Lípy',
	},
	{
		country: 'SK',
		tax: 'SK',
		form: ', s. r. o.',
		cities: ['Bratislava', 'Košice'],
		street: 'Príkladová',
	},
	{ country: 'DE', tax: 'DE', form: ' GmbH', cities: ['München', 'Köln'], street: 'Musterstraße' },
	{
		country: 'PL',
		tax: 'PL',
		form: ' sp. z o.o.',
		cities: ['Łódź', 'Kraków'],
		street: 'Przykładowa',
	},
	{ country: 'FR', tax: 'FR', form: ' SARL', cities: ['Orléans'], street: "rue de l'Exemple" },
	{ country: 'US', tax: '', form: ', Inc.', cities: ['Springfield'], street: 'Sample Ave' },
] as const;
const FIRST_NAMES = ['Jana', 'Petr', 'Zoë', 'Łukasz', 'Šárka', 'Jean-Luc'];
const LAST_NAMES = ['Vzorová', 'Ukázka', "O'Příklad", 'Müller-Test', 'Wzór'];

export type PooledContact = {
	contact: Contact;
	json: string;
	searchText: string;
	vatCountryType: 1 | 2 | 3;
};

/** All text of a contact in lower case, for the text search. */
export function contactText(contact: Contact): string {
	return Object.values(contact)
		.filter((value) => typeof value === 'string')
		.join('\n')
		.toLowerCase();
}

function slug(name: string): string {
	return name
		.normalize('NFD')
		.replace(/ł/gi, 'l')
		.replace(/[^A-Za-z0-9]+/g, '')
		.toLowerCase();
}

/** The text after the two words if all of their pairs are used. */
const ENDINGS = ['', ' Trade', ' Group', ' Servis', ' Plus'] as const;

/** @param ordinal number of the contact in its country, so that no two have the same name */
function companyNameIn({ country, form }: (typeof PLACES)[number], ordinal: number): string {
	const [first, second] = WORDS[country];
	const pairs = first.length * second.length;
	const ending = ENDINGS[Math.floor(ordinal / pairs) % ENDINGS.length];
	const place = ordinal % pairs;
	return `${first[place % first.length]} ${second[Math.floor(place / first.length)]}${ending}${form}`;
}

function makeContact(seed: number, index: number, countries: Map<string, number>): PooledContact {
	const pick = <T>(list: readonly T[], salt: number): T =>
		list[random(seed, index, salt) % list.length];
	const place = PLACES[index % 3 === 0 ? random(seed, index, 1) % PLACES.length : index % 2];
	const ordinal = countries.get(place.country) ?? 0;
	countries.set(place.country, ordinal + 1);
	const companyName = companyNameIn(place, ordinal);
	const regNo = String(90_000_000 + (random(seed, index, 4) % 9_999_999));
	const isPerson = index % 9 === 8;
	const contact: Contact = {
		contactId: 5000 + index,
		firstname: isPerson || index % 4 === 0 ? pick(FIRST_NAMES, 5) : null,
		lastname: isPerson || index % 4 === 0 ? pick(LAST_NAMES, 6) : null,
		companyRegNo: isPerson ? null : regNo,
		companyName: isPerson ? null : companyName,
		taxId: isPerson || place.tax === '' ? null : place.tax + regNo,
		city: pick(place.cities, 7),
		street: `${place.street} ${1 + (random(seed, index, 8) % 200)}`,
		country: place.country,
		zipCode: String(10_000 + (random(seed, index, 9) % 70_000)),
		email: `ucetni@${slug(companyName)}.${index % 2 === 0 ? 'example' : 'test'}`,
		...(isPerson ? { externalId: `EXT-${index}` } : {}),
	};
	const vatCountryType = place.country === 'CZ' ? 1 : place.country === 'US' ? 3 : 2;
	return {
		contact,
		json: JSON.stringify(contact),
		searchText: contactText(contact),
		vatCountryType,
	};
}

let last: { seed: number; contacts: readonly PooledContact[] } | undefined;

/** Kept for the next sandbox: tests start thousands, nearly all with one seed. */
export function makeContacts(seed: number): readonly PooledContact[] {
	if (last?.seed !== seed) last = { seed, contacts: generate(seed) };
	return last.contacts;
}

function generate(seed: number): PooledContact[] {
	const countries = new Map<string, number>();
	return Array.from({ length: CONTACT_COUNT }, (_, index) => makeContact(seed, index, countries));
}
