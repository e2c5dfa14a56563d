import type { ServiceRecord } from '../../shared/client/envelope';
import type { Column, ColumnKind, RowsOf } from './columns';
import type { FileFormat, FileWriter } from './format';
import { cellXml, columnName, maxCellCharacters, styles, textXml } from './xlsxCells';
import { zip } from './zip';

/** Excel's limit, less the heading. */
const maxSheetRows = 1_048_576 - 1;

/** Keeps a sheet below 4 GiB, the limit of a ZIP entry. */
const maxTextBytes = 4e9;

/** Placeholders for the row number and between rows, until the position in the file is known. XML has neither. */
const rowNumber = '\u0000';
const rowEnd = '\u0001';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const widths: Record<ColumnKind, number> = {
	text: 22,
	id: 16,
	number: 12,
	amount: 14,
	date: 12,
	boolean: 10,
	json: 40,
};

/**
 * A workbook with one or two sheets (ECMA-376 part 1), compressed as a stream: typed dates, numbers and booleans, inline strings to
 * save memory, and a frozen heading.
 */
export function xlsxFormat({ columns, rowsOf }: { columns: Column[]; rowsOf: RowsOf }): FileFormat {
	let someCut = false;
	const onCut = () => {
		someCut = true;
	};
	const references = columns.map((_, index) => columnName(index) + rowNumber);
	const row = (record: ServiceRecord, line?: unknown): string => {
		let cells = '';
		for (let index = 0; index < columns.length; index++) {
			const { read, kind } = columns[index];
			cells += cellXml(references[index], read(record, line), kind, onCut);
		}
		return `<row r="${rowNumber}">${cells}</row>`;
	};
	return {
		extension: 'xlsx',
		mimeType: `${types}.sheet`,
		maxRows: maxSheetRows,
		maxTextBytes,
		encode: (record) => {
			const lines = rowsOf(record);
			return { text: lines.map((line) => row(record, line)).join(rowEnd), rows: lines.length };
		},
		newFile: () => sheet(columns),
		hasSheets: true,
		notices: () => (someCut ? [cutNotice] : []),
		pack: (text, second) => {
			const sheets = sheetNames.slice(0, second ? 2 : 1);
			return zip([
				{ name: '[Content_Types].xml', content: contentTypes(sheets) },
				{ name: '_rels/.rels', content: rootRelations },
				{ name: 'xl/workbook.xml', content: workbook(sheets) },
				{ name: 'xl/_rels/workbook.xml.rels', content: workbookRelations(sheets) },
				{ name: 'xl/styles.xml', content: styleSheet },
				{ name: sheetFile(0), content: text },
				...(second ? [{ name: sheetFile(1), content: second.text, onKept: second.onKept }] : []),
			]);
		},
	};
}

const cutNotice = `Text longer than ${maxCellCharacters} characters, the limit of an Excel cell, is cut and ends with "…". Use CSV or NDJSON for the full text`;

function sheet(columns: Column[]): FileWriter {
	let rows = 1;
	const place = (text: string) =>
		text
			.split(rowEnd)
			.map((row) => row.replaceAll(rowNumber, String(++rows)))
			.join('');
	const headings = columns.map(({ heading }, index) =>
		textXml(`${columnName(index)}1`, heading, styles.heading),
	);
	const cols = columns.map(
		({ kind }, index) =>
			`<col min="${index + 1}" max="${index + 1}" width="${widths[kind]}" customWidth="1"/>`,
	);
	return {
		head:
			`${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
			'<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
			'<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>' +
			`<cols>${cols.join('')}</cols><sheetData><row r="1">${headings.join('')}</row>`,
		place,
		tail: '</sheetData></worksheet>',
	};
}

const sheetNames = ['Documents', 'Line Items'];

const sheetFile = (index: number) => `xl/worksheets/sheet${index + 1}.xml`;

const override = (part: string, type: string) =>
	`<Override PartName="/xl/${part}.xml" ContentType="${types}.${type}+xml"/>`;

const contentTypes = (sheets: string[]) =>
	`${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
	'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
	'<Default Extension="xml" ContentType="application/xml"/>' +
	override('workbook', 'sheet.main') +
	sheets.map((_, index) => override(`worksheets/sheet${index + 1}`, 'worksheet')).join('') +
	`${override('styles', 'styles')}</Types>`;

const relation = (id: string, type: string, target: string) =>
	`<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;

const rootRelations = `${declaration}<Relationships xmlns="${packageRelations}">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`;

const workbookRelations = (sheets: string[]) =>
	`${declaration}<Relationships xmlns="${packageRelations}">` +
	sheets
		.map((_, index) => relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`))
		.join('') +
	`${relation('rIdStyles', 'styles', 'styles.xml')}</Relationships>`;

const workbook = (sheets: string[]) =>
	`${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>` +
	sheets
		.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
		.join('') +
	'</sheets></workbook>';

/** The cell formats are in the order of `styles`. */
const styleSheet =
	`${declaration}<styleSheet xmlns="${main}"><numFmts count="2">` +
	'<numFmt numFmtId="164" formatCode="yyyy-mm-dd"/><numFmt numFmtId="165" formatCode="#,##0.00##"/></numFmts>' +
	'<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
	'<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
	'<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
	'<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">' +
	[
		['0', '0'],
		['0', '1'],
		['164', '0'],
		['165', '0'],
		['1', '0'],
	]
		.map(
			([format, font]) =>
				`<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
		)
		.join('') +
	'</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';
