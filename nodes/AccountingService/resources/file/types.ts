import { refuseInput } from '../../../shared/client/errors';
import { firstBytes, inputFieldName, type InputFile } from '../../../shared/n8n/inputFile';

/** What the service takes (docs/api/resources.md#file), by how such files begin. ISDOC is XML. */
const taken: Array<{ mimeType: string; begins: (first: Buffer) => boolean }> = [
	{ mimeType: 'application/pdf', begins: (first) => first.toString('latin1').startsWith('%PDF-') },
	{ mimeType: 'image/jpeg', begins: (first) => startsWith(first, 0xff, 0xd8, 0xff) },
	{ mimeType: 'image/png', begins: (first) => startsWith(first, 0x89, 0x50, 0x4e, 0x47) },
	{ mimeType: 'application/xml', begins: isXml },
];

/** A few comments may stand before the first element. */
const looked = 1024;

/**
 * The type of a file by its content: the service turns away what it does not know, and n8n labels many files
 * by their name alone.
 * @throws ServiceError (badInput) for a type that the service does not take
 */
export async function typeOf(file: InputFile): Promise<string> {
	const first = await firstBytes(file, looked);
	const found = taken.find(({ begins }) => begins(first));
	if (found) return found.mimeType;
	return refuseInput(
		inputFieldName,
		`The file "${file.name}" is no PDF, JPEG, PNG, XML or ISDOC file`,
		`The service takes no others. Its content is something else, whatever its name or type (${file.mimeType.slice(0, 60)}) says. Convert it first, or leave it out.`,
	);
}

function startsWith(first: Buffer, ...bytes: number[]): boolean {
	return bytes.every((byte, index) => first[index] === byte);
}

/** A web page begins in the same way, and is none. */
function isXml(first: Buffer): boolean {
	if (startsWith(first, 0xfe, 0xff)) return startsWith(first.subarray(2), 0, 0x3c);
	const isWide = startsWith(first, 0xff, 0xfe);
	const text = first
		.toString(isWide ? 'utf16le' : 'utf8')
		.replace(/^\uFEFF/, '')
		.trimStart();
	return /^<(\?xml\s|![a-z-]|[a-z_])/i.test(text) && !/<(!doctype\s+html|html)\b/i.test(text);
}
