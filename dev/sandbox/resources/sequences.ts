/** Number sequences: one for each type of document. Their operations have no published path. */
import { PREFIXES, TYPES } from '../generated/texts';
import type { DocumentType } from './accountingDocuments/contract';
import type { Int64 } from './fields';

const FIRST_ID = 100;

export class Sequences {
	private readonly last = new Map<DocumentType, number>();

	has(id: Int64): boolean {
		return this.typeOf(id) !== undefined;
	}

	/** The next number of a sequence, without a gap: `FV2026/0001`. The sequence must exist. */
	next(id: Int64, direction: number, year: string): string {
		const type = this.typeOf(id);
		if (type === undefined) throw new Error(`There is no sequence ${id}`);
		const ordinal = (this.last.get(type) ?? 0) + 1;
		this.last.set(type, ordinal);
		return `${PREFIXES[type]}${direction === 1 ? 'V' : 'P'}${year}/${String(ordinal).padStart(4, '0')}`;
	}

	private typeOf(id: Int64): DocumentType | undefined {
		return TYPES.find((type) => FIRST_ID + type === id);
	}
}
