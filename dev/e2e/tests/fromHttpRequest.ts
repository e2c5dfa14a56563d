/** docs/recipes/from-http-request.md: each request beside the operation that replaces it. */
import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';

import type { RunningSandbox } from '../../sandbox';
import { sameRecords, type Checks } from '../lib/checks';
import { credentialType, type NodeSketch } from '../lib/flow';
import {
	httpRequestType,
	httpRequestVersion,
	listByHttpRequest,
	pagination,
} from '../lib/httpRequest';
import { operationNamed, replacementsOf, type Parameters } from '../lib/recipe';
import { Reference } from '../lib/reference';
import { recipesOf, succeeded, type RecipeStage } from '../lib/stage';
import { itemsOf } from '../lib/types';
import type { Workbench } from '../lib/workbench';

const recipe = 'from-http-request';
const documentsPath = '/v2/accountingdocuments';
const searchPath = '/v2/search/accountingdocuments';
const searchText = 'e';
const documents = 250;
const contact = { companyName: 'Example Ltd' };
const lineItems = [{ description: 'Chairs', qt: 2, unitPriceVatExcl: 100, vatRateId: 321 }];

interface Request {
	method: string;
	path: string;
	body?: object;
}

interface Migration extends RecipeStage {
	/** The items of HTTP Request nodes. */
	theirs(request: Request): Promise<unknown[]>;
	/** The items of our node with this operation of the recipe's table, with Output Raw. */
	ours(operation: string, parameters: Parameters): Promise<Parameters[]>;
}

export function fromHttpRequestChecks(checks: Checks, bench: Workbench): void {
	const replacements = replacementsOf(recipe);
	const onPage = recipesOf(checks, bench);
	const check = (says: string, work: (migration: Migration) => Promise<void>) =>
		onPage(recipe, says, async (stage) => await work(migrationOn(bench, stage)), { documents });

	/** The operations of the table for a request are exactly these. */
	function expectInTable(request: string, operations: string[]): void {
		const names = (replacements.get(request) ?? []).filter(
			(name) => name !== 'Accounting Document',
		);
		deepStrictEqual(names, operations, request);
	}

	check('lists without a token node, pagination and Split Out', async ({ theirs, ours }) => {
		const raw = { returnAll: true, options: { output: 'raw' } };
		expectInTable(`GET ${documentsPath}`, ['Get Many']);
		const list = await theirs({ method: 'GET', path: documentsPath });
		strictEqual(list.length, documents);
		sameRecords(await ours('Get Many', raw), list);
		expectInTable(`POST ${searchPath}`, ['Search']);
		const body = { searchText, pageSize: 100 };
		const found = await theirs({ method: 'POST', path: searchPath, body });
		ok(found.length > 100);
		sameRecords(await ours('Search', { ...raw, searchText }), found);
	});

	check('Create and Update make the same document', async ({ sandbox, theirs, ours }) => {
		const { admin } = sandbox;
		const body = { type: 0, direction: 1, currency: 'CZK', vatCountryType: 1, contact, lineItems };
		await theirs({ method: 'POST', path: documentsPath, body: { ...body, orderNo: 'H-1' } });
		expectInTable(`POST ${documentsPath}`, ['Create']);
		const [{ existed, ...output } = {}] = await ours('Create', {
			...{ type: 0, currency: 'CZK', contact, additionalFields: { orderNo: 'H-1' } },
			options: { output: 'raw', lineItemsJson: JSON.stringify(lineItems) },
		});
		const made = () => admin.createdDocuments().map(heart);
		strictEqual(made().length, 2);
		deepStrictEqual(made()[1], made()[0]);
		deepStrictEqual([existed, heart(output)], [false, made()[0]]);

		expectInTable(`PUT ${documentsPath}/{id}`, ['Update']);
		const [first, second] = admin.createdDocuments().map(({ id }) => String(id));
		const path = `${documentsPath}/${first}`;
		await theirs({ method: 'PUT', path, body: { ...body, orderNo: 'H-2' } });
		await ours('Update', { ...documentId(second), updateFields: { orderNo: 'H-2' } });
		strictEqual(made()[0]?.orderNo, 'H-2');
		deepStrictEqual(made()[1], made()[0]);
	});

	check('a field that is not on the form is sent as well', async ({ sandbox, theirs, ours }) => {
		const given = { type: 0, currency: 'CZK', contact };
		const body = { ...given, direction: 1, vatCountryType: 1, lineItems, ledger: 'Sales' };
		const options = { lineItemsJson: JSON.stringify(lineItems) };
		const extraFields = { field: [{ name: 'ledger', value: 'Sales' }] };
		// The sandbox knows no such field.
		await rejects(theirs({ method: 'POST', path: documentsPath, body }));
		await rejects(
			ours('Create', { ...given, options, additionalFields: { extraFields } }),
			/ledger/,
		);
		const { entries } = sandbox.admin.journal();
		const sent = entries.filter(({ method, path }) => method === 'POST' && path === documentsPath);
		deepStrictEqual(
			sent.map((one) => (one.body as typeof body).ledger),
			['Sales', 'Sales'],
		);
	});

	check(
		'a kept HTTP Request node fails if the token expires, API Request does not',
		async (stage) => {
			await losesToken(bench, stage);
		},
	);

	check('operations for many documents, and another path', async ({ sandbox, theirs, ours }) => {
		const { admin } = sandbox;
		const path = '/v2/bulk/accountingdocuments';
		const ids = [0, 1].map((place) => {
			const { id } = admin.documentAt(place);
			admin.changeDocument(String(id), { processingState: 0, state: 'Waiting For Approval' });
			return Number(id);
		});
		const [first, second] = ids;
		const bulk = async (operation: string, additionalData?: object) =>
			await theirs({ method: 'POST', path, body: { operation, ids: [first], additionalData } });
		const both = () => ids.map((id) => admin.document(id));
		expectInTable(`POST ${path}`, ['Change State', 'Update Many', 'Delete']);
		await bulk('movewf', { state: 'Draft' });
		const state = { __rl: true, mode: 'name', value: 'Draft' };
		await ours('Change State', { ...documentId(second), state });
		deepStrictEqual(
			both().map((one) => one.state),
			['Draft', 'Draft'],
		);
		await bulk('setcashregister', { cashRegisterId: 11 });
		const change = { change: 'setcashregister', cashRegisterId: 11 };
		await ours('Update Many', { ...documentId(second), ...change });
		deepStrictEqual(
			both().map((one) => one.cashRegisterId),
			[11, 11],
		);
		await bulk('remove');
		await ours('Delete', documentId(second));
		strictEqual(admin.count(), documents - 2);

		expectInTable('another path', ['API Request']);
		const request = { method: 'GET', path: `/v2/templates/${admin.templateIds()[0]}` };
		deepStrictEqual(await ours('Send', request), await theirs(request));
	});
}

function migrationOn(bench: Workbench, stage: RecipeStage): Migration {
	const { sandbox, credential, description } = stage;
	return {
		...stage,
		async theirs(request) {
			const nodes = [tokenOf(sandbox), requestOf(sandbox, request), splitOut(request)].flat();
			const run = succeeded(await bench.run(...nodes));
			return itemsOf(run, nodes.at(-1)?.name ?? '').map(({ json }) => json);
		},
		async ours(operation, parameters) {
			const resource = operation === 'Send' ? 'API Request' : 'Accounting Document';
			const chosen = operationNamed(description, resource, operation);
			return await bench.records({ ...chosen, ...parameters }, credential);
		},
	};
}

async function losesToken(
	bench: Workbench,
	{ sandbox, credential, ours }: Migration,
): Promise<void> {
	const { admin, baseUrl } = sandbox;
	const expire = () => {
		admin.clearFaults();
		admin.clearJournal();
		admin.addFault({ kind: 'expireToken', match: { path: 'list', page: 2 } });
	};
	const expired = () => admin.journal().entries.some(({ status }) => status === 401);
	const kept: NodeSketch = {
		...{ name: 'HTTP Request', type: httpRequestType, typeVersion: httpRequestVersion },
		parameters: listByHttpRequest(baseUrl, 100),
		credentials: { [credentialType]: credential },
	};
	expire();
	strictEqual((await bench.run(kept)).status, 'error');
	ok(expired());
	expire();
	const list = { path: 'accountingdocuments', response: 'list', returnAll: true };
	const found = await ours('Send', list);
	ok(expired());
	sameRecords(found, await new Reference(sandbox).documents());
}

const documentId = (id: unknown): Parameters => ({
	accountingDocumentId: { __rl: true, mode: 'id', value: String(id) },
});

/** Without what differs between two documents that were created alike. */
function heart(document: Parameters = {}): Parameters {
	const { id, permalinkToken, accountingDocumentNo, lineItems, ...rest } = document;
	ok(id && permalinkToken && accountingDocumentNo !== undefined);
	const lines = (lineItems as Parameters[]).map(({ id: lineId, ...line }) => (ok(lineId), line));
	return { ...rest, lines };
}

/** A node that gets a token, as users build it. */
const tokenOf = ({ baseUrl, appId, appSecret }: RunningSandbox): NodeSketch => ({
	name: 'Token',
	type: httpRequestType,
	typeVersion: httpRequestVersion,
	parameters: {
		...{ method: 'POST', url: `${baseUrl}/auth/token` },
		...{ sendBody: true, specifyBody: 'json', jsonBody: JSON.stringify({ appId, appSecret }) },
	},
});

/** Whether the response has pages. */
const isList = ({ method, path }: Request) =>
	path === searchPath || (method === 'GET' && path === documentsPath);

function requestOf({ baseUrl }: RunningSandbox, request: Request): NodeSketch {
	const { method, path, body } = request;
	return {
		name: 'HTTP Request',
		type: httpRequestType,
		typeVersion: httpRequestVersion,
		parameters: {
			...{ method, url: `${baseUrl}${path}`, sendHeaders: true },
			headerParameters: {
				parameters: [{ name: 'Authorization', value: '=Bearer {{ $json.access_token }}' }],
			},
			...(body && { sendBody: true, specifyBody: 'json', jsonBody: JSON.stringify(body) }),
			options: isList(request) ? pagination(body === undefined ? 'qs' : 'body') : {},
		},
	};
}

function splitOut(request: Request): NodeSketch[] {
	if (!isList(request)) return [];
	const parameters = { fieldToSplitOut: 'accountingDocuments', options: {} };
	return [{ name: 'Split Out', type: 'n8n-nodes-base.splitOut', typeVersion: 1, parameters }];
}
