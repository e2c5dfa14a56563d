/** docs/recipes/ai-agent.md#what-the-agent-can-do: each change by an agent says what was done. */
import type { IDataObject, NodeParameterValueType } from 'n8n-workflow';

import { callTool, type AgentKind } from '../support/agent';
import { itemOf, listed, parametersOf, type Listed } from '../support/samples';
import { bench, byId, type Bench, type Parameters } from '../support/withSandbox';

/** The maximum length of a response for a model: about 6,000 tokens. */
const mostCharacters = 25_000;

/** An agent passes no files. */
const takesFiles = ({ operation }: Listed) =>
	operation.fields.some(({ name }) => name === 'binaryPropertyName');

const writes = listed.filter((one) => one.operation.changes === true && !takesFiles(one));

/** The form for an agent, with the values of a model instead of expressions. */
function filled(one: Listed, sandbox: Bench['sandbox']): Parameters {
	const item = itemOf(one, sandbox, 0);
	const valueAt = (path: string) =>
		path.split('.').reduce<unknown>((value, name) => (value as IDataObject)[name], item);
	const fill = (value: unknown): unknown => {
		if (typeof value === 'string') {
			const path = /^=\{\{ \$json\.([\w.]+) \}\}$/.exec(value)?.[1];
			return path === undefined ? value : valueAt(path);
		}
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
		return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner)]));
	};
	return fill(parametersOf(one)) as Parameters;
}

/** The names of the fields that identify records. */
const idsOf = (parameters: Parameters) =>
	Object.keys(parameters).filter((name) => /Id$/.test(name) && name !== 'emailTemplateId');

/** The same field with another ID. */
function withId(parameters: Parameters, name: string, id: string): Parameters {
	const given = parameters[name];
	const isLocator = typeof given === 'object';
	const value = isLocator ? { ...given, value: id } : (id as NodeParameterValueType);
	return { ...parameters, [name]: value };
}

const committed = ({ asked }: Bench) => asked().filter((entry) => entry.committed).length;

it('is every operation that writes', () => {
	expect(writes.length).toBeGreaterThanOrEqual(15);
	expect(listed.filter((one) => one.operation.changes === true && takesFiles(one))).toHaveLength(3);
});

describe.each(writes)('$title, called by an agent', (one) => {
	it('does it once, with a short response', async () => {
		const b = await bench();
		const parameters = filled(one, b.sandbox);
		const { text } = await callTool('requesting', b.credentials, { ...parameters, output: 'raw' });
		expect(text.length).toBeLessThan(mostCharacters);
		expect((JSON.parse(text) as unknown[]).length).toBe(1);
		expect(committed(b)).toBe(1);
	});

	it('changes only the record with the given ID', async () => {
		const b = await bench();
		const parameters = filled(one, b.sandbox);
		for (const name of idsOf(parameters)) {
			for (const id of ['all', '*', '', '1,2', '0', '-1', '1 OR 1=1', '../1', 'null']) {
				const refused = await callTool(
					'requesting',
					b.credentials,
					withId(parameters, name, id),
				).then(
					({ text }) => `answered ${text}`,
					({ message }: { message: string }) => message,
				);
				expect([name, id, refused]).toEqual([name, id, expect.not.stringMatching(/^answered/)]);
			}
		}
		expect(b.asked().filter(({ method }) => method !== 'GET')).toEqual([]);
	});
});

describe.each<AgentKind>(['invoking', 'requesting'])('Retry On Fail of a tool (%s)', (kind) => {
	const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const task: Parameters = {
		...{ resource: 'task', operation: 'create' },
		title: "={{ $fromAI('title', 'Title', 'string') }}",
	};
	const call = async ({ credentials }: Bench, title = 'A') =>
		await callTool(kind, credentials, task, { title }, retried).then(
			({ text }) => text,
			({ message }: Error) => message,
		);
	const sent = ({ asked }: Bench) => asked('/v2/tasks').map(({ body }) => body as IDataObject);

	it('does not repeat a change whose outcome is unknown', async () => {
		const b = await bench({ documents: 1 });
		b.sandbox.admin.addFault({ kind: 'resetAfter', times: 0, match: { url: '/v2/tasks' } });
		expect(await call(b)).toMatch(/may or may not have been made/);
		expect(sent(b)).toHaveLength(1);
		// Another call of the model is not a retry.
		await call(b);
		expect(sent(b)).toHaveLength(2);
	});

	it('repeats a change that the service has refused', async () => {
		const b = await bench({ documents: 1 });
		b.sandbox.admin.addFault({ kind: 'status', status: 400, match: { url: '/v2/tasks' } });
		expect(JSON.parse(await call(b))).toMatchObject([{ title: 'A' }]);
		expect(sent(b)).toHaveLength(2);
	});
});

describe.each<AgentKind>(['invoking', 'requesting'])('a preview for an agent (%s)', (kind) => {
	it('keeps its sentence by the ID of the document, for the person who approves the change', async () => {
		const { sandbox, credentials } = await bench({ documents: 20 });
		const documentId = String(sandbox.admin.documentAt(0).id);
		const parameters = {
			...{ resource: 'accountingDocument', operation: 'delete', options: { preview: true } },
			accountingDocumentId: byId("={{ $fromAI('documentId', 'Document', 'string') }}"),
		};
		const { text, context } = await callTool(kind, credentials, parameters, { documentId });
		const [{ summary }] = JSON.parse(text) as [IDataObject];
		expect(summary).toBe(
			'Delete FV2025-000000 (Zlatý Pramen Trade, a.s., 12,273.21 USD). Its State is Uzavřeno',
		);
		expect(context).toEqual({ summaries: { [documentId]: summary } });
	});
});
