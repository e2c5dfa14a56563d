/** A plain client without code of the package, so that these tests cover the sandbox alone. */
import { Agent, fetch } from 'undici';

import { startSandbox, type AccountingDocument, type RunningSandbox } from '../../../dev/sandbox';

type Reply = {
	status: number;
	contentType: string;
	text: string;
	json: any;
};

/** A sandbox and a client for the tests of a file or group, ready when the tests run. */
export function sandboxed(options: Parameters<typeof startSandbox>[0]): {
	sandbox: RunningSandbox;
	caller: Caller;
} {
	const stage = {} as ReturnType<typeof sandboxed>;
	beforeAll(async () => {
		stage.sandbox = await startSandbox(options);
		stage.caller = await Caller.of(stage.sandbox);
	});
	afterAll(async () => await stage.sandbox.close());
	return stage;
}

export class Caller {
	token = '';
	private readonly dispatcher = new Agent({ connect: { rejectUnauthorized: false } });

	constructor(private readonly sandbox: RunningSandbox) {}

	static async of(sandbox: RunningSandbox): Promise<Caller> {
		const caller = new Caller(sandbox);
		await caller.renew();
		return caller;
	}

	async renew(): Promise<void> {
		const { appId, appSecret } = this.sandbox;
		const { json } = await this.send('POST', '/auth/token', { appId, appSecret }, {});
		this.token = json.access_token;
	}

	async send(
		method: string,
		path: string,
		body?: unknown,
		headers: Record<string, string> = this.token === ''
			? {}
			: { authorization: `Bearer ${this.token}` },
	): Promise<Reply> {
		const response = await fetch(this.sandbox.baseUrl + path, {
			method,
			dispatcher: this.dispatcher,
			redirect: 'manual',
			headers: {
				...headers,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			...(body === undefined
				? {}
				: { body: typeof body === 'string' ? body : JSON.stringify(body) }),
		});
		const text = await response.text();
		const contentType = response.headers.get('content-type') ?? '';
		let json: unknown;
		try {
			json = JSON.parse(text);
		} catch {
			json = undefined;
		}
		return { status: response.status, contentType, text, json };
	}

	list(query = ''): Promise<Reply> {
		return this.send('GET', `/v2/accountingdocuments${query}`);
	}

	search(body: unknown): Promise<Reply> {
		return this.send('POST', '/v2/search/accountingdocuments', body);
	}

	create(document: unknown): Promise<Reply> {
		return this.send('POST', '/v2/accountingdocuments', document);
	}

	update(id: unknown, document: unknown): Promise<Reply> {
		return this.send('PUT', `/v2/accountingdocuments/${id}`, document);
	}

	/** Every record of the list, page by page, up to the `pagesCount` of each response. */
	async all(pageSize = 100): Promise<AccountingDocument[]> {
		const records: AccountingDocument[] = [];
		for (let page = 1, pages = 1; page <= pages; page++) {
			const { json } = await this.list(`?page=${page}&pageSize=${pageSize}`);
			records.push(...json.accountingDocuments);
			pages = json.pagesCount;
		}
		return records;
	}
}

/** An issued invoice with one line, enough for most tests. */
export const invoice = (changes: object = {}): Record<string, unknown> => ({
	type: 0,
	direction: 1,
	currency: 'CZK',
	vatCountryType: 1,
	issueDate: '2026-11-01',
	lineItems: [{ description: 'Práce', qt: 2, unitPriceVatExcl: 100, vatRate: 21, vatRateType: 1 }],
	...changes,
});

/** Names of the fields in a refusal. */
export const blamed = (reply: Reply): string[] =>
	reply.json.fieldsAffected.map((one: { name: string }) => one.name);
