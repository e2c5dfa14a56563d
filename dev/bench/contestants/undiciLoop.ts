import type { IDataObject } from 'n8n-workflow';
import { Agent, request } from 'undici';

import type { Target } from '../engine/job';
import { readPages, type ListPage } from './pages';

/** Exchanges a token and gives what reads one page; 1-based. */
export async function pageFetcher(
	{ baseUrl, appId, appSecret }: Target,
	dispatcher: Agent,
): Promise<(page: number) => Promise<ListPage>> {
	const answer = await request(`${baseUrl}/auth/token`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ appId, appSecret }),
		dispatcher,
	});
	const { access_token: token } = (await answer.body.json()) as { access_token: string };
	const headers = { authorization: `Bearer ${token}` };
	return async (page) => {
		const url = `${baseUrl}/v2/accountingdocuments?page=${page}&pageSize=100`;
		return (await (await request(url, { headers, dispatcher })).body.json()) as ListPage;
	};
}

/**
 * The floor outside n8n: Node's fastest HTTP client with connections kept open, one page after the
 * other with a plain loop of some at once, JSON.parse, and nothing else.
 * @returns all documents
 */
export async function undiciLoop(target: Target, width: number): Promise<IDataObject[]> {
	const dispatcher = new Agent({ connect: { rejectUnauthorized: !target.insecure } });
	try {
		const documents: IDataObject[] = [];
		await readPages(await pageFetcher(target, dispatcher), width, (found) => {
			for (const document of found) documents.push(document);
		});
		return documents;
	} finally {
		await dispatcher.close();
	}
}
