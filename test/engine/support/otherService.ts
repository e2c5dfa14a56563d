import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { runNode, type RunResult } from './engine';
import { smallService } from './smallService';
import type { Parameters } from './withSandbox';

/** What a service is asked for: the parameters of a list or a search. */
export interface Asked {
	kind: 'list' | 'search';
	/** 0-based. */
	page: number;
	pageSize: number;
	parameters: Record<string, unknown>;
}

export interface Answer {
	status?: number;
	headers?: Record<string, string>;
	body: string | Buffer;
}

export interface OtherService {
	asked: Asked[];
	run(
		parameters: Parameters,
		items?: IDataObject[],
		credential?: ICredentialDataDecryptedObject,
	): Promise<RunResult>;
}

/**
 * A service whose lists are written byte by byte, as the specification leaves room for.
 * @param answer to every list and search
 */
export async function otherService(answer: (asked: Asked) => Answer): Promise<OtherService> {
	const asked: Asked[] = [];
	const service = await smallService({
		answer: ({ path, query, body }, response) => {
			const inBody = body === '' ? {} : (JSON.parse(body) as object);
			const parameters: Record<string, unknown> = { ...Object.fromEntries(query), ...inBody };
			const one: Asked = {
				kind: path.includes('/search/') ? 'search' : 'list',
				page: Number(parameters.page) - 1,
				pageSize: Number(parameters.pageSize),
				parameters,
			};
			asked.push(one);
			const { status = 200, headers, body: content } = answer(one);
			response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(content);
			return undefined;
		},
	});
	const stored = service.credential();
	return {
		asked,
		run: async (parameters, items, credential) => {
			const credentials = credential ? service.credential(credential) : stored;
			return await runNode({ parameters, credentials, items });
		},
	};
}

/** The page that is asked for of a list of records in JSON. */
export function pageOf(records: string[], { page, pageSize }: Asked): string {
	const shown = records.slice(page * pageSize, (page + 1) * pageSize);
	const pagesCount = Math.ceil(records.length / pageSize);
	return `{"accountingDocuments":[${shown.join(',')}],"pagesCount":${pagesCount},"currentPage":${page + 1},"pageSize":${pageSize}}`;
}
