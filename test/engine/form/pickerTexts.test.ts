/** docs/reference/find.md: a search for several words, and text that n8n would evaluate. */
import { pick } from '../support/pick';
import { smallService } from '../support/smallService';

describe('several words that the service does not find in one field', () => {
	/** Finds a text in one field at a time, as many services do. */
	async function people(names: Array<[first: string, last: string]>) {
		const contacts = names.map(([firstname, lastname], id) => ({
			id: id + 1,
			firstname,
			lastname,
		}));
		const { credential, arrived } = await smallService({
			answer: ({ path, body }) => {
				const parameters = JSON.parse(body) as { searchText?: string; page: number };
				const text = parameters.searchText?.toLowerCase() ?? '';
				const found = contacts.filter(({ firstname, lastname }) =>
					[firstname, lastname].some((name) => name.toLowerCase().includes(text)),
				);
				const first = (parameters.page - 1) * 100;
				const shown = first < 0 ? [] : found.slice(first, first + 100);
				return path.endsWith('/contacts')
					? { contacts: shown }
					: { accountingDocuments: shown.map((contact) => ({ id: contact.id, contact })) };
			},
		});
		return { made: { credentials: credential() }, arrived };
	}

	it.each(['searchContacts', 'searchDocumentIds'] as const)(
		'are all in the name of what is found by the longest one: %s',
		async (method) => {
			const { made } = await people([
				['Petr', 'Vzorová'],
				['Pavel', 'Vzorová'],
				['Petr', 'Novák'],
			]);
			const { results } = await pick(made, method, 'VZOROVÁ, petr');
			expect(results.map(({ value }) => value)).toEqual(['1']);
			const other = await pick(made, method, 'Peťr Vzorová');
			expect(other.results.map(({ value }) => value)).toEqual(['1']);
			expect((await pick(made, method, 'Jan Vzorová')).results).toEqual([]);
		},
	);

	it('are looked for in a limited number of pages, and the list says so', async () => {
		const names = Array.from({ length: 1200 }, (): [string, string] => ['Jana', 'Dlouhá']);
		const { made, arrived } = await people([...names, ['Petr', 'Dlouhá']]);
		const { results } = await pick(made, 'searchContacts', 'Petr Dlouhá');
		expect(results).toEqual([{ name: 'Other contacts were not searched. Use By ID.', value: '' }]);
		expect(arrived.length).toBeLessThan(20);
	});
});

describe('text of the service that n8n would evaluate', () => {
	const document = {
		...{ id: 5, permalinkToken: '={{ 1 }}', accountingDocumentNo: '={{ $json.secret }}' },
		...{ state: '={{ $json.secret }}', contact: { contactId: 7, companyName: '=Example' } },
	};
	const lists = {
		accountingDocuments: [document, { ...document, id: '=6', state: 'Draft' }],
		contacts: [
			{ id: 7, companyName: '={{ $json.secret }}' },
			{ id: '={{ 1 }}', companyName: 'Example' },
		],
		bankAccounts: [
			{ id: 9, name: '=Main' },
			{ id: '=9', name: 'Second' },
		],
		vatRates: [{ id: '=1', name: '=21 %', rate: 21 }],
	};

	it.each([
		['searchDocumentIds', [["'={{ $json.secret }} · =Example", '5']]],
		['searchDocuments', []],
		['searchStates', [['Draft · 1 of the newest 2 documents', 'Draft']]],
		['searchContacts', [["'={{ $json.secret }}", '7']]],
		['searchBankAccounts', [["'=Main", '9']]],
	] as const)('is not offered as a value and is marked in a name: %s', async (method, expected) => {
		const { credential } = await smallService({ answer: () => lists });
		const { results } = await pick({ credentials: credential() }, method);
		const shown = results.map(({ name, value }) => [
			name.replace(/ · (?:Unpaid|Paid)$/, ''),
			value,
		]);
		expect(shown).toEqual(expected);
	});
});
