/** docs/recipes/ai-agent.md#what-the-agent-gets: the number of pages and characters that a tool reads and returns. */
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { callTool, type AgentKind } from '../support/agent';
import { bench, getAll, search, type Parameters } from '../support/withSandbox';

/** What a model reads if one call cannot search the whole list. */

const kinds: AgentKind[] = ['invoking', 'requesting'];

const fromModel = (key: string, type = 'string') =>
	`={{ $fromAI('${key}', 'About ${key}', '${type}') }}`;

/** What a model without its own judgement concludes from an answer. */
function conclusionOf({ documents, hasMore }: IDataObject): string {
	const found = (documents as unknown[]).length > 0;
	if (hasMore === true) return found ? 'There may be more.' : 'Not known.';
	return found ? 'These are all.' : 'There is none.';
}

describe.each(kinds)('a tool (%s) on 3,000 documents', (kind) => {
	const ask = async (
		parameters: Parameters,
		input: IDataObject = {},
		credential: ICredentialDataDecryptedObject = {},
	) => {
		const b = await bench({ documents: 3_000 }, credential);
		const oldest = b.sandbox.admin.documentAt(0);
		b.sandbox.admin.changeDocument(String(oldest.id), {
			...{ accountingDocumentNo: 'FV-OLD-1', issueDate: '2001-02-03', total: 987_654 },
			...{ contact: { companyName: 'Oldest Example Ltd' } },
		});
		const newest = String(b.sandbox.admin.documentAt(2_999).id);
		b.sandbox.admin.changeDocument(newest, { accountingDocumentNo: 'FV-NEW-1' });
		const { text } = await callTool(kind, b.credentials, parameters, input);
		const [answer] = JSON.parse(text) as [IDataObject];
		const { documents, hasMore, note = '' } = answer;
		return { documents, hasMore, note: String(note), requests: b.asked().length };
	};

	const incomplete =
		/^The answer is incomplete: one call reads 20 pages, and only the first 1[78]\d\d documents were searched\. Others may match\. /;

	it.each<[string, Parameters, IDataObject]>([
		['an exact number', { documentNo: fromModel('number') }, { number: 'FV-OLD-1' }],
		[
			'a day',
			{ issueDateFrom: fromModel('day'), issueDateTo: fromModel('day') },
			{ day: '2001-02-03' },
		],
		['a fixed filter', { currency: 'XXX' }, {}],
	])(
		'never says that it found nothing for %s, and gives no advice that reads the same',
		async (_, filters, input) => {
			const answer = await ask(getAll({ filters }), input);
			expect(conclusionOf(answer)).toBe('Not known.');
			expect(answer.requests).toBe(20);
			expect(answer.note).toMatch(incomplete);
			expect(answer.note).toMatch(
				/ Another call searches the same ones, so tell the user that the answer is incomplete\.$/,
			);
			expect(answer.note).not.toMatch(/narrow|nothing/i);
		},
	);

	it('says that there may be more than what it found, and not that others are there', async () => {
		const filters = { documentNo: fromModel('number') };
		const answer = await ask(getAll({ filters }), { number: 'FV-NEW-1' });
		expect(answer.documents).toHaveLength(1);
		expect(conclusionOf(answer)).toBe('There may be more.');
		expect(answer.note).toMatch(incomplete);
		expect(answer.note).not.toMatch(/displayed|narrow/i);
	});

	it('names Total From, with which a second call finds the document', async () => {
		const tool = getAll({
			filters: { valueFrom: fromModel('least', 'number'), documentNo: 'FV-OLD-1' },
		});
		const { note, ...answer } = await ask(tool, { least: 1 });
		expect(conclusionOf(answer)).toBe('Not known.');
		expect(note).toMatch(/ To search others, change Total From, which the service applies\.$/);
		const again = await ask(tool, { least: 900_000 });
		expect(again.documents).toEqual([
			expect.objectContaining({ accountingDocumentNo: 'FV-OLD-1' }),
		]);
		expect(conclusionOf(again)).toBe('These are all.');
		expect(again.note).toBe('');
	});

	it('names Search Text, with which a second call finds the document', async () => {
		const tool = search({ searchText: fromModel('text'), filters: { documentNo: 'FV-OLD-1' } });
		const { note, ...answer } = await ask(tool, { text: 'a' });
		expect(conclusionOf(answer)).toBe('Not known.');
		expect(note).toMatch(incomplete);
		expect(note).toMatch(/ To search others, change Search Text, which the service applies\.$/);
		const again = await ask(tool, { text: 'Oldest Example' });
		expect(again.documents).toHaveLength(1);
	});

	it('names a date only if the credential has the name of its filter', async () => {
		const filters = { issueDateTo: fromModel('last'), documentNo: 'FV-OLD-1' };
		const named = { customizeParameterNames: true, issueDateToParameter: 'issueDateTo' };
		const { note } = await ask(getAll({ filters }), { last: '2029-12-31' }, named);
		expect(note).toMatch(/ To search others, change Issued To, which the service applies\.$/);
		const again = await ask(getAll({ filters }), { last: '2001-12-31' }, named);
		expect(again.documents).toHaveLength(1);
	});

	it('says that nothing was found only after it has searched everything', async () => {
		const tool = search({ searchText: fromModel('text'), filters: { currency: 'XXX' } });
		const cut = await ask(tool, { text: 'a' });
		expect([conclusionOf(cut), cut.note]).toEqual([
			'Not known.',
			expect.not.stringMatching(/nothing/i),
		]);
		const none = await ask(tool, { text: 'FV-OLD-1' });
		expect([conclusionOf(none), none.note]).toEqual([
			'There is none.',
			expect.stringMatching(/^Nothing was found\. Search Text is not compared with numbers/),
		]);
	});

	it('says to narrow the search only if the model can', async () => {
		const displayed = /^Only the first 25 accounting documents are displayed\. /;
		const able = await ask(getAll({ filters: { issueDateTo: fromModel('last') } }), {
			last: '2029-12-31',
		});
		expect(able.note).toMatch(displayed);
		expect(able.note).toMatch(/Narrow the search/);
		const unable = await ask(getAll({ limit: fromModel('limit', 'number') }), { limit: 25 });
		expect(unable.note).toMatch(displayed);
		expect(unable.note).toMatch(/which this tool does not display\.$/);
		expect([able, unable].map(conclusionOf)).toEqual(['There may be more.', 'There may be more.']);
	});
});
