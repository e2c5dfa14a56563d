import { encodedPages } from '../../../export/encoded';
import { exportFiles } from '../../../export/exporter';
import { RecordFeed } from '../../../export/feed';
import { fileNameOf } from '../../../export/fileName';
import { Progress } from '../../../export/progress';
import { Resume } from '../../../export/resume';
import { FileStore } from '../../../export/store';
import { exportFields } from '../../../form/exportFields';
import { formatOf, maxDocumentsOf, stretchOf } from '../../../form/exportForm';
import { criteriaOf, readOptions } from '../../../form/listing';
import { collection, requiredText, scopeOf } from '../../../form/values';
import { listDocuments, meets, searchDocuments } from '../../../service/documents';
import { stoppedExport } from '../../../export/stopped';
import type { ServiceRecord } from '../../../service/envelope';
import { Listing } from '../../../service/pages';
import { ItemWithFiles, type Operation } from '../operation';

/** List or search (specification section 4) into files instead of items. */
export const exportToFile: Operation = {
	option: {
		name: 'Export to File',
		value: 'exportToFile',
		action: 'Export accounting documents to file',
		description: 'Write any number of accounting documents into a CSV, NDJSON or XLSX file',
	},
	fields: exportFields,
	async run({ form, client, host, hint }) {
		const options = collection(form, 'options');
		const scope = scopeOf(options);
		const criteria = form.get('source') === 'search' ? criteriaOf(form) : undefined;
		const source = criteria
			? searchDocuments(client, criteria, scope)
			: listDocuments(client, scope);
		const wanted = (record: ServiceRecord) => !criteria || meets(record, criteria);
		const format = formatOf(form);
		const pattern = requiredText(form.get('fileName'), 'fileName', 'File Name');
		const field = requiredText(
			form.get('binaryPropertyName'),
			'binaryPropertyName',
			'Put Output File in Field',
		);
		const exporting = {
			format,
			fileName: fileNameOf(pattern, format.extension, new Date(), host.getTimezone()),
			maxDocumentsPerFile: maxDocumentsOf(form),
			store: new FileStore(
				async (content, fileName, mimeType) =>
					await host.helpers.prepareBinaryData(content, fileName, mimeType),
			),
		};
		const { resumeAfterId, ...range } = stretchOf(options);
		const read = { ...readOptions(options), ...range };
		const resume =
			resumeAfterId === undefined
				? undefined
				: new Resume(resumeAfterId, criteria?.sortDirection === 'ASC' ? 1 : -1);
		if (resume) {
			await resume.find(source, read.pageSize);
			read.firstPage = resume.firstPage;
		}
		const progress = new Progress(read.firstPage ?? 0);
		const listing = new Listing(encodedPages(progress.watch(source), format, wanted), read);
		const feed = new RecordFeed(
			listing.batches(),
			(record) => resume?.keeps(record) ?? true,
			() => resume?.finish(),
		);
		const files = await exportFiles(feed, exporting).then(
			(done) => done,
			(failure: unknown) => stoppedExport(failure, progress),
		);
		const { proved, problems, notices } = listing.completeness;
		if (problems.length > 0) {
			hint(`Documents may be missing: ${[...new Set(problems)].join('. ')}.`);
		}
		for (const notice of [...notices, ...(format.notices?.() ?? [])]) hint(`${notice}.`);
		// What moved across the ends of a range of pages meanwhile is in no range, or in two.
		const complete = proved && read.endPage === undefined && range.firstPage === undefined;
		return files.map(
			({ account, binary }) =>
				new ItemWithFiles(
					{ ...account, format: String(form.get('format')), complete },
					{
						[field]: binary,
					},
				),
		);
	},
};
