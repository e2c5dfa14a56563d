import type { IDataObject } from 'n8n-workflow';

import type { RawAnswer } from '../../shared/client/answer';
import type { ServiceRecord } from '../../shared/client/envelope';
import { fieldsOfFilters } from '../resources/accountingDocument/documents';
import { isExactNumber, quoteInexactNumbers } from '../../shared/client/json';
import type { PageSource } from '../../shared/lists/listing';
import { EncodedPage } from './encodedPage';
import type { FileFormat } from './format';
import { sliceRecords } from './slices';

/** What stands for a record in the text of an answer. */
interface Stub extends ServiceRecord {
	encodedPage?: number;
	/** Absent for a document that is not to be in the file. */
	place?: number;
}

/**
 * Encodes pages while they arrive, record by record, straight from the bytes of the answer. As one
 * text a page takes half a megabyte, which the garbage collector does not move about but counts among
 * what stays, so that a process grows by a hundred megabytes of texts that nobody holds.
 */
export class PageEncoder {
	private readonly pages = new Map<number, EncodedPage>();

	private count = 0;

	/** What has to be known of a document that goes into the file as it was sent. */
	private readonly names: string[];

	/** @param isWanted whether a document is to be in the file; all are when it is left out */
	constructor(
		private readonly format: FileFormat,
		private readonly isWanted?: (record: ServiceRecord) => boolean,
	) {
		this.names = ['id', 'currency', 'total', ...(isWanted ? fieldsOfFilters : [])];
	}

	/** Encodes what came; answers that are no lists of documents go on as they are. */
	readonly transform = (answer: RawAnswer): RawAnswer => {
		const { body } = answer;
		const text = Buffer.isBuffer(body) ? this.encode(body) : undefined;
		return text === undefined ? answer : { ...answer, body: text };
	};

	/** Puts encoded documents in place of what stands for them. */
	source(source: PageSource): PageSource {
		return {
			what: source.what,
			fetch: async (number, size, hooks) => {
				const answer = await source.fetch(number, size, hooks);
				const [first] = answer.records as Stub[];
				const page = this.take(first?.encodedPage);
				return {
					...answer,
					records: page ? placed(answer.records, page) : this.all(answer.records),
				};
			},
		};
	}

	private take(number: number | undefined): EncodedPage | undefined {
		if (number === undefined) return undefined;
		const page = this.pages.get(number);
		this.pages.delete(number);
		return page;
	}

	/** Records that came in an answer which could not be sliced. */
	private all(records: ServiceRecord[]): ServiceRecord[] {
		const page = new EncodedPage(this.format);
		const encoded = records.map((record) =>
			this.wanted(record) ? { id: record.id, page, place: page.add(record) } : { id: record.id },
		);
		page.finish();
		return encoded;
	}

	/** @returns the answer with a stub for each record; undefined when it is no list of documents */
	private encode(bytes: Buffer): string | undefined {
		return (this.format.takesBytes && this.encodeAsSent(bytes)) || this.encodeParsed(bytes);
	}

	private encodeParsed(bytes: Buffer): string | undefined {
		const slices = sliceRecords(bytes);
		if (!slices || slices.places.length === 0) return undefined;
		const { places } = slices;
		const page = new EncodedPage(this.format);
		const encodedPage = this.count++;
		const stubs: string[] = [];
		for (let at = 0; at < places.length; at += 2) {
			const record = parsed(bytes.toString('utf8', places[at], places[at + 1]));
			// Entries of a refusal have no id; they are to be read in full.
			if (record?.id === undefined) return undefined;
			const place = this.wanted(record) ? page.add(record) : undefined;
			stubs.push(stubOf(record, encodedPage, place));
		}
		this.pages.set(encodedPage, page.finish());
		return slices.withStubs(stubs);
	}

	/** @returns undefined when the bytes are not fit for a file as they are */
	private encodeAsSent(bytes: Buffer): string | undefined {
		// A line of the file can hold no other line.
		if (bytes.includes('\n') || bytes.includes('\r')) return undefined;
		const slices = sliceRecords(bytes, this.names);
		if (!slices || slices.places.length === 0) return undefined;
		const { places, values, longNumbers } = slices;
		for (let at = 0; at < longNumbers.length; at += 2) {
			if (!isExactNumber(bytes.toString('latin1', longNumbers[at], longNumbers[at + 1])))
				return undefined;
		}
		const page = new EncodedPage(this.format, bytes);
		const encodedPage = this.count++;
		const stubs: string[] = [];
		const wanted: Array<{ record: ServiceRecord; index: number }> = [];
		for (let index = 0; index < places.length / 2; index++) {
			const record = this.recordOf(bytes, values, index);
			if (record?.id === undefined) return undefined;
			const place = this.wanted(record) ? wanted.push({ record, index }) - 1 : undefined;
			stubs.push(stubOf(record, encodedPage, place));
		}
		const answer = slices.withStubs(stubs);
		for (const { record, index } of wanted) {
			page.addSent(record, places[2 * index], places[2 * index + 1]);
		}
		this.pages.set(encodedPage, page);
		return answer;
	}

	private recordOf(bytes: Buffer, values: number[], index: number): ServiceRecord | undefined {
		const record: ServiceRecord = {};
		const { names } = this;
		for (let field = 0; field < names.length; field++) {
			const at = 2 * (index * names.length + field);
			if (values[at] < 0) continue;
			const value = json(bytes.toString('utf8', values[at], values[at + 1]));
			if (value === undefined) return undefined;
			record[names[field]] = value;
		}
		return record;
	}

	private wanted(record: ServiceRecord): boolean {
		return this.isWanted?.(record) ?? true;
	}
}

function stubOf({ id }: ServiceRecord, encodedPage: number, place: number | undefined): string {
	return JSON.stringify({ id, encodedPage, place } satisfies Stub);
}

function placed(stubs: Stub[], page: EncodedPage): ServiceRecord[] {
	return stubs.map(({ id, place }) => (place === undefined ? { id } : { id, page, place }));
}

function parsed(text: string): ServiceRecord | undefined {
	return json(quoteInexactNumbers(text)) as ServiceRecord | undefined;
}

function json(text: string): IDataObject[string] {
	try {
		return JSON.parse(text) as IDataObject[string];
	} catch {
		// The reader of answers tells what is wrong with it.
		return undefined;
	}
}
