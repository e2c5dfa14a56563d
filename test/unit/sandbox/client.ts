/** A plain client without code of the package, so that these tests cover the sandbox alone. */
import { startSandbox, type AccountingDocument, type RunningSandbox } from '../../../dev/sandbox';

type Reply = {
	status: number;
	contentType: string;
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
	private constructor(
		private readonly baseUrl: string,
		readonly token: string,
	) {}

	static async of({ baseUrl, appId, appSecret }: RunningSandbox): Promise<Caller> {
		const stranger = new Caller(baseUrl, '');
		const { json } = await stranger.send('POST', '/auth/token', { appId, appSecret }, {});
		return new Caller(baseUrl, json.access_token);
	}

	async send(
		method: string,
		path: string,
		body?: unknown,
		headers: Record<string, string> = { authorization: `Bearer ${this.token}` },
	): Promise<Reply> {
		const isText = body === undefined || typeof body === 'string';
		const response = await fetch(this.baseUrl + path, {
			method,
			headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
			body: isText ? body : JSON.stringify(body),
		});
		return {
			status: response.status,
			contentType: response.headers.get('content-type') ?? '',
			json: await response.json().catch(() => undefined),
		};
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
	async all(): Promise<AccountingDocument[]> {
		const records: AccountingDocument[] = [];
		for (let page = 1, pages = 1; page <= pages; page++) {
			const { json } = await this.list(`?page=${page}&pageSize=100`);
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
