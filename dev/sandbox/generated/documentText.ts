/**
 * The JSON text of a generated document. It is written directly, without an object, so that a page of a hundred takes
 * about a millisecond, and IDs beyond 2^53 keep every digit. The contract checks the result.
 */
import { tokenOf } from './permalink';
import { guid, random } from './random';
import type { Head, Records } from './records';
import { ACCOUNTS, AUTHORS, BRANCHES, CATEGORIES, DAYS, PROJECTS, RATES, UNITS } from './texts';

const UNIT = 10_000;
const FRACTIONS = Array.from({ length: UNIT }, (_, part) =>
	part === 0 ? '' : `.${String(part).padStart(4, '0')}`.replace(/0+$/, ''),
);

const QUANTITIES = [2, 2.5, 4, 5, 10] as const;

/** Whole ten-thousandths as a JSON number. Several times faster than printing a double, and most of a page is amounts. */
function money(amount: number): string {
	if (amount < 0) return `-${money(-amount)}`;
	const whole = Math.floor(amount / UNIT);
	return whole + FRACTIONS[amount - whole * UNIT];
}

/** The text of later documents is not kept, so that a million take no memory. */
const LAST_KEPT_KEY = 2000;
let last: { records: string; texts: Map<number, string> } | undefined;

/**
 * The text of the document with that key, kept for the next sandbox: tests start thousands, nearly all with the same
 * documents. `withConnectable` adds the field that only the list scope CA returns (docs/api/requests.md#scope).
 */
export function generatedText(records: Records, key: number, withConnectable: boolean): string {
	const make = () => documentText(records, records.head(key), withConnectable);
	if (withConnectable || key > LAST_KEPT_KEY) return make();
	if (last?.records !== records.name) last = { records: records.name, texts: new Map() };
	const text = last.texts.get(key) ?? make();
	last.texts.set(key, text);
	return text;
}

function documentText(records: Records, head: Head, withConnectable: boolean): string {
	const { key } = head;
	const draw = random(records.seed, key, 6);
	const isDomestic = head.currency === 'CZK';
	const sequence = head.variableSymbol;
	let text =
		`{"id":${records.idOf(key)},"sequenceId":${100 + head.type},"accountingDocumentNo":"${head.number}"` +
		`,"type":${head.type},"direction":${head.direction},"issueDate":"${head.issueDate}"` +
		`,"dueDate":"${DAYS[head.issueDay + (draw % 3 === 0 ? 30 : 14)]}"` +
		`,"bookingDate":${head.processingState === 1 ? `"${DAYS[head.issueDay + 3]}"` : 'null'}` +
		`,"taxDate":"${head.issueDate}","taxReturnDate":${draw % 4 === 0 ? 'null' : `"${head.issueDate}"`}` +
		`,"externalNo":${head.externalNo === null ? 'null' : `"${head.externalNo}"`}` +
		`,"exchRate":${isDomestic ? 'null' : RATES[head.currency]}` +
		`,"variableSymbol":"${sequence}","constSymbol":${draw % 5 === 0 ? '"0308"' : 'null'}` +
		`,"currency":"${head.currency}","payments":{"paidConfirmed":${head.paid && (draw & 64) !== 0},"paid":${head.paid}}` +
		`,"orderNo":${head.orderNo === null ? 'null' : `"${head.orderNo}"`},"contact":${head.contact.json}` +
		`,"paymentType":${head.paymentType},"processingState":${head.processingState}` +
		`,"total":${money(head.total)},"totalVatExcl":${money(head.base)},"totalVatAmount":${money(head.vat)}` +
		`,"roundingAmount":${money(head.rounding)},"roundingType":${head.isCash ? 2 : 1}` +
		`,"description":${JSON.stringify(records.descriptionOf(key))},"state":"${head.state}"` +
		`,"vatRecapCalculationMode":${head.isCash && head.type !== 8 ? 2 : draw % 2}` +
		`,"categoryName":"${CATEGORIES[draw & 3]}","categoryId":${40 + (draw & 3)}` +
		`,"authorName":"${AUTHORS[draw % AUTHORS.length]}","vatCountryType":${head.contact.vatCountryType}` +
		`,"amountPaid":${money(head.amountPaid)},"amountDrawn":${money(head.amountDrawn)}` +
		`,"permalinkToken":"${tokenOf(records.seed, key)}"`;
	if (!isDomestic)
		text += `,"vatExchRate":${RATES[head.currency]},"exchRateDefault":${RATES[head.currency]}`;
	if (head.isCash) text += `,"cashRegisterId":${11 + (draw & 1)}`;
	if (head.processingState === 3) text += ',"processingMessage":"Chybí doklad: \\"příloha 1\\""';
	if (head.type === 3) text += creditNoteText(records, key);
	if (draw % 6 === 0)
		text += `,"preferredBranch":"${BRANCHES[draw & 3]}","preferredProject":"${PROJECTS[(draw >>> 2) & 3]}"`;
	if (withConnectable) text += `,"connectableAmount":${money(head.total - head.amountDrawn)}`;
	return `${text},"lineItems":[${linesText(records, head)}],"vatRecap":[${recapText(records, head)}]}`;
}

function creditNoteText(records: Records, key: number): string {
	const own = `,"creditNoteDescription":${JSON.stringify(records.creditNoteReasonOf(key))},"creditNoteDelayedVat":${key % 3 === 0}`;
	if (key < 2) return own;
	// The credited document is the one before it. Generating its head would overwrite the lines of this one, so only its ID is used.
	return `${own},"relatedAccountingDocumentId":${records.idOf((key & ~1) - 2)}`;
}

function linesText(records: Records, head: Head): string {
	const { base, vat, rate } = records.lines;
	let text = '';
	for (let line = 0; line < head.lineCount; line++) {
		const draw = random(records.seed, head.key, 60 + line);
		const isWhole = draw % 4 !== 0;
		// A unit price may have four decimals.
		const quantity = isWhole ? 1 : QUANTITIES[(draw >>> 8) % QUANTITIES.length];
		const total = base[line] + vat[line];
		text +=
			`${line === 0 ? '' : ','}{"id":"${guid(records.seed, head.key, 70 + line)}"` +
			`,"description":${JSON.stringify(records.lineDescriptionOf(head.key, line))}` +
			`,"finAccount":"${ACCOUNTS[draw % ACCOUNTS.length]}","unitPrice":${isWhole ? money(total) : total / UNIT / quantity}` +
			`,"unitName":"${UNITS[(draw >>> 4) % UNITS.length]}","qt":${quantity},"total":${money(total)}` +
			`,"totalVatExcl":${money(base[line])},"reverseChargeCode":null` +
			`,"unitPriceVatExcl":${isWhole ? money(base[line]) : base[line] / UNIT / quantity},"vatValue":${money(vat[line])}` +
			`,"vatRate":${rate[line]},"vatRateType":${rate[line] === 0 ? 5 : 1},"vatRateId":${300 + rate[line]}` +
			(head.direction === 0 ? `,"vatDeduction":${(draw & 32) === 0}` : '') +
			`,"autoFinancialAccountStatus":${1 + (draw % 3)}}`;
	}
	return text;
}

function recapText(records: Records, head: Head): string {
	const { base, vat, rate } = records.lines;
	let text = '';
	for (const wanted of [21, 12, 0]) {
		let baseSum = 0;
		let vatSum = 0;
		let isUsed = false;
		for (let line = 0; line < head.lineCount; line++) {
			if (rate[line] !== wanted) continue;
			isUsed = true;
			baseSum += base[line];
			vatSum += vat[line];
		}
		if (!isUsed) continue;
		text +=
			`${text === '' ? '' : ','}{"vatRate":${wanted},"base":${money(baseSum)},"vatAmount":${money(vatSum)}` +
			`,"total":${money(baseSum + vatSum)},"vatRateType":${wanted === 0 ? 5 : 1}}`;
	}
	return text;
}
