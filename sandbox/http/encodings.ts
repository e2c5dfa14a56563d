/** Bodies in other character sets and in gzip, sound and broken. */
import { gzipSync } from 'node:zlib';

import type { Answer } from './answers';

/** Bytes of the 256 characters of a single-byte set, by character. */
function bytesOf(charset: string): Map<string, number> {
	const decoder = new TextDecoder(charset);
	return new Map(
		Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
	);
}

function encode(text: string, charset: string): Buffer {
	if (charset === 'utf-8') return Buffer.from(text);
	if (charset === 'utf-16le') return Buffer.from(text, 'utf16le');
	const bytes = bytesOf(charset);
	return Buffer.from(Array.from(text, (character) => bytes.get(character) ?? 0x3f));
}

/** The answer in another character set, which its content type declares or not. */
export function inCharset(
	answer: Answer,
	{ charset, mark, declared }: { charset: string; mark: boolean; declared: boolean },
): Answer {
	const type = declared ? `application/json; charset=${charset}` : 'application/json';
	const body = encode((mark ? '\ufeff' : '') + answer.body.toString(), charset);
	return { ...answer, headers: { ...answer.headers, 'content-type': type }, body };
}

/** Sound; cut in half; or with bytes that no gzip has in its middle. */
export function gzipped(answer: Answer, state: 'sound' | 'cut' | 'broken'): Answer {
	const body = gzipSync(answer.body);
	const headers = { ...answer.headers, 'content-encoding': 'gzip' };
	const half = Math.floor(body.length / 2);
	if (state === 'cut') return { ...answer, headers, body: body.subarray(0, half) };
	if (state === 'broken') body.fill(0xff, half, half + 16);
	return { ...answer, headers, body };
}

const MEGABYTE = 1 << 20;

/** The answer followed by megabytes of spaces, a thousandth of that on the wire. */
export function gzipBomb(answer: Answer, megabytes: number): Answer {
	const spaces = gzipSync(Buffer.alloc(MEGABYTE, ' '));
	const body = Buffer.concat([
		gzipSync(answer.body),
		...Array.from({ length: megabytes }, () => spaces),
	]);
	return { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' }, body };
}
