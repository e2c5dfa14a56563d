import { refuseInput } from '../../../shared/client/errors';
import { firstBytes, inputFieldName, type InputFile } from '../../../shared/n8n/inputFile';

/** The accepted types (docs/api/resources.md#file) by their first bytes. ISDOC is XML. */
const taken: Array<{ mimeType: string; begins: (first: Buffer) => boolean }> = [
	{ mimeType: 'application/pdf', begins: (first) => first.toString('latin1').startsWith('%PDF-') },
	{ mimeType: 'image/jpeg', begins: (first) => startsWith(first, 0xff, 0xd8, 0xff) },
	{ mimeType: 'image/png', begins: (first) => startsWith(first, 0x89, 0x50, 0x4e, 0x47) },
	{ mimeType: 'application/xml', begins: isXml },
];

/** Enough for some comments before the first element. */
const signatureBytes = 1024;

/**
 * The type of a file by its content, because the service rejects other types, and n8n labels many files only by their
 * names.
 * @throws ServiceError (badInput) for a type that the service does not accept
 */
export async function typeOf(file: InputFile): Promise<string> {
	const first = await firstBytes(file, signatureBytes);
	const found = taken.find(({ begins }) => begins(first));
	if (found) return found.mimeType;
	return refuseInput(
		inputFieldName,
		`The file "${file.name}" is not a PDF, JPEG, PNG, XML or ISDOC file`,
		`The service accepts only these. The content does not match the name or type (${file.mimeType.slice(0, 60)}). Convert the file first, or leave it out.`,
	);
}

function startsWith(first: Buffer, ...bytes: number[]): boolean {
	return bytes.every((byte, index) => first[index] === byte);
}

/** A web page starts in the same way, but is not XML. */
function isXml(first: Buffer): boolean {
	const text = first
		.toString()
		.replace(/^\uFEFF/, '')
		.trimStart();
	return /^<(\?xml\s|![a-z-]|[a-z_])/i.test(text) && !/<(!doctype\s+html|html)\b/i.test(text);
}
