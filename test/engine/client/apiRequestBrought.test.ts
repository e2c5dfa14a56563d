import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

import { send, service } from '../support/apiRequest';
import type { Answering } from '../support/smallService';
import { type Parameters } from '../support/withSandbox';

const pdf = (options: Parameters = {}): Parameters =>
	send('accountingdocuments/1/pdf', { response: 'file', options });

/** A file in n8n's store. */
async function bytesOf(binary: IBinaryData | undefined): Promise<Buffer> {
	if (binary?.id === undefined) return Buffer.from(binary?.data ?? '', 'base64');
	return await Container.get(BinaryDataService).getAsBuffer(binary);
}

describe('the file that an API request downloads', () => {
	it('has its name and type', async () => {
		const { run } = await service((_request, response) => {
			const disposition = 'attachment; filename="FV-1.pdf"';
			response.writeHead(200, {
				'content-type': 'application/pdf',
				'content-disposition': disposition,
			});
			response.end('%PDF-1.4 content');
		});
		const { items, error } = await run(send('accountingdocuments/1/pdf', { response: 'file' }));
		expect(error).toBeUndefined();
		expect(items[0].json).toEqual({ fileName: 'FV-1.pdf', mimeType: 'application/pdf', bytes: 16 });
		expect(items[0].binary?.data).toMatchObject({ fileName: 'FV-1.pdf' });
	});

	it('has the bytes of the response, in any chunks', async () => {
		const content = '0123456789'.repeat(30_000);
		const { run } = await service((_request, response) => {
			response.writeHead(200, { 'content-type': 'application/zip' });
			for (const size of [1, 2, 3, 1500, content.length]) response.write(content.slice(0, size));
			response.end();
		});
		const { json: items, items: output } = await run(pdf());
		const expected = [1, 2, 3, 1500, content.length].map((size) => content.slice(0, size)).join('');
		expect(items).toEqual([
			{ fileName: 'pdf', mimeType: 'application/zip', bytes: expected.length },
		]);
		expect(String(await bytesOf(output[0].binary?.data))).toBe(expected);
	});

	it.each<[string, Answering]>([
		[
			'the connection breaks',
			(_request, response, socket) => {
				response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '99' });
				response.write('%PDF-1.4 half', () => socket.destroy());
			},
		],
		[
			'it is a part',
			(_request, response) => {
				const range = { 'content-type': 'application/pdf', 'content-range': 'bytes 0-7/99' };
				response.writeHead(206, range).end('%PDF-1.4');
			},
		],
		[
			'it is larger than allowed',
			(_request, response) => {
				response.writeHead(200, { 'content-type': 'application/pdf' });
				response.end(Buffer.alloc(1_100_000, '%PDF-1.4'));
			},
		],
	])('is no file when %s', async (_, answer) => {
		const { run } = await service(answer);
		const { error, items } = await run(pdf({ maxAnswerSize: 1, maxTries: 1 }));
		expect(error?.message).toMatch(/cut off or damaged|larger than 1 MB|\(HTTP 206\)/);
		expect(items).toEqual([]);
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
		const { error } = await run(pdf());
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
		expect((await reading.run(pdf())).json[0]).toMatchObject({ bytes: 16 });
		const changing = await service(broken);
		const { error } = await changing.run({ ...pdf(), method: 'POST' });
		expect(error?.message).toContain('the change may or may not have been made');
		expect(changing.arrived).toHaveLength(1);
	});
});
