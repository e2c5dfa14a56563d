/**
 * Whether a text that is no JSON is the beginning of one, by completing it: a text that becomes JSON by what is put
 * at its end was cut off there, and any other is wrong in itself. Takes time that grows with its length only.
 * @param text an object or a list, as far as it came
 */
export function isCutOff(text: string): boolean {
	const { closers, begun } = endOf(text);
	if (closers === undefined) return false;
	const isInObject = closers.startsWith('}');
	return completions(begun, isInObject).some((whole) => isJson(whole + closers));
}

/** Deeper than any record; a text of nothing but brackets would need as many closers. */
const maxDepth = 1000;

/**
 * What is open at the end of a text.
 * @returns the closing brackets that it lacks, undefined where it lacks none or too many; and the text with the string
 * closed that it ends in, without half a character of one
 */
function endOf(text: string): { closers?: string; begun: string } {
	const open: string[] = [];
	let isInString = false;
	let escapedAt = text.length;
	for (let at = 0; at < text.length; at++) {
		const character = text[at];
		if (isInString && character === '\\') escapedAt = at++;
		else if (character === '"') isInString = !isInString;
		else if (isInString) continue;
		else if (character === '{' || character === '[') open.push(character === '{' ? '}' : ']');
		else if (character === '}' || character === ']') open.pop();
		if (open.length > maxDepth) return { begun: text };
	}
	if (open.length === 0) return { begun: text };
	const isHalf = /^\\(?:u[\da-f]{0,3})?$/i.test(text.slice(escapedAt, escapedAt + 6));
	const begun = isInString ? `${isHalf ? text.slice(0, escapedAt) : text}"` : text;
	return { closers: open.reverse().join(''), begun };
}

/** The ways in which a text may go on up to its next closing bracket. */
function completions(begun: string, isInObject: boolean): string[] {
	const scalar = /[-+.\w]*$/.exec(begun.slice(-longestScalar))?.[0] ?? '';
	if (scalar !== '') return begins(scalar) ? [`${begun.slice(0, -scalar.length)}0`] : [];
	const last = begun.trimEnd().slice(-1);
	if (last === ',') return [`${begun}${isInObject ? '"":0' : '0'}`];
	if (last === ':') return [`${begun}0`];
	// A name, or a value.
	if (last === '"' && isInObject) return [`${begun}:0`, begun];
	return [begun];
}

/** What is longer is a number whose first digits are left. */
const longestScalar = 1000;

/** Whether a number, true, false or null may begin like this. */
function begins(scalar: string): boolean {
	const isNumber = /^-?\d*(?:\.\d*)?(?:[eE][-+]?\d*)?$/.test(scalar);
	return isNumber || ['true', 'false', 'null'].some((word) => word.startsWith(scalar));
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		// What the caller asks.
		return false;
	}
}
