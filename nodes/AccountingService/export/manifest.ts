import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../../shared/client/errors';
import { findsAll, type SearchCriteria } from '../../shared/documents/criteria';
import { fingerprint } from '../../shared/client/token';
import { Decimal } from '../../shared/decimal';
import type { OperationCall } from '../operation';
import { lineItemsField } from './columns';
import { manifestField } from './formFields';
import { Pipe, through } from './pipe';

/** The origin of a manifest. Only manifests with the same origin can be compared. Format: docs/reference/changes.md. */
interface ManifestOrigin {
	/** Fingerprint of the Base URL and the App ID. */
	organization: string;
	/** Fingerprint of the search. */
	search: string;
	/** Paths of the compared columns, or "*" for entire records, with the codes of their extra properties. */
	fields: string[];
	/** Whether each field has its own fingerprint. */
	perField: boolean;
	/** Whether the rows have labels instead of codes. */
	labels: boolean;
}

/** The fingerprints of the documents of an earlier run, by their ID as the service sends it. */
export type Manifest = Map<number | string, string>;

/** The origin of a run that compares the given fields. The fingerprints reveal no values. */
export function originOf(
	{ client }: OperationCall,
	criteria: SearchCriteria,
	compared: Pick<ManifestOrigin, 'fields' | 'perField' | 'labels'>,
): ManifestOrigin {
	return {
		organization: client.connection.organization,
		search: fingerprint(findsAll(criteria) ? 'all' : writtenAlike(criteria)).slice(0, 16),
		...compared,
	};
}

/** The same for the same search, however its filters are written. */
function writtenAlike(criteria: SearchCriteria): IDataObject {
	const { type = [], state, value, valueFrom, valueTo } = criteria;
	const amounts = { value, valueFrom, valueTo };
	return {
		...criteria,
		type: [...new Set(type)].sort((a, b) => a - b),
		state: state?.toLowerCase(),
		...Object.fromEntries(
			Object.entries(amounts).map(([name, amount]) => [name, Decimal.from(amount)?.toString()]),
		),
	};
}

const version = 1;

/** The first line. */
type Head = ManifestOrigin & { manifest: number };

const chunkLength = 64 * 1024;

/** Streams a manifest to n8n's store: lines of JSON, compressed with gzip. */
export class ManifestWriter {
	readonly pipe = new Pipe(new CompressionStream('gzip'));

	private lines: string;

	constructor(origin: ManifestOrigin) {
		this.lines = `${JSON.stringify({ manifest: version, ...origin })}\n`;
	}

	/** Waits if the store is slower. @throws as the store */
	async add(id: number | string, fingerprint: string): Promise<void> {
		this.lines += `${JSON.stringify({ id, fingerprint })}\n`;
		if (this.lines.length >= chunkLength) await this.flush();
	}

	async end(): Promise<void> {
		await this.flush();
		await this.pipe.end();
	}

	private async flush(): Promise<void> {
		const chunk = Buffer.from(this.lines);
		this.lines = '';
		await this.pipe.write(chunk);
	}
}

/**
 * Reads the manifest of the input item. It takes about 80 bytes of memory per document.
 * @returns undefined if the item has none
 * @throws ServiceError (badInput) if it is another file, damaged or has another origin; as n8n's store
 */
export async function readManifest(
	{ host, itemIndex }: OperationCall,
	field: string,
	origin: ManifestOrigin,
): Promise<Manifest | undefined> {
	const binary = host.getInputData()[itemIndex]?.binary?.[field];
	if (!binary) return undefined;
	const { id, data, fileName = 'without a name' } = binary;
	const content = id === undefined ? inMemory(data) : await host.helpers.getBinaryStream(id);
	return await fingerprintsIn(content, origin).catch((failure: unknown) => {
		if (failure instanceof ServiceError) throw failure;
		throw refused(
			`The file ${fileName.slice(0, 60)} in ${manifestField.displayName} "${field.slice(0, 40)}" is not a manifest that this node has written, or it is damaged`,
			`Pass the manifest from the output of the earlier run, or another copy of it. ${startAgainAdvice}`,
		);
	});
}

async function fingerprintsIn(
	content: AsyncIterable<Uint8Array>,
	origin: ManifestOrigin,
): Promise<Manifest> {
	const manifest: Manifest = new Map();
	let isHead = true;
	for await (const line of manifestLines(content)) {
		const entry = JSON.parse(line) as Head & { id: number | string; fingerprint: string };
		if (isHead) refuseOther(entry, origin);
		// Several manifests in one file, as n8n's Append makes them.
		else if (entry.id === undefined) throw new Error('a line is no document');
		else manifest.set(entry.id, entry.fingerprint);
		isHead = false;
	}
	if (isHead) throw new Error('it is empty');
	return manifest;
}

async function* inMemory(data: string): AsyncGenerator<Buffer> {
	yield Buffer.from(data, 'base64');
}

async function* manifestLines(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = '';
	for await (const chunk of through(new DecompressionStream('gzip'), content)) {
		const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
		rest = lines.pop() ?? '';
		yield* lines;
	}
}

const startAgainAdvice = 'Or start again without a manifest: all documents then count as created.';

const rollingAdvice =
	" Use a fixed date: an expression such as {{ $now.minus(30, 'days') }} is another search every day.";

/** The settings that a comparison depends on, the more general ones first, with what a manifest shows of them. */
const comparedSettings: Array<
	[label: string, of: (origin: ManifestOrigin) => unknown, advice?: string]
> = [
	['The Base URL or App ID in the credential', ({ organization }) => organization],
	['The search (Search Text or Filters)', ({ search }) => search, rollingAdvice],
	['The setting Format', ({ fields }) => fields.includes('*')],
	['The setting Rows', ({ fields }) => fields.includes(lineItemsField)],
	['The setting Name Changed Fields', ({ perField }) => perField],
	['The setting Labels', ({ labels }) => labels],
	[
		'The choice in Columns, Chosen Columns, Other Columns or Extra Properties',
		({ fields }) => fields,
	],
];

/** @throws ServiceError (badInput) for another origin; Error for another file */
function refuseOther(head: Head, origin: ManifestOrigin): void {
	if (head.manifest !== version) throw new Error('it is no manifest');
	const changed = comparedSettings.find(
		([, of]) => JSON.stringify(of(head)) !== JSON.stringify(of(origin)),
	);
	if (!changed) return;
	const [label, , advice = ''] = changed;
	throw refused(
		`${label} has changed since the run that wrote the manifest, so the node cannot compare`,
		`Restore the earlier value, or pass the manifest of a run with the current one. ${startAgainAdvice}${advice}`,
	);
}

function refused(message: string, description: string): ServiceError {
	return new ServiceError('badInput', message, { description, fields: ['manifestField'] });
}
