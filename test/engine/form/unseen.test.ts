/** docs/internals/security.md#text-from-other-people: invisible characters in input and output. */
import { AccountingService } from '../../../nodes/AccountingService/AccountingService.node';
import { callTool } from '../support/agent';
import { send } from '../support/apiRequest';
import { loadOptionsContext } from '../support/contexts';
import { smallService, type Answering } from '../support/smallService';
import { getAll, getTemplate } from '../support/withSandbox';

/** Characters that change the direction of text, are invisible, or control a terminal. */
const unseen = '\u202e\u2066\u061c\u200b\u2060\ufeff\u{e0049}\u3164\ufe0f\u0000\u001b\u0085\ud83d';
const each =
	/[\u202a-\u202e\u2066-\u2069\u061c\u200b-\u200f\u2060\ufeff\u3164\ufe0f]|[\u{e0000}-\u{e0fff}]|(?![\n\t])\p{Cc}|\p{Cs}/u;

const text = `Pay${unseen}ment\nto\tŽofie 😀`;
const record = { id: `17${unseen}`, name: text, [`no${unseen}te`]: [{ text }] };

const page: Answering = ({ query }) => (Number(query.get('page') ?? 1) === 1 ? [record] : []);

const things = send('things', { response: 'list', returnAll: true });

describe('invisible characters', () => {
	it.each(['invoking', 'requesting'] as const)('do not reach agents that are %s', async (kind) => {
		const { credential } = await smallService({
			answer: (arrived, response, socket) =>
				arrived.path.endsWith('things') ? page(arrived, response, socket) : { ...record, id: 17 },
		});
		for (const parameters of [
			things,
			send('things/17'),
			getTemplate('17', { output: 'raw' }),
			getAll(),
		]) {
			const answer = await callTool(kind, credential(), parameters);
			const shown = JSON.stringify(JSON.parse(answer.text)).replace(/\\[nt]/g, ' ');
			expect(shown).not.toMatch(each);
			expect(shown).not.toMatch(/\\u00|\\ud8/);
		}
		const list = await callTool(kind, credential(), things);
		const [{ records }] = JSON.parse(list.text);
		const seen = 'Payment\nto\tŽofie 😀';
		expect(records).toEqual([{ id: '17', name: seen, note: [{ text: seen }] }]);
	});

	it('are in no name of a picker', async () => {
		const account = { id: 3, name: text, accountNo: text, currency: text };
		const { credential } = await smallService({ answer: () => [account] });
		const host = loadOptionsContext(credential());
		const { searchBankAccounts } = new AccountingService().methods.listSearch;
		const { results } = await searchBankAccounts.call(host);
		expect(results).toHaveLength(1);
		expect(results[0].name).toMatch(/Pay ?ment to Žofie 😀/);
		expect(results[0].name).not.toMatch(each);
	});
});
