/** docs/reference/create.md: unusual but valid input is sent as entered. */
import { bench, getAll, getByToken, getTemplate } from '../support/withSandbox';

const fromItem = '={{ $json.value }}';

describe('unusual but valid input', () => {
	it.each([
		['../../templates/701', '..%2F..%2Ftemplates%2F701'],
		['..%2f..', '..%252f..'],
		['...', '...'],
		['žluťoučký', encodeURIComponent('žluťoučký')],
	])('the token %p stays one segment of the path', async (token, encoded) => {
		const { run, asked } = await bench({ documents: 1 });
		const { error } = await run(getByToken(fromItem), { items: [{ value: token }] });
		expect(error?.message).toMatch(/^The service found nothing/);
		expect(asked().map(({ path, status }) => [path, status])).toEqual([
			[`/v2/accountingdocuments/tokens/${encoded}`, 404],
		]);
	});

	it('spaces around a token or ID, leading zeros of an ID, numbers as text', async () => {
		const { run, sandbox, asked } = await bench();
		const token = String(sandbox.admin.documentAt(5).permalinkToken);
		const fetched = await run(getByToken(fromItem), { items: [{ value: ` ${token}\n` }] });
		expect(fetched.json[0].id).toBe(sandbox.admin.documentAt(5).id);
		const items = [{ value: ' 701 ' }, { value: '00701' }, { value: 701 }];
		const templates = await run(getTemplate(fromItem), { items });
		expect(templates.json.map(({ id }) => id)).toEqual([701, 701, 701]);
		const listed = await run(getAll({ limit: fromItem }), { items: [{ value: '3' }] });
		expect(listed.json).toHaveLength(3);
		expect(asked().every(({ status }) => status === 200)).toBe(true);
	});

	it.each([
		['a%2Fb%20c', 'a%2Fb%20c'],
		['100%', '100%25'],
	])(
		'the token %s of a pasted link is decoded once, whatever mode is chosen',
		async (pasted, sent) => {
			const { run, asked } = await bench({ documents: 1 });
			const value = `https://app.example.com/permalink/${pasted}`;
			await run({ ...getByToken(''), token: { __rl: true, mode: 'url', value } });
			await run(getByToken(value));
			await run(getByToken(`${value}/?from=mail#top`));
			const path = `/v2/accountingdocuments/tokens/${sent}`;
			expect(asked().map((one) => one.path)).toEqual([path, path, path]);
		},
	);
});
