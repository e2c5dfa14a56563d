/** docs/internals/security.md#bounds: deadlines, cancelling and sizes of single requests. */
import { gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { ServiceCall } from '../../../nodes/shared/client/client';
import { clientFor } from '../support/client';
import { longerThanTimeoutMs, passTime } from '../support/clock';
import { smallService, type Answering, type SmallService } from '../support/smallService';
import { thrownBy } from '../../unit/support/thrownBy';

const read: ServiceCall = { method: 'GET', path: '/v2/accountingdocuments', activity: 'listing' };
const create: ServiceCall = { ...read, method: 'POST', body: {}, activity: 'creating' };
const once = { maxTries: 1 };

/** Sends a byte again and again, until the client is gone. */
function drip(target: ServerResponse | Socket, byte: string): void {
	const timer = setInterval(() => target.write(byte), 50);
	target.on('close', () => clearInterval(timer));
}

const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
const whole = gzipSync(JSON.stringify({ list: Array.from({ length: 5000 }, (_, id) => ({ id })) }));

const endless: Record<string, Answering> = {
	'a body that drips': (_request, response) => {
		response.writeHead(200, { 'content-type': 'application/json' }).write('[');
		drip(response, ' ');
	},
	'headers that drip': (_request, _response, socket) => {
		socket.write('HTTP/1.1 200 OK\r\nx-header: ');
		drip(socket, 'x');
	},
	'a packed body that drips': (_request, response) => {
		response.writeHead(200, packed).write(whole.subarray(0, 10));
		drip(response, '\0');
	},
	'no answer at all': () => undefined,
	'half a body, and silence': (_request, response) => {
		response.writeHead(200, { 'content-type': 'application/json' }).write('{"list":');
	},
};

/** Whether the client has closed all connections. */
async function isAlone({ sockets }: SmallService): Promise<boolean> {
	for (let looks = 0; sockets.size > 0 && looks < 1500; looks++) {
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	return sockets.size === 0;
}

describe('an exchange ends at its deadline', () => {
	it.each(Object.entries(endless))('%s, to a request', async (_, answer) => {
		const service = await smallService({
			answer: (request, response, socket) => {
				answer(request, response, socket);
				passTime(longerThanTimeoutMs);
			},
		});
		const client = await clientFor(service.credential(), once);
		const reading = await thrownBy(async () => await client.request(read));
		expect(reading).toMatchObject({ kind: expect.stringMatching(/timeout|unreachable/) });
		const creating = await thrownBy(async () => await client.request(create));
		expect(creating.kind).toBe('outcomeUnknown');
		expect(service.arrived).toHaveLength(2);
		expect(await isAlone(service)).toBe(true);
	});
});

describe('a cancelled execution', () => {
	it.each(Object.entries(endless))(
		'stops waiting for %s, and reports a change in flight as possibly done',
		async (_, answer) => {
			const service = await smallService({ answer });
			const abort = new AbortController();
			const client = await clientFor(service.credential(), {}, abort);
			const ended = Promise.all(
				[read, create].map(async (call) => await thrownBy(async () => await client.request(call))),
			);
			while (service.arrived.length < 2) await new Promise((r) => setTimeout(r, 10));
			abort.abort();
			const [reading, creating] = await ended;
			expect(reading).toMatchObject({ kind: 'cancelled', effect: 'none' });
			expect(creating).toMatchObject({ kind: 'cancelled', effect: 'open' });
			expect(creating.message).toMatch(/canceled/);
			expect(creating.description).toMatch(/may or may not have been made/);
			expect(await isAlone(service)).toBe(true);
		},
	);

	it('stops waiting for a token, and for a helper that never settles', async () => {
		const service = await smallService({ answer: () => ({}), exchange: () => undefined });
		const never = service.credential();
		never.preAuthentication = async () => await new Promise(() => {});
		for (const credentials of [service.credential(), never]) {
			const abort = new AbortController();
			const client = await clientFor(credentials, {}, abort);
			const creating = thrownBy(async () => await client.request(create));
			setTimeout(() => abort.abort(), 100);
			expect(await creating).toMatchObject({
				kind: 'cancelled',
				description: 'This request changed nothing. Run the workflow again when you need it.',
			});
			// A helper that does not settle cannot be observed.
			if (credentials === never) continue;
			expect(await creating).toMatchObject({ effect: 'none' });
			expect((await creating).description).not.toMatch(/may or may not/);
		}
		expect(service.arrived).toEqual([]);
	});
});

describe('the size of a response', () => {
	const megabyte = { maxResponseBytes: 2 ** 20, maxTries: 1 };
	const tooLarge: Record<string, Answering> = {
		'an endless body': (_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			const more = () => {
				while (response.write(Buffer.alloc(65536, '['))) if (response.destroyed) return;
			};
			response.on('drain', more);
			more();
		},
		'a small one that becomes large': (_request, response) =>
			void response.writeHead(200, packed).end(gzipSync(Buffer.alloc(300 * 2 ** 20, ' '))),
	};

	it.each(Object.entries(tooLarge))(
		'has a bound, which the message names: %s',
		async (_, answer) => {
			const service = await smallService({ answer });
			const client = await clientFor(service.credential(), megabyte);
			const failure = await thrownBy(async () => await client.request(read));
			expect(failure.message).toBe('The response was larger than 1 MB while listing');
			const advised = failure.forOptions(new Set(['maxResponseSize']));
			expect(advised.description).toContain('Max Response Size');
			expect(await isAlone(service)).toBe(true);
		},
	);

	it('does not hide the status of a refusal', async () => {
		const service = await smallService({
			answer: (_, response) => void response.writeHead(409).end('x'.repeat(3 * 2 ** 20)),
		});
		const client = await clientFor(service.credential(), megabyte);
		const failure = await thrownBy(async () => await client.request(create));
		expect(failure).toMatchObject({ kind: 'rejected', status: 409 });
	});
});
