/**
 * Permalink tokens: 24 URL-safe characters that encode a document's key, so that a token is found among a million
 * documents without an index.
 */
import { random } from './random';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const MULTIPLIER = 0x5bd1e995;
// Inverse of MULTIPLIER modulo 2^32 (Newton's iteration doubles the number of correct bits).
const INVERSE = [0, 1, 2, 3, 4].reduce(
	(x) => Math.imul(x, 2 - Math.imul(MULTIPLIER, x)),
	MULTIPLIER,
);

function word(value: number): string {
	return (
		ALPHABET[value & 63] +
		ALPHABET[(value >>> 6) & 63] +
		ALPHABET[(value >>> 12) & 63] +
		ALPHABET[(value >>> 18) & 63] +
		ALPHABET[(value >>> 24) & 63] +
		ALPHABET[(value >>> 30) | ((value >>> 3) & 60)]
	);
}

function scramble(seed: number, key: number): number {
	const h = Math.imul(key ^ random(seed, 0, 77), MULTIPLIER);
	return (h ^ (h >>> 16)) >>> 0;
}

export function tokenOf(seed: number, key: number): string {
	const own = scramble(seed, key);
	return (
		word(own) +
		word(random(seed, own, 78)) +
		word(random(seed, own, 79)) +
		word(random(seed, own, 80))
	);
}

/** The key of a token, or undefined if no document has it. */
export function keyOfToken(seed: number, token: string): number | undefined {
	if (token.length !== 24) return undefined;
	let own = 0;
	for (let index = 5; index >= 0; index--) {
		const digit = ALPHABET.indexOf(token[index]);
		if (digit < 0) return undefined;
		own = index === 5 ? (digit & 3) << 30 : own | (digit << (6 * index));
	}
	own >>>= 0;
	const key = Math.imul(own ^ (own >>> 16), INVERSE) ^ random(seed, 0, 77);
	return key >= 0 && tokenOf(seed, key) === token ? key : undefined;
}
