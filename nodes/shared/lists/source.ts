import type { Dialect } from '../client/dialect';
import type { ListAnswer } from '../client/envelope';
import type { RequestHooks } from '../client/request';

/** What the records of a list are called, e.g. "document" and "documents". */
export interface Nouns {
	one: string;
	many: string;
}

/** Where pages come from; an operation makes one of these and never counts pages itself. */
export interface PageSource {
	/** Finishes sentences: "listing accounting documents". */
	what: string;
	nouns: Nouns;
	/** The names under which pages are asked for, said where the service does not know one. */
	paging: Pick<Dialect, 'page' | 'pageSize' | 'firstPage'> &
		Partial<Pick<Dialect, 'largestPage' | 'pageCounts'>>;
	/** All records come in the first answer, whatever page is asked for. */
	isOneAnswer?: boolean;
	/** Whose list it is: what one credential is known to do need not be asked for again. */
	owner: string;
	/**
	 * @param page 0-based index in pages of `size` records; -1 for the page before the first one
	 * @throws ServiceError as the client
	 */
	fetch(page: number, size: number, hooks?: RequestHooks): Promise<ListAnswer>;
	/**
	 * The first page of the same records in either direction, where the service can turn them round: a list that
	 * goes on shows other records from its other end.
	 * @throws ServiceError as the client
	 */
	fromBothEnds?(size: number): Promise<ListAnswer[]>;
}

/** Hears what makes completeness uncertain, and what is worth knowing besides. */
export interface Judge {
	/**
	 * @param text without a full stop at its end
	 * @param next what to do, where it is not to run it again
	 * @throws ServiceError (incomplete) unless incomplete results are allowed
	 */
	problem(text: string, next?: string): Promise<void>;
	notice(text: string): void;
}
