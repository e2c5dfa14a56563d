import fc from '../../property';
import { unzipSync } from 'fflate';
import { randomBytes } from 'node:crypto';
import { crc32 as referenceCrc32, inflateRawSync } from 'node:zlib';

import { columnsFor, onePerDocument } from '../../../nodes/AccountingService/export/columns';
import {
	csvFormat,
	type Delimiter,
	delimiters,
	protectedText,
} from '../../../nodes/AccountingService/export/csv';
import { fileNameOf, partName } from '../../../nodes/AccountingService/export/fileName';
import { cellXml } from '../../../nodes/AccountingService/export/xlsxCells';
import { crc32, zip, type ZipEntry } from '../../../nodes/AccountingService/export/zip';

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
	const all: Buffer[] = [];
	for await (const chunk of chunks) all.push(chunk);
	return Buffer.concat(all);
}

it('crc32 agrees with zlib, at once and in chunks', () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), (bytes, cut) => {
			const found = [crc32(bytes), crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))];
			const expected = referenceCrc32(bytes);
			expect(found).toEqual([expected, expected]);
		}),
	);
});

describe('zip', () => {
	async function* chunks(...content: Buffer[]) {
		yield* content;
	}

	it('can be read by a standard reader, with its directory and with its data descriptors', async () => {
		const noise = [randomBytes(300_000), randomBytes(1), Buffer.alloc(500_000, 'x')];
		const entries: ZipEntry[] = [
			{ name: 'short.txt', content: 'žluť' },
			{ name: 'dir/long.bin', content: chunks(...noise) },
			{ name: 'empty', content: '' },
		];
		const archive = await collect(zip(entries));
		const files = unzipSync(archive);
		expect(Object.keys(files)).toEqual(entries.map(({ name }) => name));
		expect(Buffer.from(files['short.txt']).toString()).toBe('žluť');
		expect(Buffer.from(files['dir/long.bin']).equals(Buffer.concat(noise))).toBe(true);
		expect(files.empty.length).toBe(0);
		// The first entry, as read without the directory.
		const start = 30 + 'short.txt'.length;
		const end = archive.indexOf(Buffer.from('PK\x07\x08'), start);
		const content = inflateRawSync(archive.subarray(start, end));
		expect(archive.readUInt32LE(end + 4)).toBe(referenceCrc32(content));
		expect(archive.readUInt32LE(end + 8)).toBe(end - start);
		expect(archive.readUInt32LE(end + 12)).toBe(content.length);
	});

	it('closes its source if the reader stops', async () => {
		let ended = false;
		const endless = async function* () {
			try {
				for (;;) yield randomBytes(100_000);
			} finally {
				ended = true;
			}
		};
		for await (const chunk of zip([{ name: 'a', content: endless() }])) {
			if (chunk.length > 10_000) break;
		}
		expect(ended).toBe(true);
	});
});

describe('cells of a workbook', () => {
	const none = () => {};

	it.each([
		['a < b & "c" > d\r\n', 'text', 'a &lt; b &amp; &quot;c&quot; &gt; d&#13;\n'],
		['bell \u0007 and half \uD83D', 'text', 'bell _x0007_ and half _xD83D_'],
		['whole 😀', 'text', 'whole 😀'],
		['_x0041_', 'text', '_x005F_x0041_'],
		['1899-12-31', 'date', '1899-12-31'],
		['1900-02-28', 'date', '1900-02-28'],
		['2026-02-30', 'date', '2026-02-30'],
		['2025-02-29T00:00:00Z', 'date', '2025-02-29T00:00:00Z'],
		['2026-13-01', 'date', '2026-13-01'],
		['1e400', 'amount', '1e400'],
		['1234567890123456.5', 'amount', '1234567890123456.5'],
		[12345678901234.56, 'amount', '12345678901234.56'],
		['0.123456789012345678', 'number', '0.123456789012345678'],
		['00042', 'text', '00042'],
		['-0.10000000000000001', 'text', '-0.10000000000000001'],
		['9007199254740993', 'id', '9007199254740993'],
	] as const)('%j is written as text', (value, kind, text) => {
		expect(cellXml('A1', value, kind, none)).toContain(`<t xml:space="preserve">${text}</t>`);
	});

	it.each([
		['1900-03-01', 'date', ' s="2"><v>61</v>'],
		['2026-11-21', 'date', ' s="2"><v>46347</v>'],
		['2026-11-21T00:00:00Z', 'date', ' s="2"><v>46347</v>'],
		[-12.5, 'amount', ' s="3"><v>-12.5</v>'],
		[999_999_999_999_999, 'id', ' s="4"><v>999999999999999</v>'],
		['0.10000000000000001', 'amount', ' s="3"><v>0.1</v>'],
		['-0.10000000000000001', 'number', '><v>-0.1</v>'],
		['-12.50', 'amount', ' s="3"><v>-12.5</v>'],
		[1e-7, 'number', '><v>1e-7</v>'],
		[true, 'boolean', ' t="b"><v>1</v>'],
	] as const)('%j is written as what it is', (value, kind, xml) => {
		expect(cellXml('A1', value, kind, none)).toBe(`<c r="A1"${xml}</c>`);
	});
});

describe('formulas in cells of a CSV file', () => {
	const separators = Object.keys(delimiters) as Delimiter[];
	/** The cells that a spreadsheet reads from a row: a quote counts only at the start of a cell. */
	function cellsOf(file: string, separator: string): string[] {
		const cells: string[] = [];
		let at = 0;
		while (at <= file.length) {
			let cell = '';
			const isQuoted = file[at] === '"';
			if (isQuoted) at++;
			for (let inside = isQuoted; at < file.length; at++) {
				if (inside && file[at] === '"') {
					if (file[at + 1] !== '"') {
						inside = false;
						continue;
					}
					at++;
				} else if (!inside && (file[at] === separator || /[\r\n]/.test(file[at]))) break;
				cell += file[at];
			}
			cells.push(cell);
			at++;
		}
		return cells;
	}

	it.each(separators)(
		'none is left, whatever a file written with %j is opened with',
		(delimiter) => {
			const piece = fc.constantFrom(
				'=1',
				'-2+3',
				'-1',
				'-1 ',
				'+5 %',
				'&2',
				'@x',
				'＝4',
				'(2)',
				'\u200B',
				'"',
				"'",
				',',
				';',
				'|',
				'\t',
				'\r',
				'\n',
				'a',
				' ',
			);
			const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
			const number = fc.constantFrom(undefined, -1, 2, -0.5);
			fc.assert(
				fc.property(text, number, text, text, (first, second, third, fourth) => {
					const names = [`h${first}`, 'totalAmount', third, 'note'];
					const columns = columnsFor(names, {
						perLineItem: false,
						enumLabels: true,
						headingLabels: false,
					});
					const format = csvFormat({
						columns,
						rowsOf: onePerDocument,
						delimiter,
						forExcel: false,
						formulaProtection: true,
					});
					const [name, amount, ...others] = names;
					const values = {
						[name]: third,
						[amount]: second,
						[others[0]]: first,
						[others[1]]: fourth,
					};
					const { text: row } = format.encode(values);
					const found = [format.newFile().head, row].flatMap((file) =>
						separators.flatMap((separator) => cellsOf(file, separator)),
					);
					expect(found.filter(isHarmful)).toEqual([]);
				}),
				{ numRuns: 2000 },
			);
		},
	);

	/** A formula starts with a sign, after invisible characters too. A number is none, unless something harmful follows. */
	function isHarmful(cell: string): boolean {
		const start = /^[\s\p{Cc}\p{Cf}]*(?=[=+\-@＝＋－＠])/u.exec(cell);
		if (!start) return false;
		const rest = cell.slice(start[0].length);
		const number = /^[+-]\d+(\.\d+)?[\]}%\s]*(?=$|[",;|])|^[+-]\d+(\.\d+)?[\]}% ]*\t/.exec(rest);
		// A text after a number or an operator makes the formula invalid, or is only text.
		return !number || /[(!#]/.test(rest.slice(number[0].length).split('"')[0]);
	}

	it.each([
		['a\n+A1', "a\n'+A1"],
		['x;"=cmd', 'x;"\'=cmd'],
		...[' ', '\u00A0', '\uFEFF', '\u3000', ' \u200B\u202F'].flatMap((before) =>
			['=', '+', '-', '@', '＝', '＋', '－', '＠'].map((sign): [string, string] => [
				`${before}${sign}1+1`,
				`'${before}${sign}1+1`,
			]),
		),
		[' a=1', ' a=1'],
		['[1,-5,-2]', '[1,-5,-2]'],
		['Sleva, -5 %', 'Sleva, -5 %'],
		['Sleva, -5 % (věrnost)', "Sleva, '-5 % (věrnost)"],
		["x;-1 +cmd|' /C calc'!A0", "x;'-1 +cmd|' /C calc'!A0"],
		["x;-1,2+cmd|' /C calc'!A0", "x;'-1,2+cmd|' /C calc'!A0"],
		['x; =1', "x; '=1"],
		['x;\u200B\u00A0@1', "x;\u200B\u00A0'@1"],
	])('%j becomes %j', (text, safe) => expect(protectedText(text)).toBe(safe));

	it('takes time in proportion to the text', () => {
		for (const text of [' ', '\uFEFF ', '"', ',', ',"', ';-1', ',-1e', '=']) {
			expect(protectedText(text.repeat(300_000)).length).toBeGreaterThan(290_000);
		}
	});
});

describe('file names', () => {
	const at = (pattern: string, zone: string) =>
		fileNameOf(pattern, 'csv', new Date('2026-12-31T23:30:05Z'), zone);

	it.each([
		['{yyyy}-{MM}-{dd} {HH}.{mm}.{ss}', 'UTC', '2026-12-31 23.30.05.csv'],
		['{yyyyMMdd-HHmm}', 'Europe/Prague', '20270101-0030.csv'],
		['a.CSV', 'UTC', 'a.csv'],
		['v1.2', 'UTC', 'v1.2.csv'],
		['../../etc/x:y', 'UTC', '..-..-etc-x-y.csv'],
		['con', 'UTC', 'con-.csv'],
		['COM¹', 'UTC', 'COM¹-.csv'],
		['CONIN$', 'UTC', 'CONIN$-.csv'],
		['nul .csv', 'UTC', 'nul- .csv'],
	])('get one extension, the date in the time zone of the workflow, and no path: %s', (...row) => {
		const [pattern, zone, name] = row;
		expect(at(pattern, zone)).toBe(name);
	});

	it('are printable, and short enough for file systems, numbered or not', () => {
		const text = fc.string({ unit: 'binary', maxLength: 400 }).filter((name) => !/[{}]/.test(name));
		fc.assert(
			fc.property(text, fc.constantFrom('', 'ž', '😀', '\u202E', 'con'), (start, repeated) => {
				const name = at(start + repeated.repeat(200), 'UTC');
				const parts = [1, 9_999_999].map((part) => partName(name, part, 9_999_999));
				for (const one of [name, ...parts]) {
					expect(Buffer.byteLength(one)).toBeLessThanOrEqual(255);
					expect(one).toMatch(/^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]+\.csv$/u);
					expect(one).not.toMatch(/[\\/:*?"<>|]|^(con|nul)\s*\./);
				}
			}),
		);
		expect(partName('a.b.csv', 3, 12)).toBe('a.b-03.csv');
	});
});
