import { crc32 } from './crc32';

/** A file of the archive: short ones as text, long ones in chunks. */
export interface ZipEntry {
	name: string;
	content: string | AsyncIterable<Buffer>;
}

interface Written {
	name: Buffer;
	offset: number;
	crc: number;
	packedSize: number;
	size: number;
}

/** Names are UTF-8; sizes follow the data, since they are not known before it. */
const flags = 0x0808;
const deflated = 8;
const version = 20;
/** 1980-01-01 00:00, the earliest time of the format: equal exports make equal files. */
const time = [0, 0x0021] as const;

/**
 * A ZIP archive as it is made (APPNOTE 4.3): every entry is deflated on the fly, its sizes follow in a
 * data descriptor and again in the directory at the end. Archives and entries stay below 4 GiB, which
 * the caller has to see to.
 */
export async function* zip(entries: ZipEntry[]): AsyncGenerator<Buffer> {
	const written: Written[] = [];
	let offset = 0;
	for (const { name, content } of entries) {
		const entry: Written = { name: Buffer.from(name), offset, crc: 0, packedSize: 0, size: 0 };
		const header = localHeader(entry);
		yield header;
		for await (const chunk of deflate(measured(content, entry))) {
			entry.packedSize += chunk.length;
			yield chunk;
		}
		yield dataDescriptor(entry);
		offset += header.length + entry.packedSize + 16;
		written.push(entry);
	}
	const directory = Buffer.concat(written.map(directoryEntry));
	yield directory;
	yield endOfDirectory(written.length, directory.length, offset);
}

async function* measured(content: ZipEntry['content'], entry: Written): AsyncGenerator<Buffer> {
	for await (const chunk of typeof content === 'string' ? [Buffer.from(content)] : content) {
		entry.crc = crc32(chunk, entry.crc);
		entry.size += chunk.length;
		yield chunk;
	}
}

/** Writing and reading run side by side; whichever side fails or is left ends the other. */
async function* deflate(source: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
	const { readable, writable } = new CompressionStream('deflate-raw');
	const writer = writable.getWriter();
	const reader = readable.getReader();
	const feed = async () => {
		for await (const chunk of source) await writer.write(chunk);
		await writer.close();
	};
	let failure: { reason: unknown } | undefined;
	const fed = feed().then(undefined, async (reason: unknown) => {
		failure ??= { reason };
		await writer.abort(reason).then(undefined, () => {});
	});
	try {
		for (;;) {
			// An aborted writer makes the read fail; the reason is told below.
			const read = await reader.read().then(undefined, () => undefined);
			if (read === undefined || read.done) break;
			yield Buffer.from(read.value as Uint8Array);
		}
	} finally {
		await reader.cancel().then(undefined, () => {});
		await fed;
	}
	if (failure) throw failure.reason;
}

function localHeader({ name }: Written): Buffer {
	const header = Buffer.alloc(30);
	header.writeUInt32LE(0x04034b50, 0);
	writeCommon(header, 4);
	header.writeUInt16LE(name.length, 26);
	return Buffer.concat([header, name]);
}

function dataDescriptor(entry: Written): Buffer {
	const descriptor = Buffer.alloc(16);
	descriptor.writeUInt32LE(0x08074b50, 0);
	writeSizes(descriptor, 4, entry);
	return descriptor;
}

function directoryEntry(entry: Written): Buffer {
	const header = Buffer.alloc(46);
	header.writeUInt32LE(0x02014b50, 0);
	header.writeUInt16LE(version, 4);
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

/** Version, flags, method and time, as both kinds of header have them in a row. */
function writeCommon(header: Buffer, at: number): void {
	[version, flags, deflated, ...time].forEach((value, index) =>
		header.writeUInt16LE(value, at + index * 2),
	);
}

function writeSizes(header: Buffer, at: number, { crc, packedSize, size }: Written): void {
	[crc, packedSize, size].forEach((value, index) => header.writeUInt32LE(value, at + index * 4));
}
