/** docs/reference/exports.md#if-an-export-fails: no partial file, and how far it came. */
import { Container } from '@n8n/di';
import { BinaryDataConfig } from 'n8n-core';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { exportToFile } from '../support/exported';
import { bench } from '../support/withSandbox';

const storage = () => Container.get(BinaryDataConfig).localStoragePath;

/** Files in n8n's store, in the folder of the execution. */
function stored(): string[] {
	const folder = join(storage(), 'workflows', 'w1', 'executions', '1', 'binary_data');
	return existsSync(folder) ? readdirSync(folder) : [];
}

const clear = () => rmSync(join(storage(), 'workflows'), { recursive: true, force: true });

beforeEach(clear);
// Other test files use the same store.
afterEach(clear);

describe('Export to File: a failed export', () => {
	it.each(['csv', 'ndjson', 'xlsx'])('%s: says how many documents it wrote', async (format) => {
		const { run, sandbox } = await bench({ documents: 1000 });
		const reached = sandbox.admin.documentAt(612).id;
		const match = { path: 'list' as const, page: 5 };
		sandbox.admin.addFault({ kind: 'status', status: 500, times: 0, match });
		const options = { maxTries: 1, parallelPages: 1 };
		const result = await run(exportToFile({ format, options }));
		expect(result.error?.message).toBe(
			`The service failed to handle the request (HTTP 500) while listing accounting documents (page 5). The export stopped after 388 documents, the last with the ID ${reached}, and no file was finished`,
		);
		expect(result.items).toEqual([]);
		expect(stored().filter((name) => name.endsWith('.metadata'))).toEqual([]);
	});

	it('stops sending soon after the execution is cancelled', async () => {
		const { run, sandbox, asked } = await bench({ documents: 5000, latencyMs: 20 });
		const waiting = run(exportToFile({ options: { parallelPages: 1 } }), {
			onStart: ({ cancel }) => setTimeout(cancel, 300),
		});
		const { run: ended } = await waiting;
		expect(ended.status).toBe('canceled');
		const before = asked().length;
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect(asked().length).toBeLessThanOrEqual(before + 1);
		expect(asked().length).toBeLessThan(50);
		expect(stored().filter((name) => name.endsWith('.metadata'))).toEqual([]);
		expect(sandbox.admin.count()).toBe(5000);
	});

	it('reports that n8n cannot store the file', async () => {
		const { run } = await bench({ documents: 300 });
		// A file is in the place of n8n's folder.
		writeFileSync(join(storage(), 'workflows'), '');
		const { error } = await run(exportToFile());
		expect(error?.message).toMatch(/^n8n could not store the file: .* after 300 documents/);
		expect(error?.description).toMatch(/free space/);
	});
});
