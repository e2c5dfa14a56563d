/** docs/reference/limits.md#memory: a file is in memory once. */
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, IBinaryKeyData } from 'n8n-workflow';

import { ServiceProcess } from '../../../dev/sandbox/process';
import { send } from '../support/apiRequest';
import { inRealTime } from '../support/clock';
import { credentialFor, runNode } from '../support/engine';
import type { Parameters } from '../support/withSandbox';

/** The size of the file; FILE_MEGABYTES sets another one. */
const megabytes = Number(process.env.FILE_MEGABYTES ?? 200);

const service = ServiceProcess.start(
	'test/engine/support/bigFiles.ts',
	[String(megabytes)],
	'Base URL',
);

afterAll(async () => await (await service).stop());

/** A file in n8n's own store, as from an earlier node. */
async function stored(size: number): Promise<IBinaryKeyData> {
	function* content() {
		const line = Buffer.alloc(2 ** 16, '%PDF-1.4 a line of a large file\n');
		for (let left = size; left > 0; left -= line.length) yield line.subarray(0, left);
	}
	const location = { type: 'execution', workflowId: 'w1', executionId: '1' } as const;
	const about: IBinaryData = { data: '', mimeType: 'application/pdf', fileName: 'large.pdf' };
	const files = Container.get(BinaryDataService);
	return { data: await files.store(location, Readable.from(content()), about) };
}

const upload = { operation: 'upload', binaryPropertyName: 'data' };
const sentFile = { method: 'POST', body: 'file', binaryPropertyName: 'data' };

const cases: Array<[string, Parameters, (size: number) => object]> = [
	['uploaded', { ...upload, resource: 'file' }, (bytes) => ({ bytes })],
	[
		'uploaded as a bank statement',
		{ ...upload, resource: 'bankStatement', bankAccountId: '3' },
		() => ({}),
	],
	['sent by API Request', send('files', sentFile), () => ({ id: 800001 })],
	[
		'brought by API Request',
		send('files/1', { response: 'file', options: { maxResponseSize: 500 } }),
		(bytes) => ({ bytes }),
	],
];

describe(`a file of ${megabytes} MB`, () => {
	inRealTime();

	it.each(cases)(
		'%s: memory grows by less than 50 MB',
		async (_, parameters, expected) => {
			const credentials = credentialFor({
				baseUrl: (await service).baseUrl,
				appId: 'app',
				appSecret: 'secret-of-files',
			});
			const run = async (size: number) =>
				await runNode({ parameters, credentials, binary: [await stored(size)] });
			// Loads what every execution needs first, so that only the file adds to the memory.
			await run(2 ** 20);
			const size = megabytes * 2 ** 20;
			const binary = [await stored(size)];
			setFlagsFromString('--expose-gc');
			(runInNewContext('gc') as () => void)();
			const idle = process.memoryUsage.rss();
			let peak = idle;
			const sampler = setInterval(() => {
				peak = Math.max(peak, process.memoryUsage.rss());
			}, 10);
			const { json, error } = await runNode({ parameters, credentials, binary });
			clearInterval(sampler);
			const growth = Math.round((peak - idle) / 2 ** 20);
			process.stdout.write(`${megabytes} MB: ${growth} MB growth\n`);
			expect(error).toBeUndefined();
			expect(json[0]).toMatchObject(expected(size));
			expect(growth).toBeLessThan(50);
		},
		300_000,
	);
});
