/** docs/reference/files.md#upload-files: which files are accepted, and what follows a failure. */
import { createHash } from 'node:crypto';
import type { IBinaryKeyData } from 'n8n-workflow';

import { scan } from '../support/samples';
import { json, smallService } from '../support/smallService';
import { bench, type Parameters, byId } from '../support/withSandbox';

const file = (
	content: string | Buffer,
	fileName: string,
	mimeType = 'application/octet-stream',
) => ({
	data: Buffer.from(content).toString('base64'),
	fileName,
	mimeType,
});

const upload = (changes: Parameters = {}): Parameters => ({
	resource: 'file',
	operation: 'upload',
	binaryPropertyName: 'data',
	...changes,
});

const scans = (changes: Parameters = {}): Parameters => ({
	resource: 'accountingDocument',
	operation: 'createFromScans',
	filesFrom: 'input',
	binaryPropertyName: '*',
	fileIds: '0',
	...changes,
});

const isdoc = '<?xml version="1.0" encoding="utf-16"?><Invoice>Žluť</Invoice>';

const two: IBinaryKeyData[] = [
	{ attachment_0: file('%PDF-1.4 a', 'a.pdf'), attachment_1: file('%PDF-1.4 b', 'b "x".pdf') },
];

describe('a file', () => {
	it.each<[string, string | Buffer, string]>([
		['PDF', '%PDF-1.7 content', 'application/pdf'],
		['JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1]), 'image/jpeg'],
		['PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'image/png'],
		['PDF after other bytes', `\r\nprinted by a scanner\0%PDF-1.4`, 'application/pdf'],
		['ISDOC', '\uFEFF<?xml version="1.0"?><Invoice/>', 'application/xml'],
		[
			'ISDOC in UTF-16, lowest byte first',
			Buffer.from(`\uFEFF${isdoc}`, 'utf16le'),
			'application/xml',
		],
		[
			'ISDOC in UTF-16, highest byte first',
			Buffer.from(`\uFEFF${isdoc}`, 'utf16le').swap16(),
			'application/xml',
		],
		['XML that mentions a PDF', '<a>%PDF-1.7</a>', 'application/xml'],
	])('that is %s is uploaded whole, as what it is', async (_kind, content, mimeType) => {
		const { run, sandbox } = await bench();
		const binary = [{ data: file(content, 'žluť.bin') }];
		const { json, error } = await run(upload(), { binary });
		expect(error).toBeUndefined();
		const [stored] = sandbox.admin.files();
		const bytes = Buffer.from(content);
		expect(stored).toMatchObject({
			size: bytes.length,
			sha256: createHash('sha256').update(bytes).digest('hex'),
			fileName: 'žluť.bin',
		});
		expect(json).toEqual([{ id: stored.id, fileName: 'žluť.bin', mimeType, bytes: bytes.length }]);
	});

	it.each<[string, string | Buffer]>([
		['a web page', '<!DOCTYPE html><html></html>'],
		['a web page that mentions a PDF', '<html>%PDF-1.7</html>'],
		['a web page in UTF-16', Buffer.from('\uFEFF<html></html>', 'utf16le')],
		['a PDF after too many bytes', `${' '.repeat(1024)}%PDF-1.4`],
		['a text', 'hello'],
	])('that is %s is refused before anything is sent', async (_kind, content) => {
		const { run, asked } = await bench();
		const binary = [{ data: file(content, 'scan.pdf', 'application/pdf') }];
		const { error } = await run(upload(), { binary });
		expect(error?.message).toBe('The file "scan.pdf" is not a PDF, JPEG, PNG, XML or ISDOC file');
		expect(asked()).toEqual([]);
	});

	it('that is missing is reported with the existing ones', async () => {
		const { run } = await bench();
		const { error } = await run(upload({ binaryPropertyName: 'invoice' }), { binary: two });
		expect(error?.message).toBe('The item has no file in the field "invoice"');
		expect(error?.description).toBe(
			'Correct Input Binary Fields. The item has files in: attachment_0, attachment_1.',
		);
	});
});

describe('documents from scans', () => {
	it('are one for all files of an item, or one for each', async () => {
		const { run, sandbox } = await bench();
		const together = await run(scans({ additionalFields: { note: 'Rent' } }), { binary: two });
		expect(together.error).toBeUndefined();
		expect(together.json).toHaveLength(1);
		const id = together.json[0].accountingDocumentId as number;
		expect(sandbox.admin.scansOf(id)?.files).toEqual(sandbox.admin.files().map((one) => one.id));
		const each = await run(scans({ documentsFor: 'eachFile' }), { binary: two });
		expect(each.json).toHaveLength(2);
	});

	it('are not uploaded again if n8n retries the execution', async () => {
		const { run, sandbox } = await bench();
		const refusal = { kind: 'status', status: 400, match: { path: 'createFromScans' } } as const;
		sandbox.admin.addFault(refusal);
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
		const { json, error } = await run(scans(), { binary: two, node });
		expect(error).toBeUndefined();
		expect(sandbox.admin.files()).toHaveLength(2);
		expect(json).toHaveLength(1);
	});

	it('that fail name the uploaded files, which can be used by their IDs', async () => {
		const { run, sandbox } = await bench();
		sandbox.admin.addFault({ kind: 'status', status: 400, match: { path: 'createFromScans' } });
		const failed = await run(scans(), { binary: two });
		const ids = sandbox.admin.files().map((one) => one.id);
		expect(failed.error?.description).toContain(`File ID ${ids[0]} (a.pdf), ${ids[1]}`);
		const again = await run(scans({ filesFrom: 'ids', fileIds: ids.join(', ') }));
		expect(again.error).toBeUndefined();
		expect([again.json.length, sandbox.admin.files().length]).toEqual([1, 2]);
	});
});

describe('a bank statement', () => {
	const statement = (binaryPropertyName = 'data'): Parameters => ({
		...{ resource: 'bankStatement', operation: 'upload', binaryPropertyName },
		bankAccountId: byId('302'),
	});
	const binary = [{ data: file('074 0000 GPC', 'january.gpc') }];

	it('is uploaded to its account with the name of its file, for any type', async () => {
		const { run, sandbox } = await bench();
		const { json, error } = await run(statement(), { binary });
		expect(error).toBeUndefined();
		const [uploaded] = sandbox.admin.bankStatements();
		const { id } = uploaded.statement;
		expect(uploaded).toMatchObject({
			statement: { name: 'january.gpc', bankAccountId: 302 },
			size: 12,
		});
		expect(json).toMatchObject([{ id, name: 'january.gpc', bankAccountId: 302 }]);
	});

	it('that the service refuses is named, although its own words lose the name', async () => {
		const service = await smallService({
			answer: (_request, response) =>
				void json(response, 400, { message: 'The file january.gpc has a wrong format' }),
		});
		const { error } = await service.run(statement(), { binary });
		expect(error?.message).toMatch(
			/uploading a bank statement to bank account 302 from the file "january.gpc".*has a wrong format/,
		);
	});

	it('is one file', async () => {
		const { run, asked } = await bench();
		const { error } = await run(statement('*'), { binary: [{ ...two[0], ...scan(0) }] });
		expect(error?.message).toBe('The item has 3 files, but the node can send only one');
		expect(asked()).toEqual([]);
	});
});
