/** Files that the service gives: PDF and QR code of a document, the list as XLSX, an archive of any length. */
import { strToU8, zipSync } from 'fflate';
import { z } from 'zod';

import type { Answer } from '../http/answers';
import type { AccountingDocuments } from '../resources/accountingDocuments';
import type { Store } from '../resources/accountingDocuments/store';
import type { Coin, Privates } from '.';

const MEGABYTE = 1 << 20;
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** The smallest PNG: one transparent pixel. */
const PNG = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
	'base64',
);

function file(body: Buffer, type: string, name: string): Answer {
	const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
	return {
		status: 200,
		headers: { 'content-type': type, 'content-disposition': disposition },
		body,
	};
}

/** A workbook with one sheet of at most 26 columns; every cell is text. */
function workbook(rows: string[][]): Buffer {
	const escaped = (text: string): string =>
		text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
	const cells = rows.map((row, index) => {
		const texts = row.map((text, column) => {
			const address = `${String.fromCharCode(65 + column)}${index + 1}`;
			return `<c r="${address}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
		});
		return `<row r="${index + 1}">${texts.join('')}</row>`;
	});
	const schema = 'http://schemas.openxmlformats.org';
	const main = `${schema}/spreadsheetml/2006/main`;
	const office = `${schema}/officeDocument/2006/relationships`;
	const relation = (type: string, target: string): string =>
		`<Relationships xmlns="${schema}/package/2006/relationships"><Relationship Id="r1" Type="${office}/${type}" Target="${target}"/></Relationships>`;
	const part = (name: string, type: string): string =>
		`<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
	const files = {
		'[Content_Types].xml': `<Types xmlns="${schema}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/worksheets/sheet1.xml', 'worksheet')}</Types>`,
		'_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
		'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Doklady" sheetId="1" r:id="r1"/></sheets></workbook>`,
		'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
		'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${cells.join('')}</sheetData></worksheet>`,
	};
	const bytes = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
	return Buffer.from(zipSync(Object.fromEntries(bytes) as Record<string, Uint8Array>));
}

function documentsAsXlsx(store: Store): Buffer {
	const rows = [['id', 'accountingDocumentNo', 'total']];
	store.forEachKey((key) => {
		const { id, accountingDocumentNo, total } = store.document(key);
		rows.push([id, accountingDocumentNo, total].map((value) => String(value ?? '')));
	});
	return workbook(rows);
}

export function fileOperations(store: Store, documents: AccountingDocuments, coin: Coin): Privates {
	const ofDocument = '/v2/accountingdocuments/:accountingDocumentId';
	return {
		documentPdf: {
			operation: {
				kind: 'read',
				method: 'GET',
				path: `${ofDocument}/${coin('tisk')}`,
				basis: 'one-document: PDF [S, named only]',
				answer: (call) => {
					const { accountingDocumentNo } = store.document(documents.keyOf(call));
					const pdf = Buffer.from(`%PDF-1.4\n% ${accountingDocumentNo}\n%%EOF\n`);
					return file(pdf, 'application/pdf', `Faktura č. ${accountingDocumentNo}.pdf`);
				},
			},
		},
		documentQr: {
			operation: {
				kind: 'read',
				method: 'GET',
				path: `${ofDocument}/${coin('platba')}`,
				basis: 'no-published-path: QR code [S, named only]',
				answer: (call) => {
					documents.keyOf(call);
					return file(PNG, 'image/png', 'qr.png');
				},
			},
		},
		documentsXlsx: {
			operation: {
				kind: 'read',
				method: 'POST',
				path: `/v2/accountingdocuments/${coin('tabulka')}`,
				basis: 'no-published-path: XLSX of the list [S, named only]',
				carries: 'json',
				answer: (call) => {
					call.record(z.strictObject({}));
					return file(documentsAsXlsx(store), XLSX_TYPE, 'doklady.xlsx');
				},
			},
		},
		archive: {
			operation: {
				kind: 'read',
				method: 'GET',
				path: `/v2/${coin('archiv')}`,
				basis: 'none: a file of any length',
				takesQuery: true,
				answer: (call) => {
					const { megabytes } = call.parameters(
						z.strictObject({ megabytes: z.string().regex(/^\d{1,4}$/) }),
					);
					const piece = Buffer.alloc(MEGABYTE, 'a');
					const pieces = Array.from({ length: Number(megabytes) }, () => piece);
					return { ...file(Buffer.alloc(0), 'application/octet-stream', 'archiv.bin'), pieces };
				},
			},
		},
	};
}
