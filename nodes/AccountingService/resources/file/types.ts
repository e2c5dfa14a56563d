import { isPdf, signatureBytes } from '../../../shared/client/answer';
import { refuseInput } from '../../../shared/client/errors';
import { firstBytes, inputFieldName, type InputFile } from '../../../shared/n8n/inputFile';

export const acceptedTypes = 'PDF, JPEG, PNG, XML or ISDOC';

/** The accepted types (docs/api/resources.md#file) by their first bytes. ISDOC is XML. */
const taken: Array<{ mimeType: string; begins: (first: Buffer) => boolean }> = [
	{ mimeType: 'image/jpeg', begins: (first) => startsWith(first, 0xff, 0xd8, 0xff) },
	{ mimeType: 'image/png', begins: (first) => startsWith(first, 0x89, 0x50, 0x4e, 0x47) },
	{ mimeType: 'application/xml', begins: isXml },
	// Last, because other bytes may precede the header of a PDF.
	{ mimeType: 'application/pdf', begins: (first) => isPdf({ body: first }) },
];

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
		`The file "${file.name}" is not a ${acceptedTypes} file`,
		`The service accepts only these. The content does not match the name or type (${file.mimeType.slice(0, 60)}). Convert the file first, or leave it out.`,
	);
}

function startsWith(first: Buffer, ...bytes: number[]): boolean {
	return bytes.every((byte, index) => first[index] === byte);
}

/** XML is UTF-8, or UTF-16 with a byte order mark (XML 1.0, section 4.3.3). A web page starts in the same way. */
function isXml(first: Buffer): boolean {
	const encoding = textEncodings.find(({ mark }) => startsWith(first, ...mark))?.name ?? 'utf-8';
	// Removes the byte order mark.
	const text = new TextDecoder(encoding).decode(first).trimStart();
	return /^<(\?xml\s|![a-z-]|[a-z_])/i.test(text) && !/<(!doctype\s+html|html)\b/i.test(text);
}

const textEncodings = [
	{ name: 'utf-16le', mark: [0xff, 0xfe] },
	{ name: 'utf-16be', mark: [0xfe, 0xff] },
];
