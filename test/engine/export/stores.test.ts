/** docs/reference/exports.md#where-n8n-stores-files: sizes by the binary data mode. */
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import { ObjectStoreManager } from 'n8n-core/dist/binary-data/object-store.manager';
import { Readable } from 'node:stream';

import {
	contentOf,
	documentsOf,
	exportToFile,
	filesOf,
	idsIn,
	onlyFile,
} from '../support/exported';
import { runNode } from '../support/engine';
import { bench } from '../support/withSandbox';

/** Stores the files of n8n's own S3 manager, instead of an S3 client. */
class Bucket {
	readonly files = new Map<string, Buffer>();

	async put(name: string, content: Buffer) {
		this.files.set(name, content);
	}

	async get(name: string, { mode }: { mode?: string } = {}) {
		const content = this.files.get(name);
		return mode === 'stream' ? Readable.from([content]) : content;
	}
}

async function useStore(mode: 'default' | 's3' | 'filesystem'): Promise<Bucket> {
	Container.get(BinaryDataConfig).mode = mode;
	const service = Container.get(BinaryDataService);
	await service.init();
	const bucket = new Bucket();
	service.setManager('s3', new ObjectStoreManager(bucket as never));
	return bucket;
}

afterAll(async () => await useStore('filesystem'));

/** Documents of more than 32 MB in total. */
async function benchOfLarge() {
	const opened = await bench({ documents: 0 });
	const fields = { description: 'x'.repeat(20_000) };
	opened.sandbox.admin.createDocuments({ count: 2000, fields });
	return opened;
}

describe.each(['s3', 'default'] as const)('Export to File: the binary data mode %s', (mode) => {
	it.each(['csv', 'ndjson', 'xlsx'])('gets the same files as one piece: %s', async (format) => {
		const { run } = await bench({ documents: 300 });
		const written = async () => {
			const result = await run(exportToFile({ format, rowsPer: 'both' }));
			const { durationMs: _, ...account } = (await onlyFile(result)).account;
			const files = Object.values(result.items[0].binary ?? {});
			const contents = await Promise.all(files.map(contentOf));
			return { account, files, contents: contents.map((one) => one.toString('base64')) };
		};
		await useStore('filesystem');
		const { account, contents } = await written();
		expect(contents).toHaveLength(format === 'xlsx' ? 1 : 2);
		await useStore(mode);
		const other = await written();
		expect(other).toMatchObject({ account, contents });
		for (const { id } of other.files)
			expect(id?.startsWith('s3:')).toBe(mode === 's3' || undefined);
	});

	it('stores the changes and their manifest, and returns the manifest', async () => {
		const { sandbox, credentials } = await bench({ documents: 300 });
		await useStore(mode);
		const parameters = { ...exportToFile({ format: 'ndjson' }), operation: 'exportChanges' };
		const first = await runNode({ parameters, credentials });
		expect(first.json[0]).toMatchObject({ created: 300, complete: true });
		const created = sandbox.admin.createDocuments({ count: 3 }).length;
		const { manifest } = first.items[0].binary ?? {};
		const second = await runNode({ parameters, credentials, binary: [{ manifest }] as never });
		expect(second.error).toBeUndefined();
		expect(second.json[0]).toMatchObject({ created, unchanged: 300, firstRun: false });
	});

	it('starts another file before one is too large', async () => {
		const { run, sandbox } = await benchOfLarge();
		await useStore(mode);
		const files = await filesOf(
			await run(exportToFile({ format: 'ndjson', options: { fileNamePattern: 'all' } })),
		);
		expect(files.map(({ account }) => account.fileName)).toEqual(['all-1.ndjson', 'all-2.ndjson']);
		expect(files[0].content.length).toBeLessThanOrEqual(32 * 1024 * 1024);
		expect(files.flatMap(idsIn)).toEqual(documentsOf(sandbox).map(({ id }) => id));
	});

	it('names the files that were stored before an export failed', async () => {
		const { run, sandbox } = await benchOfLarge();
		const bucket = await useStore(mode);
		const match = { path: 'list' as const, call: 20 };
		sandbox.admin.addFault({ kind: 'status', status: 500, times: 0, match });
		const { error, items } = await run(exportToFile({ format: 'ndjson' }));
		expect([items.length, bucket.files.size]).toEqual([0, mode === 's3' ? 1 : 0]);
		expect(error?.message).toMatch(
			mode === 's3'
				? /, and 1 finished file stays in the storage of n8n until the execution is deleted/
				: /, and no file was finished$/,
		);
	});
});
