import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import type { ServiceRecord } from '../../../nodes/shared/client/envelope';
import type { RunningSandbox } from '../../../dev/sandbox';
import type { RunResult } from './engine';
import type { Parameters } from './withSandbox';

/** An export, with the chosen columns if there are any. */
export const exportToFile = (changes: Parameters = {}): Parameters => ({
	resource: 'accountingDocument',
	operation: 'exportToFile',
	...('columns' in changes && { columnSet: 'chosen' }),
	...changes,
});

/** The fields of the output item of a file, together with its details. */
export interface Account {
	fileName: string;
	format: string;
	documents: number;
	rows: number;
	firstId: number | string | null;
	lastId: number | string | null;
	totals: Record<string, string>;
	sha256: string;
	bytes: number;
	durationMs: number;
	part: number;
	parts: number;
	complete: boolean;
}

export interface StoredFile {
	account: Account;
	binary: IBinaryData;
	content: Buffer;
}

/** A file from n8n's store. */
export const contentOf = async (file: IBinaryData): Promise<Buffer> =>
	await Container.get(BinaryDataService).getAsBuffer(file);

/** The files of a run from n8n's store. Fails if one does not match its output item. */
export async function filesOf(result: RunResult, field = 'data'): Promise<StoredFile[]> {
	if (result.error) throw result.error;
	return await Promise.all(
		result.items.map(async ({ json, binary }) => {
			const { details, ...shown } = json;
			const account = { ...shown, ...(details as object) } as unknown as Account;
			const data = binary?.[field];
			if (!data) throw new Error(`The item has no file in "${field}"`);
			const content = await contentOf(data);
			expect(account.bytes).toBe(content.length);
			expect(account.sha256).toBe(createHash('sha256').update(content).digest('hex'));
			expect(account.fileName).toBe(data.fileName);
			return { account, binary: data, content };
		}),
	);
}

export async function onlyFile(result: RunResult, field?: string): Promise<StoredFile> {
	const [file, ...others] = await filesOf(result, field);
	expect(others).toEqual([]);
	return file;
}

/** All documents of a sandbox, newest first. */
export function documentsOf({ admin }: RunningSandbox) {
	return Array.from(
		{ length: admin.count() },
		(_, position) => admin.documentAt(admin.count() - 1 - position) as ServiceRecord,
	);
}

/** The records of a file in NDJSON. */
export const recordsIn = <T = ServiceRecord>(content: Buffer): T[] =>
	content
		.toString()
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line) as T);

export const idsIn = ({ content }: Pick<StoredFile, 'content'>) =>
	recordsIn<{ id: number | string }>(content).map(({ id }) => id);
