/** docs/reference/api-request.md#files: the content and the name of a downloaded file. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';

import { send, service } from '../support/apiRequest';
import type { Answering } from '../support/smallService';
import type { Parameters } from '../support/withSandbox';

const file = (options: Parameters = {}): Parameters =>
	send('accountingdocuments/1/pdf', { response: 'file', options });

const content = `%PDF-1.4 ${'content '.repeat(500)}`;

const sent =
	(body: string | Buffer, headers: Record<string, string> = {}): Answering =>
	(_, response) =>
		void response.writeHead(200, { 'content-type': 'application/pdf', ...headers }).end(body);

describe('the name of a downloaded file', () => {
	const star = (encoded: string) => `attachment; filename*=UTF-8\'\'${encoded}`;

	it.each([
		['attachment; filename=".."', 'pdf'],
		['attachment; filename="../../etc/passwd"', 'etc-passwd'],
		[star('a%00b%0D%0Ac.pdf'), 'a-b--c.pdf'],
		[star('inv%E2%80%AEfdp.exe'), 'inv-fdp.exe'],
		[star('a%0D%0A%2Fb.pdf'), 'a---b.pdf'],
		['attachment; filename="2025/001.pdf"', '2025-001.pdf'],
		['attachment; filename="2026\\001.pdf"', '2026-001.pdf'],
		['attachment; filename="/var/files/1.pdf"', 'var-files-1.pdf'],
		['attachment; filename="CON.pdf"', 'CON-.pdf'],
		[star('COM%C2%B9'), 'COM¹-'],
		[star('lpt%C2%B3.pdf'), 'lpt³-.pdf'],
		['attachment; filename="nul .pdf"', 'nul- .pdf'],
		['attachment; filename="CONIN$"', 'CONIN$-'],
		['attachment; filename="conout$.tar.gz"', 'conout$-.tar.gz'],
		['attachment; filename="invoice.pdf. ."', 'invoice.pdf'],
		[`attachment; filename="${'a'.repeat(254)}.b c"`, 'a'.repeat(254)],
		[`attachment; filename="${'a'.repeat(5000)}.pdf"`, `${'a'.repeat(251)}.pdf`],
		[star(`${'%C5%BE'.repeat(400)}.pdf`), `${'ž'.repeat(125)}.pdf`],
		[star('%C5%BElu%C5%A5.pdf'), 'žluť.pdf'],
	])('is printable and fits, whatever the service says: %s', async (disposition, name) => {
		const { run } = await service(sent(content, { 'content-disposition': disposition }));
		const { error, items } = await run(file());
		expect(error).toBeUndefined();
		expect(items[0].json.fileName).toBe(name);
		expect(items[0].binary?.data.fileName).toBe(name);
	});
});

describe('a downloaded file', () => {
	it.each<[string, (token: string) => string]>([
		['plain', (token) => token],
		['in capital letters', (token) => token.toUpperCase()],
		['in base64', (token) => Buffer.from(`id/${token}`).toString('base64').replaceAll('=', '')],
	])('shows no token in its name and media type: %s', async (_, form) => {
		const { run } = await service(({ token }, response) => {
			const echo = form(token);
			response.writeHead(200, {
				'content-type': `application/x-${echo}`,
				'content-disposition': `attachment; filename="7-${echo}.pdf"`,
			});
			response.end(content);
		});
		const { items, run: saved } = await run(file());
		const mimeType = 'application/octet-stream';
		const fileName = expect.stringMatching(/^7-\S*\[hidden\]\S*\.pdf$/) as string;
		expect(items[0].json).toMatchObject({ fileName, mimeType });
		expect(items[0].binary?.data).toMatchObject({ fileName, mimeType });
		expect(JSON.stringify(saved)).not.toMatch(/token-1-\w/i);
	});

	it('has the bytes of the response, in any chunks', async () => {
		const all = '0123456789'.repeat(30_000);
		const chunks = [1, 2, 3, 1500, all.length].map((size) => all.slice(0, size));
		const { run } = await service((_request, response) => {
			response.writeHead(200, { 'content-type': 'application/zip' });
			for (const chunk of chunks) response.write(chunk);
			response.end();
		});
		const { json, items } = await run(file());
		const expected = chunks.join('');
		expect(json).toEqual([
			{ fileName: 'pdf', mimeType: 'application/zip', bytes: expected.length },
		]);
		const { data } = items[0].binary ?? {};
		const stored = await Container.get(BinaryDataService).getAsBuffer(data as never);
		expect(String(stored)).toBe(expected);
	});

	it('is requested without compression, and accepted with it', async () => {
		const packed = gzipSync(content);
		const length = { 'content-length': String(packed.length) };
		const { run, arrived } = await service(sent(packed, { 'content-encoding': 'gzip', ...length }));
		const { error, json } = await run(file());
		expect([error, json[0]?.bytes]).toEqual([undefined, content.length]);
		expect(arrived[0].headers['accept-encoding']).toBe('identity');
	});

	it('that n8n cannot store is reported as a failure of n8n', async () => {
		const folder = join(Container.get(BinaryDataConfig).localStoragePath, 'workflows');
		rmSync(folder, { recursive: true, force: true });
		// A file is in the place of n8n's folder.
		writeFileSync(folder, '');
		const { run, arrived } = await service(sent(content));
		const { error } = await run(file());
		rmSync(folder);
		expect(error?.message).toMatch(/^n8n could not store the file while sending GET .*: \S/);
		expect(error?.description).toMatch(/free space/);
		expect(arrived).toHaveLength(1);
	});

	it.each<[string, RegExp, Answering]>([
		[
			'the connection breaks',
			/cut off or damaged/,
			(_request, response, socket) => {
				response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '99' });
				response.write('%PDF-1.4 half', () => socket.destroy());
			},
		],
		[
			'it is a part',
			/^The service returned only part of the response \(HTTP 206\)/,
			(_request, response) =>
				void response.writeHead(206, { 'content-range': 'bytes 0-7/99' }).end('%PDF-1.4'),
		],
		['it is larger than allowed', /larger than 1 MB/, sent(Buffer.alloc(1_100_000, '%PDF-1.4'))],
		[
			'it is the JSON of an error',
			/answered the request, but reported an error while .*: The period is closed$/,
			sent('{"error":"The period is closed"}', { 'content-type': 'application/json' }),
		],
	])('is none if %s', async (_, says, answer) => {
		const { run, arrived } = await service(answer);
		const { error, items } = await run(file({ maxResponseSize: 1, maxTries: 1 }));
		expect(error?.message).toMatch(says);
		expect([items, arrived.length]).toEqual([[], 1]);
	});

	it('is not read to its end once it is refused', async () => {
		let isClosed = false;
		const { run } = await service((_request, response) => {
			response.on('close', () => (isClosed = true));
			response.writeHead(200, { 'content-type': 'text/html' });
			const more = () => {
				while (!isClosed && response.write('<p>'.repeat(10_000)));
			};
			response.on('drain', more);
			more();
		});
		const { error } = await run(file());
		expect(error?.message).toContain('a web page');
		for (let waits = 0; !isClosed && waits < 500; waits++) {
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		expect(isClosed).toBe(true);
	});

	it('is retried if the connection breaks, and has an unknown outcome if it changes something', async () => {
		const broken: Answering = ({ count }, response, socket) => {
			response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '16' });
			if (count > 1) response.end('%PDF-1.4 content');
			else response.write('%PDF-1.4', () => socket.destroy());
		};
		const reading = await service(broken);
		expect((await reading.run(file())).json[0]).toMatchObject({ bytes: 16 });
		const changing = await service(broken);
		const { error } = await changing.run({ ...file(), method: 'POST' });
		expect(error?.message).toContain('the change may or may not have been made');
		expect(changing.arrived).toHaveLength(1);
	});
});
