import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { Container } from '@n8n/di';
import { BinaryDataConfig } from 'n8n-core';

import { smallService, type Answering } from '../support/smallService';
import type { Parameters } from '../support/withSandbox';

const file = (changes: Parameters = {}): Parameters => ({
	resource: 'apiRequest',
	operation: 'send',
	method: 'GET',
	path: 'accountingdocuments/1/pdf',
	response: 'file',
	...changes,
});

const content = `%PDF-1.4 ${'content '.repeat(500)}`;

const sent =
	(body: string | Buffer, headers: Record<string, string> = {}): Answering =>
	(_, response) =>
		void response.writeHead(200, { 'content-type': 'application/pdf', ...headers }).end(body);

const typed = (type: string) => ({ 'content-type': type });

describe('JSON instead of a file', () => {
	it.each([
		[
			'{"error":"The period is closed"}',
			/error in a success response while .*: The period is closed$/,
		],
		['{"id":1}', /^The response was JSON instead of a file/],
	])('is told in the words of the service, if it has any: %s', async (body, says) => {
		const service = await smallService({ answer: sent(body, typed('application/json')) });
		const { error } = await service.run(file());
		expect(error?.message).toMatch(says);
		expect(service.arrived).toHaveLength(1);
	});
});

describe('the name of a file', () => {
	const star = (encoded: string) => `attachment; filename*=UTF-8\'\'${encoded}`;

	it.each([
		['attachment; filename=".."', 'pdf'],
		['attachment; filename="../../etc/passwd"', 'passwd'],
		[star('a%00b%0D%0Ac.pdf'), 'a-b--c.pdf'],
		[star('inv%E2%80%AEfdp.exe'), 'inv-fdp.exe'],
		[star('a%0D%0A%2Fb.pdf'), 'b.pdf'],
		['attachment; filename="CON.pdf"', 'CON-.pdf'],
		[`attachment; filename="${'a'.repeat(5000)}.pdf"`, `${'a'.repeat(251)}.pdf`],
		[star(`${'%C5%BE'.repeat(400)}.pdf`), `${'ž'.repeat(125)}.pdf`],
		[star('%C5%BElu%C5%A5.pdf'), 'žluť.pdf'],
	])('is printable and fits, whatever the service says: %s', async (disposition, name) => {
		const service = await smallService({
			answer: sent(content, { 'content-disposition': disposition }),
		});
		const { error, items } = await service.run(file());
		expect(error).toBeUndefined();
		expect(items[0].json.fileName).toBe(name);
		expect(items[0].binary?.data.fileName).toBe(name);
	});
});

describe('a file', () => {
	it('is requested without compression, and accepted with it', async () => {
		const packed = gzipSync(content);
		const service = await smallService({
			answer: sent(packed, {
				'content-encoding': 'gzip',
				'content-length': String(packed.length),
			}),
		});
		const { error, json } = await service.run(file());
		expect([error, json[0]?.bytes]).toEqual([undefined, content.length]);
		expect(service.arrived[0].headers['accept-encoding']).toBe('identity');
	});

	it('that n8n cannot store is reported as a failure of n8n', async () => {
		const folder = join(Container.get(BinaryDataConfig).localStoragePath, 'workflows');
		rmSync(folder, { recursive: true, force: true });
		// A file is in the place of n8n's folder.
		writeFileSync(folder, '');
		const service = await smallService({ answer: sent(content) });
		const { error } = await service.run(file());
		rmSync(folder);
		expect(error?.message).toMatch(/^n8n could not store the file while sending GET .*: \S/);
		expect(error?.description).toMatch(/free space/);
		expect(service.arrived).toHaveLength(1);
	});
});
