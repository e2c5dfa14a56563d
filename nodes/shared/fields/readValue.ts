import { validateFieldType, type FieldType, type INodePropertyOptions } from 'n8n-workflow';

import { refuseInput } from '../client/errors';
import { ExactNumber } from '../client/json';
import { decoded } from '../client/route';
import { linkPattern } from './formField';
import { isBlank, quoteValue, refuseEmpty, trimmed, withoutLeadingZeros } from './values';

/**
 * n8n's own check of a value, in the words that its users know from other nodes: "'Paid' expects a boolean but we got
 * 'maybe'". For a choice, those would list its codes twice.
 * @throws ServiceError (badInput)
 */
function checked(
	type: FieldType,
	value: unknown,
	field: string,
	label: string,
	valueOptions: INodePropertyOptions[] = [],
): unknown {
	// n8n would take an empty list for 0, a switch for 1 and a date for its milliseconds.
	const isText = type === 'number' && (typeof value === 'boolean' || value instanceof Date);
	const input: unknown = Array.isArray(value) ? { ...value } : isText ? String(value) : value;
	const result = validateFieldType(label, input, type, { valueOptions });
	if (result.valid) return result.newValue;
	const allowed = valueOptions.map(({ name, value: one }) => `${name} (${String(one)})`).join(', ');
	const isNumber = type === 'number' && /\d/.test(String(value));
	const correct = isNumber ? adviceOnNumber(String(value)) : `Correct ${label}.`;
	if (allowed) {
		return refuseInput(field, `${label} has no choice ${quoteValue(value)}`, `Use ${allowed}.`);
	}
	return refuseInput(field, result.errorMessage.slice(0, 300), correct);
}

/** Spaces, and points before a comma. A decimal point stays, because a column may have both. */
const betweenThousands = /\s|\.(?=.*,)/g;

/**
 * A comma may separate decimals or thousands, so the node refuses it and shows how to convert it. "1,234" may mean
 * either, so its advice has no expression.
 */
function adviceOnNumber(text: string): string {
	const withPoint = text.replace(betweenThousands, '').replace(',', '.');
	if (!text.includes(',') || !decimal.test(withPoint) || /^-?[1-9]\d{0,2},\d{3}$/.test(text))
		return 'Use digits, with a point for decimals and nothing between thousands, e.g. 1234.50.';
	return `Use a point for decimals, e.g. 1234.50. If a column has commas, enter {{ String($json['Price']).replace(${String(betweenThousands)}, '').replace(',', '.') }} with its name instead of Price.`;
}

/** @throws ServiceError (badInput) for anything that is not plainly true or false */
export function flagOf(value: unknown, field: string, label: string): boolean {
	return checked('boolean', withoutEnds(value), field, label) === true;
}

/**
 * One of the declared values; a number also as text, as a spreadsheet gives it, and its name, as Simplified output does.
 * @throws ServiceError (badInput) for every other value
 */
export function choiceOf(
	options: INodePropertyOptions[],
	value: unknown,
	field: string,
	label: string,
): INodePropertyOptions['value'] {
	const input = withoutEnds(value);
	const text = typeof input === 'object' ? undefined : String(input);
	const found =
		options.find((one) => String(one.value) === text) ?? options.find((one) => one.name === text);
	return found ? found.value : (checked('options', input, field, label, options) as string);
}

/** Several choices or their names, as an array or comma-separated. Text may differ from the declared ones. */
export function choicesIn(
	options: INodePropertyOptions[],
	value: unknown,
	field: string,
	label: string,
): Array<INodePropertyOptions['value']> {
	const list: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat();
	const isNumbers = options.every((one) => typeof one.value === 'number');
	return list.flatMap((one) => {
		const text = plainText(one, field, label);
		if (text === undefined) return [];
		const isDeclared = options.some(({ value: own, name }) => own === text || name === text);
		return [isNumbers || isDeclared ? choiceOf(options, text, field, label) : text];
	});
}

/** An expression with a line break behind it gives text with a line break. */
const withoutEnds = (value: unknown) => (typeof value === 'string' ? trimmed(value) : value);

/** @throws ServiceError (badInput) unless the value is a whole number within the limits */
export function wholeNumber(
	value: unknown,
	field: string,
	label: string,
	minimum = -Infinity,
	maximum = Infinity,
): number {
	const number = Number(checked('number', value, field, label));
	if (Number.isSafeInteger(number) && number >= minimum && number <= maximum) return number;
	const least = minimum === -Infinity ? '' : `, ${minimum} or more`;
	const range = maximum === Infinity ? least : `, ${minimum} to ${maximum}`;
	return refuseInput(
		field,
		`${label} must be a whole number${range}, but is ${quoteValue(value)}`,
		`Correct ${label}.`,
	);
}

/** @throws ServiceError (badInput) for a number that has lost digits before it came here */
function refuseInexact(value: unknown, field: string, label: string): void {
	if (!Number.isInteger(value) || Number.isSafeInteger(value)) return;
	refuseInput(
		field,
		`${label} has too many digits for a number: ${quoteValue(value)}`,
		`Pass ${label} as text, so that no digit is lost.`,
	);
}

/**
 * For a value that goes into JSON as it is, however deep.
 * @throws ServiceError (badInput) for what JSON would turn into null or another number: NaN, infinity, an invalid date
 * and a number that has lost digits
 */
export function refuseUnsendable(value: unknown, field: string, label: string): void {
	JSON.stringify(value, function (this: Record<string, unknown>, name, member: unknown) {
		const original = this[name];
		const place = /\D/.test(name) ? `${name.slice(0, 60)} of ${label}` : label;
		if (original instanceof ExactNumber || typeof original === 'bigint') return null;
		refuseInexact(member, field, place);
		// n8n turns a DateTime into text before the node gets it.
		const isNoDate = (member === null && original !== null) || member === 'Invalid DateTime';
		if (isNoDate || (typeof member === 'number' && !Number.isFinite(member))) {
			const what = isNoDate ? 'an invalid date' : String(member);
			refuseInput(field, `${place} is ${what}`, 'Correct the expression that computes it.');
		}
		return member;
	});
}

/**
 * A text that may be left empty.
 * @returns the trimmed text; undefined where there is none
 * @throws ServiceError (badInput) for a list, object or boolean, and for a number that is not exact
 */
export function plainText(value: unknown, field: string, label: string): string | undefined {
	if (isBlank(value)) return undefined;
	if (typeof value === 'string') return trimmed(value);
	refuseInexact(value, field, label);
	if (Number.isFinite(value)) return String(value);
	return refuseInput(
		field,
		`${label} must be text, but is ${quoteValue(value)}`,
		`Correct ${label}.`,
	);
}

/** @returns the trimmed text @throws ServiceError (badInput) when it is empty */
export function requiredText(value: unknown, field: string, label: string): string {
	return plainText(value, field, label) ?? refuseEmpty(field, label);
}

/**
 * The token at the end of a link to a document.
 * @throws ServiceError (badInput) if there is none
 */
export function linkToken(value: unknown, field: string, label: string): string {
	const [, token] = new RegExp(linkPattern, 'i').exec(requiredText(value, field, label)) ?? [];
	if (token !== undefined) return decoded(token);
	return refuseInput(
		field,
		`${label} is a link without a token`,
		'Enter a permalink, from https:// on. It ends with the permalink token of the document.',
	);
}

/**
 * An int64 id (docs/api/resources.md#conventions), kept as text since ids beyond 2^53 lose digits as numbers.
 * @throws ServiceError (badInput) when it is no positive whole number
 */
export function positiveId(
	value: unknown,
	field: string,
	label: string,
	whatToDo = `Correct ${label}.`,
): string {
	const text = typeof value === 'number' ? String(value) : requiredText(value, field, label);
	refuseInexact(value, field, label);
	if (/^0*[1-9]\d{0,18}$/.test(text)) return withoutLeadingZeros(text);
	return refuseInput(
		field,
		`${label} must be a positive whole number, but is ${quoteValue(value)}`,
		whatToDo,
	);
}

/** As JSON has it, without an exponent. */
const decimal = /^-?(0|[1-9]\d{0,14})(\.\d{1,30})?$/;

/** From here on, 15 digits would leave fewer than three decimals. */
const maxRounded = 1e12;

/** With the 15 digits that spreadsheets have, 0.1 + 0.2 is 0.3. A whole number keeps all of its digits. */
const asInSpreadsheet = (number: number): number =>
	Number.isInteger(number) || Math.abs(number) >= maxRounded
		? number
		: Number(number.toPrecision(15));

/** Keeps the exponent if digits would be lost. */
function withoutExponent(number: number): string {
	const plain = number.toFixed(15);
	return String(number).includes('e-') && Number(plain) === number ? plain : String(number);
}

/**
 * A decimal number with its digits, as money needs it: "1210.50" stays "1210.50".
 * @returns a JSON number without an exponent
 * @throws ServiceError (badInput) for anything that is not plainly one number
 */
export function decimalText(value: unknown, field: string, label: string): string {
	const number = Number(checked('number', value, field, label));
	const input = typeof value === 'string' ? value.trim() : withoutExponent(asInSpreadsheet(number));
	const text = input.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1');
	if (decimal.test(text)) return text;
	return refuseInput(
		field,
		`${label} must be a plain decimal number, but is ${quoteValue(value)}`,
		'Use at most 15 digits before the decimal point and 30 behind it, e.g. 1210.50.',
	);
}
