import { ExactNumber } from '../../nodes/shared/client/json';
import type { ServiceCall } from '../../nodes/shared/client/client';
import { clientFor } from './support/client';
import { json, smallService, type Answering } from './support/smallService';
import { thrownBy } from '../unit/support/thrownBy';

const path = '/v2/accountingdocuments';
const create: ServiceCall = { method: 'POST', path, body: { a: 1 }, what: 'creating a document' };

async function service(answer: Answering, exchange?: Answering) {
	const made = await smallService({ answer, exchange });
	return { ...made, client: await clientFor(made.credential(), { maxTries: 3 }) };
}

describe('what a write sends', () => {
	it('is JSON with all digits', async () => {
		const { client, arrived } = await service(() => ({ id: 7 }));
		const body = {
			relatedId: new ExactNumber('9007199254740993'),
			total: new ExactNumber('10.50'),
			text: 'ž"\n',
			nothing: undefined,
			list: [1, null],
		};
		expect(await client.request({ ...create, body })).toEqual({ id: 7 });
		expect(arrived[0].body).toBe(
			'{"relatedId":9007199254740993,"total":10.50,"text":"ž\\"\\n","list":[1,null]}',
		);
		expect(arrived[0].headers).toMatchObject({ 'content-type': 'application/json' });
	});

	it('may be a file, in one piece or as a stream', async () => {
		const { client, arrived } = await service(() => ({ id: 'f' }));
		const type = 'multipart/form-data; boundary=xyz';
		async function* parts() {
			yield Buffer.from('one ');
			yield Buffer.from('two');
		}
		const file = { ...create, body: undefined };
		await client.request({ ...file, content: { type, body: Buffer.from('one two') } });
		await client.request({ ...file, content: { type, body: parts, length: 7 } });
		expect(arrived.map(({ body }) => body)).toEqual(['one two', 'one two']);
		for (const { headers } of arrived) {
			expect(headers).toMatchObject({ 'content-type': type, 'content-length': '7' });
		}
	});

	it('is made anew where it is sent again: a stream can be read only once', async () => {
		const { client, arrived } = await service(({ count }, response) => {
			json(response, count === 1 ? 401 : 200, {});
		});
		async function* parts() {
			yield Buffer.from('whole');
		}
		const content = { type: 'text/plain', body: parts, length: 5 };
		await client.request({ ...create, body: undefined, content });
		expect(arrived.map(({ body }) => body)).toEqual(['whole', 'whole']);
	});
});

describe('a token that has ended', () => {
	it('and trouble after it end with the words of the trouble', async () => {
		const statuses = [401, 503, 401];
		const { client, arrived } = await service(({ count }, response) => {
			json(response, statuses[count - 1] ?? 200, {});
		});
		const failure = await thrownBy(async () => await client.request(create));
		expect(failure.kind).toBe('outcomeUnknown');
		expect(failure.description).toContain('(HTTP 503)');
		expect(arrived).toHaveLength(2);
	});

	it('is renewed as often as a read needs it', async () => {
		const statuses = [401, 503, 401];
		const { client, arrived } = await service(({ count }, response) => {
			json(response, statuses[count - 1] ?? 200, { done: true });
		});
		expect(await client.request({ method: 'GET', path, what: 'listing' })).toEqual({ done: true });
		expect(arrived).toHaveLength(4);
	});
});
