// Bound once: a lookup on the global object is slow in the separate context of tests.
const { imul } = Math;

/** A 32-bit hash of (seed, key, salt): every value of a record follows from its key, so nothing is stored. */
export function random(seed: number, key: number, salt: number): number {
	let h = imul(key ^ imul(seed, 0x27d4eb2f), 0x9e3779b1) ^ imul(salt + 1, 0x85ebca6b);
	h = imul(h ^ (h >>> 16), 0x7feb352d);
	h = imul(h ^ (h >>> 15), 0x846ca68b);
	return (h ^ (h >>> 16)) >>> 0;
}

const HEX = Array.from({ length: 65536 }, (_, value) => value.toString(16).padStart(4, '0'));

/** A version 4 shaped GUID that follows from its arguments. */
export function guid(seed: number, key: number, salt: number): string {
	const a = random(seed, key, salt);
	const b = imul(a ^ key, 0x9e3779b1) >>> 0;
	const c = imul(b ^ salt, 0x85ebca6b) >>> 0;
	const d = imul(c ^ a, 0xc2b2ae35) >>> 0;
	return `${HEX[a >>> 16]}${HEX[a & 0xffff]}-${HEX[b >>> 16]}-${HEX[(b & 0x0fff) | 0x4000]}-${HEX[(c & 0x3fff) | 0x8000]}-${HEX[c >>> 16]}${HEX[d >>> 16]}${HEX[d & 0xffff]}`;
}
