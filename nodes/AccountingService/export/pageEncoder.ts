import { decode, type RawAnswer } from '../../shared/client/answer';
import type { ListAnswer, ServiceRecord } from '../../shared/client/envelope';
import { parseJsonExactly } from '../../shared/client/json';
import { identity, idOf, keyOf } from '../../shared/lists/ids';
import { readDocuments } from '../resources/accountingDocument/documents';
import { fieldsOfFilters } from '../resources/accountingDocument/filters';
import { EncodedPage } from './encodedPage';
import type { FileFormat } from './format';
import { oneLine, scanPage, type ScannedPage } from './scannedPage';

/**
 * Reads answers of a list into rows of a file, record by record, straight from the bytes. The records of
 * what it returns are places in an {@link EncodedPage}, or nothing but an id where they are not wanted.
 */
export class PageEncoder {
	/** What the user should know of the answers read so far. */
	readonly notices = new Set<string>();

	/** What has to be known of a document that goes into the file as it was sent. */
	private readonly names: string[];

	/** @param isWanted whether a document is to be in the file; all are when it is left out */
	constructor(
		private readonly format: FileFormat,
		private readonly isWanted?: (record: ServiceRecord) => boolean,
	) {
		this.names = ['currency', 'total', ...(isWanted ? fieldsOfFilters : [])];
	}

	/** @throws ServiceError as {@link readDocuments} */
	readonly read = (answer: RawAnswer, what: string): ListAnswer => {
		const page = scanPage(answer, what, this.format.takesBytes ? this.names : []);
		if (!page) return this.readDecoded(answer, what);
		const records = this.format.takesBytes ? this.asSent(page) : this.parsed(page);
		return { ...page.envelope, records };
	};

	/** Documents as lines by the bytes that were sent. */
	private asSent({ bytes, records }: ScannedPage): ServiceRecord[] {
		const isOdd = records.some((record) => record.isOdd);
		const page = isOdd ? new EncodedPage() : EncodedPage.of(bytes);
		const encoded = records.map((record) => {
			const { fields, from, to } = record;
			if (!this.wants(fields)) return { id: fields.id };
			if (!isOdd) return { id: fields.id, page, place: page.addSent(fields, from, to) };
			const line = record.isOdd ? oneLine(bytes, record) : bytes.subarray(from, to);
			return { id: fields.id, page, place: page.addLine(fields, line) };
		});
		page.finish();
		return encoded;
	}

	/** Documents as rows; each is decoded by itself. */
	private parsed({ bytes, records }: ScannedPage): ServiceRecord[] {
		return this.rows(
			records.map(
				({ from, to }) =>
					() =>
						parseJsonExactly(bytes.toString('utf8', from, to)) as ServiceRecord,
			),
		);
	}

	private readDecoded(answer: RawAnswer, what: string): ListAnswer {
		const list = readDocuments(answer, what);
		if (isReplaced(answer)) this.notices.add(replacedNotice);
		return { ...list, records: this.rows(list.records.map((record) => () => record)) };
	}

	private rows(records: Array<() => ServiceRecord>): ServiceRecord[] {
		const page = new EncodedPage();
		const encoded = records.map((recordOf) => {
			const record = recordOf();
			if (!this.wants(record)) return nameOf(record);
			const { text, rows } = this.format.encode(record);
			return { ...nameOf(record), page, place: page.addText(record, text, rows) };
		});
		page.finish();
		return encoded;
	}

	private wants(record: ServiceRecord): boolean {
		return this.isWanted?.(record) ?? true;
	}
}

/** What is left of a record; one without an id has to be told from others all the same. */
function nameOf(record: ServiceRecord): ServiceRecord {
	const { id } = record;
	return idOf(record) === '' ? { id, [identity]: String(keyOf(record)) } : { id };
}

const replacedNotice =
	'Some texts of the service are not valid UTF-8: what could not be read stands as "\uFFFD" in the file';

const replacement = '\uFFFD';

/** Whether decoding the answer had to put something in place of bytes that are no text. */
function isReplaced(answer: RawAnswer): boolean {
	return decode(answer).includes(replacement) && !answer.body.includes(replacement);
}
