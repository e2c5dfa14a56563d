import { NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';

import { AccountingService } from '../../nodes/AccountingService/AccountingService.node';
import { AccountingServiceTool, callTool, type AgentKind } from './support/agent';
import { bench, getAll, getByToken, search } from './support/withSandbox';

const kinds: AgentKind[] = ['invoking', 'requesting'];

/** A bound on what one answer may cost a model: about 6,000 tokens. */
const mostCharacters = 25_000;

const fromModel = (key: string, about: string, type = 'string') =>
	`={{ $fromAI('${key}', '${about}', '${type}') }}`;

describe.each(kinds)('a tool of an agent that is %s', (kind) => {
	it('answers a list in small, simplified documents and says that there is more', async () => {
		const { sandbox, credentials, asked } = await bench({ documents: 500 });
		const parameters = getAll({ returnAll: true, simplify: false });
		const { text } = await callTool(kind, credentials, parameters);
		const [answer] = JSON.parse(text);
		expect(answer.documents).toHaveLength(25);
		expect(answer).toMatchObject({ count: 25, hasMore: true });
		expect(answer.note).toMatch(/first 25 accounting documents/);
		expect(Object.keys(answer.documents[0]).length).toBeLessThanOrEqual(10);
		expect(answer.documents[0].id).toBe(sandbox.admin.documentAt(499).id);
		expect(text.length).toBeLessThan(mostCharacters);
		expect(asked()).toHaveLength(1);
	});

	it('says that there is no more when all are shown', async () => {
		const { credentials } = await bench({ documents: 12 });
		const [answer] = JSON.parse((await callTool(kind, credentials, getAll())).text);
		expect(answer).toMatchObject({ count: 12, hasMore: false });
		expect(answer).not.toHaveProperty('note');
	});

	it('takes what the model chose, by the names that it was told', async () => {
		const { sandbox, credentials } = await bench({ documents: 300 });
		const parameters = search({
			searchText: fromModel('text', 'Text to look for'),
			limit: fromModel('limit', 'How many documents', 'number'),
		});
		const wanted = sandbox.admin.documentAt(7);
		const searchText = String(wanted.contact?.companyName);
		const answer = await callTool(kind, credentials, parameters, { text: searchText, limit: 5 });
		const [{ documents }] = JSON.parse(answer.text);
		expect(documents.length).toBeGreaterThan(0);
		expect(documents.length).toBeLessThanOrEqual(5);
		const found = documents.map(({ contactName }: { contactName: string }) => contactName);
		expect(found).toContain(searchText);
	});

	it('is described to the model by what its operation does', async () => {
		const { credentials } = await bench({ documents: 1 });
		const { name, description } = await callTool(kind, credentials, search());
		expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
		expect(description).toBe('Search accounting documents in Accounting Service');
	});

	it('gives one document as asked for, unless it would flood the model', async () => {
		const { sandbox, credentials } = await bench({ documents: 20 });
		const whole = sandbox.admin.documentAt(3);
		const parameters = getByToken(fromModel('token', 'The permalink token'), { simplify: false });
		const small = await callTool(kind, credentials, parameters, { token: whole.permalinkToken });
		expect(JSON.parse(small.text)[0].lineItems).toEqual(whole.lineItems);

		const long = 'A long description. '.repeat(2_000);
		const { permalinkToken } = sandbox.admin.changeDocument(whole.id!, { description: long });
		const large = await callTool(kind, credentials, parameters, { token: permalinkToken });
		const [answer] = JSON.parse(large.text);
		expect(answer.accountingDocumentNo).toBe(whole.accountingDocumentNo);
		expect(answer.note).toMatch(/too long/);
		expect(large.text.length).toBeLessThan(mostCharacters);
	});

	it('fails in words that the model can act on', async () => {
		const { credentials } = await bench({ documents: 5 });
		const failure = await callTool(kind, credentials, getByToken('no-such-token')).then(
			() => undefined,
			({ message, description }) => `${message} ${description}`,
		);
		expect(failure).toMatch(/found nothing/);
		expect(failure).toMatch(/Check the ID or token/);
	});
});

describe('the form of a tool', () => {
	const shown = (Type: typeof AccountingService, parameters: INodeParameters) => {
		const { description } = new Type();
		const { properties, name: type } = description;
		const node: INode = {
			...{ id: 'one', name: 'One', type, typeVersion: 1.1, position: [0, 0] },
			parameters,
		};
		const given = NodeHelpers.getNodeParameters(
			...([properties, parameters, true, false, node, description] as const),
		) as INodeParameters;
		return properties
			.filter((property) => NodeHelpers.displayParameter(given, property, node, description))
			.map(({ name, default: value }) => ({ name, value }))
			.filter(({ name }) => ['returnAll', 'limit', 'output'].includes(name));
	};

	it.each(['search', 'getAll'])('offers for %s only what an agent can have', (operation) => {
		const parameters = { resource: 'accountingDocument', operation };
		expect(shown(AccountingServiceTool, parameters)).toEqual([{ name: 'limit', value: 25 }]);
		expect(shown(AccountingService, parameters)).toEqual([
			{ name: 'returnAll', value: false },
			{ name: 'limit', value: 50 },
			{ name: 'output', value: 'simplified' },
		]);
	});

	it('offers all fields of one document', () => {
		const parameters = { resource: 'accountingDocument', operation: 'get' };
		expect(shown(AccountingServiceTool, parameters)).toEqual([
			{ name: 'output', value: 'simplified' },
		]);
	});
});
