/** A valid PDF of one page that shows a document (ISO 32000-1, 7.5). */
import type { DocumentRecord } from './contract';

/** Text in a PDF, with the characters of its standard font. */
const shown = (value: unknown): string =>
	String(value ?? '')
		.normalize('NFD')
		.replace(/[^ -~]/g, '')
		.replace(/[()\\]/g, '\\$&');

export function pdfOf(document: DocumentRecord): Buffer {
	const { accountingDocumentNo, issueDate, contact, total, currency } = document;
	const lines = [accountingDocumentNo, issueDate, contact?.companyName, `${total} ${currency}`];
	const text = `BT /F1 14 Tf 24 TL 60 780 Td ${lines.map((line) => `(${shown(line)}) '`).join(' ')} ET`;
	const objects = [
		'<< /Type /Catalog /Pages 2 0 R >>',
		'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
		'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
		`<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
		'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
	];
	let file = '%PDF-1.4\n';
	const places = objects.map((object, index) => {
		const place = file.length;
		file += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return `${String(place).padStart(10, '0')} 00000 n \n`;
	});
	const size = objects.length + 1;
	const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
	const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
	return Buffer.from(file + table + trailer, 'latin1');
}
