/**
 * docs/reference/errors.md: a response that breaks off, and a proxy that asks for a sign-in, are named as the cause.
 */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

import type { ServiceCall } from '../../../nodes/shared/client/client';
import { thrownBy } from '../../unit/support/thrownBy';
import { clientFor } from '../support/client';
import { longerThanTimeoutMs, passTime } from '../support/clock';
import { testCredential } from '../support/credentialTest';
import { runNode } from '../support/engine';
import { json, smallService, type Answering } from '../support/smallService';
import { getTemplate } from '../support/withSandbox';

const read: ServiceCall = { method: 'GET', path: '/v2/accountingdocuments', activity: 'listing' };

const whole = JSON.stringify({
	list: Array.from({ length: 2000 }, (_, id) => ({ id, name: `Name ${id * 7919}` })),
});

const sent =
	(body: string | Buffer, headers: Record<string, string> = {}): Answering =>
	(_, response) =>
		void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);

/** Announces more than it sends, and may then close the connection. */
const announced =
	(isEnded: boolean, headers = {}): Answering =>
	(_, response, socket) => {
		const length = { 'content-length': String(whole.length + 50), ...headers };
		response.writeHead(200, { 'content-type': 'application/json', ...length });
		response.write(whole, () => void (isEnded ? socket.end() : passTime(longerThanTimeoutMs)));
	};

const packings: Record<string, (text: string) => Buffer> = {
	gzip: gzipSync,
	deflate: deflateSync,
	'deflate without its head': deflateRawSync,
	br: brotliCompressSync,
};

const packed = Object.entries(packings).flatMap(
	([name, pack]): Array<[string, Answering, RegExp]> => {
		const body = pack(whole);
		const headers = { 'content-encoding': name.split(' ')[0] };
		const broken = Buffer.from(body);
		broken.fill(0xff, 60, 600);
		const cut = body.subarray(0, Math.floor(body.length / 2));
		const isBad = /^The response was (cut off or damaged|empty) while/;
		return [
			[`broken ${name}`, sent(broken, headers), isBad],
			[`${name} cut in half`, sent(cut, headers), isBad],
		];
	},
);

/** Transient, so the node retries it. */
const cut: Array<[string, Answering, RegExp]> = [
	...packed,
	['fewer bytes than announced', announced(true), /^The response was cut off or damaged while/],
	['half of the JSON', sent(whole.slice(0, 999)), /^The response was cut off or damaged while/],
	['fewer bytes than announced, and silence', announced(false), /^The request timed out while/],
];

describe('an incomplete response', () => {
	it.each(cut)('is reported as such, and retried: %s', async (_, bad, says) => {
		let isWhole = false;
		const service = await smallService({
			answer: (request, response, socket) =>
				(isWhole ? sent(whole) : bad)(request, response, socket),
		});
		const once = await clientFor(service.credential(), { maxTries: 1 });
		const failure = await thrownBy(async () => await once.request(read));
		expect(failure.message).toMatch(says);
		expect(failure.description).toMatch(/[Tt]ry again later/);
		expect(failure.description).not.toMatch(/Base URL|firewall/);
		const again = await clientFor(service.credential());
		const reading = again.request({ ...read, hooks: { onTrouble: () => (isWhole = true) } });
		expect(await reading).toMatchObject({ list: { length: 2000 } });
		expect(service.arrived).toHaveLength(3);
	});
});

describe('a proxy that asks for a sign-in', () => {
	const asks: Answering = (_, response) =>
		json(response, 407, { message: 'Sign in', fieldsAffected: [{ name: 'user' }] });
	const proxy = /^The proxy requires authentication \(HTTP 407\)/;

	it.each([
		['to a read', getTemplate('7'), {}],
		['to a change', { ...getTemplate('7'), operation: 'removeScheduler' }, {}],
		['to the exchange', getTemplate('7'), { exchange: asks }],
	])('is told as that one, with what to do: %s', async (_, parameters, exchange) => {
		const service = await smallService({ answer: asks, ...exchange });
		const credentials = service.credential();
		const { error } = await runNode({ parameters, credentials });
		expect(error?.message).toMatch(proxy);
		expect(error?.description).toMatch(/^Add the user name and password .*HTTPS_PROXY/);
		expect(error?.description).not.toMatch(/Base URL|The service says|this node/);
		expect(await testCredential(service.credential())).toMatch(proxy);
	});
});
