import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import type { IDataObject } from 'n8n-workflow';
import { Agent, request } from 'undici';

import type { Target } from '../engine/job';
import { readPages, type ListPage } from './pages';

/** The maximum of concurrent pages of the export. */
const width = 8;

/** Exchanges a token and returns a reader of pages, 1-based. */
async function pageFetcher(
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

/** The list, read without n8n. */
export async function listedDocuments(target: Target): Promise<IDataObject[]> {
	const dispatcher = new Agent();
	const documents: IDataObject[] = [];
	try {
		await readPages(await pageFetcher(target, dispatcher), width, (found) => {
			documents.push(...found);
		});
		return documents;
	} finally {
		await dispatcher.close();
	}
}

/**
 * The minimum for an export: Node's fastest HTTP client with keep-alive, JSON.parse, and one line per document.
 * @returns the number of documents
 */
export async function undiciExport(target: Target): Promise<number> {
	const folder = mkdtempSync(path.join(tmpdir(), 'accounting-floor-'));
	const dispatcher = new Agent();
	try {
		const file = createWriteStream(path.join(folder, 'documents.ndjson'));
		let written = 0;
		const write = async (found: IDataObject[]) => {
			written += found.length;
			const lines = found.map((document) => `${JSON.stringify(document)}\n`).join('');
			if (!file.write(lines)) await once(file, 'drain');
		};
		await readPages(await pageFetcher(target, dispatcher), width, write);
		file.end();
		await finished(file);
		return written;
	} finally {
		await dispatcher.close();
		rmSync(folder, { recursive: true, force: true });
	}
}
