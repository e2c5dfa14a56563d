/** Eight tables, so that eight bytes are taken at a time. */
const tables = Array.from({ length: 8 }, () => new Int32Array(256));
for (let byte = 0; byte < 256; byte++) {
	let value = byte;
	for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
	tables[0][byte] = value;
}
for (let table = 1; table < 8; table++) {
	for (let byte = 0; byte < 256; byte++) {
		const before = tables[table - 1][byte];
		tables[table][byte] = (before >>> 8) ^ tables[0][before & 255];
	}
}

/** CRC-32 as ZIP has it (APPNOTE 4.4.7). @param crc of the bytes before, to go on from */
export function crc32(bytes: Uint8Array, crc = 0): number {
	const [t0, t1, t2, t3, t4, t5, t6, t7] = tables;
	let value = ~crc;
	let at = 0;
	for (const end = bytes.length - 7; at < end; at += 8) {
		const low =
			value ^ (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24));
		value =
			t7[low & 255] ^
			t6[(low >>> 8) & 255] ^
			t5[(low >>> 16) & 255] ^
			t4[low >>> 24] ^
			t3[bytes[at + 4]] ^
			t2[bytes[at + 5]] ^
			t1[bytes[at + 6]] ^
			t0[bytes[at + 7]];
	}
	for (; at < bytes.length; at++) value = (value >>> 8) ^ t0[(value ^ bytes[at]) & 255];
	return ~value >>> 0;
}
