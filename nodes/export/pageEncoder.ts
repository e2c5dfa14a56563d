import type { RawAnswer } from '../service/answer';
import type { ServiceRecord } from '../service/envelope';
import { parseJsonExactly } from '../service/json';
import type { PageSource } from '../service/pages';
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

	/** @param wanted whether a document is to be in the file */
	constructor(
		private readonly format: FileFormat,
		private readonly wanted: (record: ServiceRecord) => boolean,
	) {}

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
		const slices = sliceRecords(bytes);
		if (!slices || slices.places.length === 0) return undefined;
		const { places } = slices;
		const page = new EncodedPage(this.format);
		const encodedPage = this.count++;
		const stubs: string[] = [];
		for (let at = 0; at < places.length; at += 2) {
			const record = parseRecord(bytes.toString('utf8', places[at], places[at + 1]));
			// Entries of a refusal have no id; they are to be read in full.
			if (record?.id === undefined) return undefined;
			const place = this.wanted(record) ? page.add(record) : undefined;
			stubs.push(JSON.stringify({ id: record.id, encodedPage, place } satisfies Stub));
		}
		this.pages.set(encodedPage, page.finish());
		return slices.withStubs(stubs);
	}
}

function placed(stubs: Stub[], page: EncodedPage): ServiceRecord[] {
	return stubs.map(({ id, place }) => (place === undefined ? { id } : { id, page, place }));
}

function parseRecord(text: string): ServiceRecord | undefined {
	try {
		return parseJsonExactly(text) as ServiceRecord;
	} catch {
		// The reader of answers tells what is wrong with it.
		return undefined;
	}
}
