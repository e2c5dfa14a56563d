/** docs/reference/operations.md#which-documents: a document by its link. */
import { bench, listPath, type Bench, type Parameters } from '../support/withSandbox';

const byLink = (value: string) => ({ __rl: true, mode: 'url', value });
const tokens = `${listPath}/tokens/`;

const document = (operation: string, link: string, changes: Parameters = {}): Parameters => ({
	...{ resource: 'accountingDocument', operation, accountingDocumentId: byLink(link) },
	...changes,
});

const changeState = { state: { mode: 'list', value: 'Draft' } };

const paths = ({ asked }: Bench) => asked().map(({ method, path }) => `${method} ${path}`);

describe('a document that is chosen by its link', () => {
	it.each<[string, Parameters]>([
		['get', {}],
		['update', { updateFields: { description: 'Changed' } }],
		['changeState', changeState],
	])('is the one that the operation uses: %s', async (operation, changes) => {
		const made = await bench({ documents: 5 });
		const { id, permalinkToken } = made.sandbox.admin.documentAt(2);
		const link = `https://app.example.com/permalink/${permalinkToken}?lang=cs`;
		const { error, json } = await made.run(document(operation, link, changes));
		expect(error).toBeUndefined();
		expect(json.map((one) => String(one.id))).toEqual([String(id)]);
		expect(paths(made)[0]).toBe(`GET ${tokens}${permalinkToken}`);
	});

	it('is the one that a template is created from', async () => {
		const made = await bench({ documents: 5 });
		const { id, permalinkToken } = made.sandbox.admin.documentAt(2);
		const link = `https://app.example.com/permalink/${permalinkToken}`;
		const { error } = await made.run(
			document('create', link, { resource: 'template', name: 'Monthly rent' }),
		);
		expect(error).toBeUndefined();
		expect(made.asked('/v2/templates').at(-1)?.body).toMatchObject({ accountingDocumentId: id });
	});

	it('is read once for several items with the same link', async () => {
		const made = await bench({ documents: 5 });
		const links = [1, 2, 1].map((at) => made.sandbox.admin.documentAt(at).permalinkToken);
		const parameters = document(
			'changeState',
			'=https://example.com/{{ $json.token }}',
			changeState,
		);
		const { error, json } = await made.run(parameters, {
			items: links.map((token) => ({ token })),
		});
		expect(error).toBeUndefined();
		expect(json).toHaveLength(3);
		expect(paths(made).filter((path) => path.includes(tokens))).toHaveLength(2);
	});

	it.each([
		['https://app.example.com/', /^Document is a link without a token$/],
		['https://app.example.com/#/documents/5', /^Document is a link without a token$/],
		['={{ $json.link }}', /^Document is empty/],
	])('is refused without a token, and nothing is sent: %j', async (link, message) => {
		const made = await bench({ documents: 5 });
		const { error } = await made.run(document('delete', link));
		expect(error?.message).toMatch(message);
		expect(made.asked()).toEqual([]);
	});

	it('is not changed if the service does not know its token, and the error does not show the token', async () => {
		const made = await bench({ documents: 5 });
		const { error } = await made.run(document('delete', 'https://example.com/nobodysToken17'));
		expect(error?.message).toBe('This link does not end with the permalink token of a document');
		expect(error?.description).toBe(
			'Enter a permalink, or choose By ID. The service says: No accounting document has this permalink token',
		);
		expect(JSON.stringify([error?.message, error?.description])).not.toContain('nobodysToken17');
		expect(paths(made)).toHaveLength(1);
	});

	it('can be read, but not changed, with Read Only', async () => {
		const made = await bench({ documents: 5 }, { readOnly: true });
		const link = `https://example.com/${made.sandbox.admin.documentAt(2).permalinkToken}`;
		expect((await made.run(document('get', link))).error).toBeUndefined();
		const before = paths(made).length;
		expect((await made.run(document('delete', link))).error?.message).toMatch(/Read Only/);
		expect(paths(made)).toHaveLength(before);
	});
});
