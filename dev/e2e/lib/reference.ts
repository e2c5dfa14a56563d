/** Reads the sandbox without code of the package, to compare the operations with it. */
import type { JournalEntry } from '../../sandbox';

export interface ReferenceService {
	baseUrl: string;
	appId: string;
	appSecret: string;
}

export type Entry = Record<string, unknown>;

interface Page {
	accountingDocuments: Entry[];
	pagesCount: number;
}

const timeoutMs = 30_000;
const pageSize = 100;

export class Reference {
	private token: string | undefined;

	constructor(private readonly service: ReferenceService) {}

	private async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(`${this.service.baseUrl}${path}`, {
			method,
			headers: {
				'content-type': 'application/json',
				...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
			signal: AbortSignal.timeout(timeoutMs),
		});
		if (!response.ok)
			throw new Error(`The sandbox answered ${response.status} to ${method} ${path}.`);
		return (await response.json()) as T;
	}

	/** A new token for every request, so that checks that end tokens have no effect here. */
	private async authorized<T>(method: string, path: string, body?: unknown): Promise<T> {
		const { appId, appSecret } = this.service;
		this.token = undefined;
		const answer = await this.ask<{ access_token: string }>('POST', '/auth/token', {
			appId,
			appSecret,
		});
		this.token = answer.access_token;
		return await this.ask<T>(method, path, body);
	}

	private async pages(ask: (page: number) => Promise<Page>): Promise<Entry[]> {
		const records: Entry[] = [];
		for (let page = 1; ; page++) {
			const { accountingDocuments, pagesCount } = await ask(page);
			records.push(...accountingDocuments);
			if (page >= pagesCount) return records;
		}
	}

	async documents(): Promise<Entry[]> {
		return await this.pages(
			async (page) =>
				await this.authorized('GET', `/v2/accountingdocuments?page=${page}&pageSize=${pageSize}`),
		);
	}

	async search(parameters: Entry): Promise<Entry[]> {
		return await this.pages(
			async (page) =>
				await this.authorized('POST', '/v2/search/accountingdocuments', {
					page,
					pageSize,
					...parameters,
				}),
		);
	}

	/** The records in the response to a request of the sandbox's journal, which is sent again. */
	async recordsOf({ method, path, query, body }: JournalEntry): Promise<Entry[]> {
		const search = new URLSearchParams(query as Record<string, string>).toString();
		const address = search === '' ? path : `${path}?${search}`;
		const answer = await this.authorized<Entry | Entry[]>(method, address, body ?? undefined);
		if (Array.isArray(answer)) return answer;
		return 'pagesCount' in answer ? (Object.values(answer).find(isRecords) ?? []) : [answer];
	}
}

const isRecords = (value: unknown): value is Entry[] => Array.isArray(value);

export const isPaid = ({ payments, total, amountPaid }: Entry) =>
	(payments as Entry | undefined)?.paid === true ||
	(Number(total) > 0 && Number(amountPaid ?? 0) >= Number(total));

export const isIssuedInvoice = ({ direction, type }: Entry) => direction === 1 && type === 0;
