import { through } from './pipe';

/** A file of the archive, as text or in chunks. */
export interface ZipEntry {
	name: string;
	content: string | AsyncIterable<Buffer>;
	/** For content that arrives with that of an earlier entry. It is compressed at once and kept in memory. */
	onKept?: (bytes: number) => void;
}

interface WrittenEntry {
	name: Buffer;
	offset: number;
	crc: number;
	packedSize: number;
	size: number;
}

/** Names are UTF-8, and the sizes follow the data. */
const flags = 0x0808;
const deflated = 8;
const zipVersion = 20;
/** 1980-01-01 00:00, the earliest time of the format, so that equal exports create equal files. */
const time = [0, 0x0021] as const;

/**
 * Streams a ZIP archive (APPNOTE 4.3). Each entry is compressed on the fly, and its sizes follow in a data descriptor and
 * in the directory at the end. The caller must keep archives and entries below 4 GiB.
 */
export async function* zip(entries: ZipEntry[]): AsyncGenerator<Buffer> {
	let offset = 0;
	const opened = entries.map(({ name, content, onKept }) => {
		const entry: WrittenEntry = { name: Buffer.from(name), offset, crc: 0, packedSize: 0, size: 0 };
		const packed = through(new CompressionStream('deflate-raw'), measured(content, entry));
		return { entry, packed: onKept ? kept(packed, onKept) : packed };
	});
	for (const { entry, packed } of opened) {
		entry.offset = offset;
		const header = localHeader(entry);
		yield header;
		for await (const chunk of packed) {
			entry.packedSize += chunk.length;
			yield chunk;
		}
		yield dataDescriptor(entry);
		offset += header.length + entry.packedSize + 16;
	}
	const directory = Buffer.concat(opened.map(({ entry }) => directoryEntry(entry)));
	yield directory;
	yield endOfDirectory(opened.length, directory.length, offset);
}

/** Starts to read at once. */
function kept(
	chunks: AsyncIterable<Buffer>,
	onKept: (bytes: number) => void,
): AsyncIterable<Buffer> {
	const all: Buffer[] = [];
	const read = async () => {
		for await (const chunk of chunks) {
			all.push(chunk);
			onKept(chunk.length);
		}
	};
	const outcome = read().then(
		() => all,
		(failure: unknown) => ({ failure }),
	);
	return (async function* () {
		const content = await outcome;
		if ('failure' in content) throw content.failure;
		yield* content;
	})();
}

async function* measured(
	content: ZipEntry['content'],
	entry: WrittenEntry,
): AsyncGenerator<Buffer> {
	for await (const chunk of typeof content === 'string' ? [Buffer.from(content)] : content) {
		entry.crc = crc32(chunk, entry.crc);
		entry.size += chunk.length;
		yield chunk;
	}
}

function localHeader({ name }: WrittenEntry): Buffer {
	const header = Buffer.alloc(30);
	header.writeUInt32LE(0x04034b50, 0);
	writeCommon(header, 4);
	header.writeUInt16LE(name.length, 26);
	return Buffer.concat([header, name]);
}

function dataDescriptor(entry: WrittenEntry): Buffer {
	const descriptor = Buffer.alloc(16);
	descriptor.writeUInt32LE(0x08074b50, 0);
	writeSizes(descriptor, 4, entry);
	return descriptor;
}

function directoryEntry(entry: WrittenEntry): Buffer {
	const header = Buffer.alloc(46);
	header.writeUInt32LE(0x02014b50, 0);
	header.writeUInt16LE(zipVersion, 4);
	writeCommon(header, 6);
	writeSizes(header, 16, entry);
	header.writeUInt16LE(entry.name.length, 28);
	header.writeUInt32LE(entry.offset, 42);
	return Buffer.concat([header, entry.name]);
}

function endOfDirectory(count: number, length: number, offset: number): Buffer {
	const end = Buffer.alloc(22);
	end.writeUInt32LE(0x06054b50, 0);
	end.writeUInt16LE(count, 8);
	end.writeUInt16LE(count, 10);
	end.writeUInt32LE(length, 12);
	end.writeUInt32LE(offset, 16);
	return end;
}

/** Version, flags, method and time, which both kinds of header contain. */
function writeCommon(header: Buffer, at: number): void {
	[zipVersion, flags, deflated, ...time].forEach((value, index) =>
		header.writeUInt16LE(value, at + index * 2),
	);
}

function writeSizes(header: Buffer, at: number, { crc, packedSize, size }: WrittenEntry): void {
	[crc, packedSize, size].forEach((value, index) => header.writeUInt32LE(value, at + index * 4));
}

/** Eight tables to process eight bytes at a time. */
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

/** CRC-32 (APPNOTE 4.4.7). @param crc of the previous bytes */
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
