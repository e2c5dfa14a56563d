/** docs/reference/files.md#download-a-document-as-a-pdf: a file that is no PDF is an error. */
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';

import { runNode } from '../support/engine';
import { smallService, type Answering } from '../support/smallService';
import { bench, type Parameters, byId } from '../support/withSandbox';

const downloadPdf = (id: unknown, options: Parameters = {}): Parameters => ({
	resource: 'accountingDocument',
	operation: 'downloadPdf',
	accountingDocumentId: byId(String(id)),
	outputBinaryField: 'data',
	options,
});

const sent =
	(body: string, headers: Record<string, string> = {}): Answering =>
	({ path }, response) =>
		path.endsWith('/pdf')
			? void response.writeHead(200, { 'content-type': 'application/pdf', ...headers }).end(body)
			: { id: 17, accountingDocumentNo: 'FV/2026-17', currency: 'CZK' };

describe('Download PDF', () => {
	it('streams the PDF into the item, with the number of the document as its name', async () => {
		const { run, sandbox, asked } = await bench({ documents: 3 });
		const { id, accountingDocumentNo } = sandbox.admin.documentAt(1);
		const { error, items } = await run(downloadPdf(id));
		expect(error).toBeUndefined();
		const [{ json, binary }] = items;
		const fileName = `${accountingDocumentNo?.replaceAll('/', '-')}.pdf`;
		const data = binary?.data;
		const bytes = data?.id
			? await Container.get(BinaryDataService).getAsBuffer(data)
			: Buffer.from(data?.data ?? '', 'base64');
		expect(bytes.toString('latin1')).toMatch(/^%PDF-1\.4\n[^]*%%EOF\n$/);
		expect(json).toEqual({ fileName, mimeType: 'application/pdf', bytes: bytes.length });
		expect(data).toMatchObject({ fileName, mimeType: 'application/pdf' });
		expect(asked().map(({ path }) => path)).toEqual([
			`/v2/accountingdocuments/${id}/pdf`,
			`/v2/accountingdocuments/${id}`,
		]);
	});

	const disposition = { 'content-disposition': 'attachment; filename="7.pdf"' };

	it.each<[string, string, number, Answering, Parameters]>([
		['the name from the service', '7.pdf', 1, sent('%PDF-1.7', disposition), {}],
		['what the user enters', 'may-17.pdf', 1, sent('%PDF-1.7'), { fileName: 'may/17.pdf' }],
		['the number of the document', 'FV-2026-17.pdf', 2, sent('%PDF-1.7'), {}],
		[
			'its ID, if the document cannot be read',
			'17.pdf',
			2,
			({ path }, response) =>
				void response.writeHead(path.endsWith('/pdf') ? 200 : 404).end('%PDF-1.7'),
			{},
		],
	])('has as its name %s, with as few requests', async (_, fileName, requests, answer, options) => {
		const { run, arrived } = await smallService({ answer });
		const { json } = await run(downloadPdf(17, options));
		expect(json).toEqual([{ fileName, mimeType: 'application/pdf', bytes: 8 }]);
		expect(arrived).toHaveLength(requests);
	});

	it.each([
		['application/pdf', `${' '.repeat(1019)}%PDF-1.7`],
		['application/octet-stream', '%PDF-1.7'],
	])('takes a PDF whose header is among the first 1,024 bytes: %s', async (type, body) => {
		const service = await smallService({ answer: sent(body, { 'content-type': type }) });
		const { error, json } = await service.run(downloadPdf(17));
		expect([error, json[0]?.mimeType]).toEqual([undefined, 'application/pdf']);
	});

	it.each([
		['not a PDF', 'application/pdf', `${' '.repeat(1020)}%PDF-1.7`],
		['not a PDF', 'application/octet-stream', 'PK a spreadsheet'],
		['not a PDF', 'text/plain', 'The document is being printed'],
		['a web page instead of a file', 'text/html', '<!doctype html><p>Unknown</p>'],
		['JSON instead of a file', 'application/json', '{"url":"https://files.example/17.pdf"}'],
		['an empty body instead of a file', 'application/pdf', ''],
	])('refuses %s as %s, and names the path', async (found, type, body) => {
		const service = await smallService({ answer: sent(body, { 'content-type': type }) });
		const { error, items } = await service.run(downloadPdf(17));
		expect(error?.message).toBe(
			`The response was ${found} while downloading the PDF of accounting document 17`,
		);
		expect(error?.description).toContain('Path of Download PDF');
		expect(items).toEqual([]);
	});

	it('uses the path of the credential', async () => {
		const service = await smallService({ answer: sent('%PDF-1.7') });
		const downloadPdfPath = '/v2/print/{accountingDocumentId}/pdf';
		const credentials = service.credential({ customizeParameterNames: true, downloadPdfPath });
		await runNode({ parameters: downloadPdf(17, { fileName: 'a.pdf' }), credentials });
		expect(service.arrived.map(({ path }) => path)).toEqual(['/v2/print/17/pdf']);
	});
});
