import { folded, type Members } from './said';

/** Flags of success, in small letters. */
export const successFlags = ['success', 'ok', 'issuccess', 'succeeded', 'issuccessful'];
const outcomes = ['status', 'state', 'result', 'outcome', 'code', 'resultcode'];
const httpStatuses = ['status', 'statuscode', 'status_code', 'httpstatus', 'code'];

const no = /^(false|no|n|0)$/i;
const failure =
	/^(error|errors|fail|failed|failure|exception|denied|ko|nok|nack|not ok|rejected|refused|forbidden|unauthorized|invalid)$/i;
const allIsWell = /^(0+|200|ok|success|successful|none|null|false|no|no errors?)$/i;

/**
 * Whether an envelope without a record says that something failed. Beside records much of this may be a remark; in
 * place of them it is why there are none. A message alone is no sign: "Nothing was found" stands beside an empty list.
 */
export function saysFailure(envelope: Members): boolean {
	const members = folded(envelope);
	const isOneOf = (names: string[], words: RegExp) =>
		names.some((name) => words.test(wordOf(members[name])));
	if (successFlags.some((name) => members[name] === true)) return false;
	if (isOneOf(successFlags, no) || isOneOf(outcomes, failure)) return true;
	if (isOneOf(httpStatuses, /^[45]\d\d$/)) return true;
	const errors = Object.keys(members).filter((name) => /error|fault|exception/.test(name));
	if (errors.some((name) => saysTrouble(members[name]))) return true;
	// A number of its own may stand for success, which a word beside it says.
	const isWell = isOneOf(
		['status', 'statuscode', 'message', 'msg'],
		/^(2\d\d|ok|success|successful)$/i,
	);
	return !isWell && saysTrouble(members.code);
}

/** @returns an empty text for what is neither a text, a number nor a truth value */
function wordOf(value: unknown): string {
	return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : '';
}

/** Something that is not said to be nothing, however deep it lies: a service may fill its error with nulls. */
function saysTrouble(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.values(value).some(saysTrouble);
	const word = wordOf(value);
	return word !== '' && !allIsWell.test(word);
}
