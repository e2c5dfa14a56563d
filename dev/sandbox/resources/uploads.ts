/** Files: `POST /v2/uploads`, multipart/form-data with the field `file` (docs/api/requests.md#uploads). */
import { fieldError, invalid, record } from '../http/answers';
import { headerParameter, type Part } from '../http/multipart';
import type { Operations } from '../http/operations';
import type { Int64 } from './fields';

const FIRST_ID = 800_001;

export type StoredFile = {
	id: number;
	fileName: string;
	/** Bytes. */
	size: number;
	sha256: string;
};

/** Types that the service accepts, by the beginning of a file. ISDOC is XML, in UTF-8 or UTF-16. */
const BEGINNINGS: ReadonlyArray<[type: string, beginning: RegExp]> = [
	['JPEG', /^\xff\xd8\xff/],
	['PNG', /^\x89PNG\r\n\x1a\n/],
	['XML', /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*<(\?xml\s|(?!html\b)[a-z_][\w.-]*[\s>:])/i],
	// Readers of PDF look for the header in the first 1,024 bytes.
	['PDF', /^(?!\s*<!?(doctype\s+)?html\b)[^]{0,1019}%PDF-/i],
];

const isTaken = ({ beginning }: Part): boolean => {
	const bytes = beginning.toString('latin1');
	const text = /^(\xff\xfe|\xfe\xff)/.test(bytes) ? bytes.replaceAll('\0', '') : bytes;
	return BEGINNINGS.some(([, pattern]) => pattern.test(text));
};

/** The part with the file. Throws a Refusal. */
function filePart(parts: readonly Part[]): { part: Part; fileName: string } {
	const [part] = parts;
	const disposition = part?.headers['content-disposition'] ?? '';
	const fileName = headerParameter(disposition, 'filename');
	const isFile = /^form-data\s*;/i.test(disposition) && fileName !== undefined;
	if (parts.length !== 1 || !isFile || headerParameter(disposition, 'name') !== 'file') {
		const message = 'must be the one field, with a file name';
		throw invalid([fieldError('file', 'field_missing', message)]);
	}
	return { part, fileName };
}

export class Uploads {
	private readonly files: StoredFile[] = [];

	get all(): readonly StoredFile[] {
		return this.files;
	}

	find(id: Int64 | string): StoredFile | undefined {
		return this.files.find((file) => String(file.id) === String(id));
	}

	operations(): Operations<'uploadFile'> {
		return {
			uploadFile: {
				kind: 'creates',
				method: 'POST',
				path: '/v2/uploads',
				basis: 'uploads [C]',
				carries: 'multipart/form-data',
				answer: (call) => {
					const { part, fileName } = filePart(call.parts);
					if (!isTaken(part)) {
						const types = BEGINNINGS.map(([type]) => type).join(', ');
						const message = `is none of the types that are taken: ${types}, ISDOC`;
						throw invalid([fieldError('file', 'unsupported_file_type', message)]);
					}
					const id = FIRST_ID + this.files.length;
					this.files.push({ id, fileName, size: part.size, sha256: part.sha256 });
					return record({ id });
				},
			},
		};
	}
}
