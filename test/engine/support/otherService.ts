import { smallService } from './smallService';

/** The parameters of a request for a list or a search. */
export interface Asked {
	/** 0-based. */
	page: number;
	pageSize: number;
	parameters: Record<string, unknown>;
}

/**
 * A service with lists of given bytes, within the specification.
 * @param answer to every list and search
 * @param one the document with an ID
 */
export async function otherService(
	answer: (asked: Asked) => string | Buffer,
	one: (id: string) => string | undefined = () => undefined,
) {
	return await smallService({
		answer: ({ path, query, body }, response) => {
			const id = /\/accountingdocuments\/([^/]+)$/.exec(path)?.[1];
			if (id !== undefined) {
				const record = one(decodeURIComponent(id));
				response
					.writeHead(record === undefined ? 404 : 200, { 'content-type': 'application/json' })
					.end(record ?? '{}');
				return undefined;
			}
			const inBody = body === '' ? {} : (JSON.parse(body) as object);
			const parameters: Record<string, unknown> = { ...Object.fromEntries(query), ...inBody };
			const asked: Asked = {
				page: Number(parameters.page) - 1,
				pageSize: Number(parameters.pageSize),
				parameters,
			};
			response.writeHead(200, { 'content-type': 'application/json' }).end(answer(asked));
			return undefined;
		},
	});
}

/** A service with a list of records in JSON. */
export const serviceOf = async (records: string[]) =>
	await otherService((asked) => pageOf(records, asked));

/** The requested page of a list of records in JSON. */
export function pageOf(records: string[], { page, pageSize }: Asked): string {
	const shown = records.slice(page * pageSize, (page + 1) * pageSize);
	const pagesCount = Math.ceil(records.length / pageSize);
	return `{"accountingDocuments":[${shown.join(',')}],"pagesCount":${pagesCount},"currentPage":${page + 1},"pageSize":${pageSize}}`;
}
