import type { IDataObject } from 'n8n-workflow';

import { encodedBody, type RawContent, toQuery, type ServiceCall } from './call';
import type { ServiceRecord } from './envelope';
import { ServiceError } from './errors';
import { parseJsonExactly, parseToSend, stringifyExactly, textFrom, tryParse } from './json';
import { isObject } from './message';
import { decoded } from './route';

/** A change as a person reads it. */
export interface PreparedRequest {
	method: string;
	path: string;
	query?: IDataObject;
	body?: unknown;
	/** The row that shows the request in full, if several items share it. Rows count from 1. */
	withItem?: number;
}

/**
 * Ends an operation in preview at its first change. It is no ServiceError, so nothing that follows a failure runs: no
 * retry, no search for a lost document, no memory of what was created.
 */
export class PreparedChange extends Error {
	constructor(readonly request: PreparedRequest) {
		super(`Preview: ${request.method} ${request.path} was not sent`);
	}
}

/** JSON without the classes that keep digits. */
export const plainJson = (value: unknown): unknown => parseJsonExactly(stringifyExactly(value));

/** JSON as such, any other content by its type and size. */
function describeContent({ type, length, body }: RawContent): unknown {
	const bytes = Buffer.isBuffer(body) ? body.length : length;
	if (!Buffer.isBuffer(body) || !type.startsWith('application/json')) {
		return `${type.split(';')[0]}, ${bytes ?? 0} bytes`;
	}
	const text = body.toString();
	const sent = tryParse(text, parseToSend);
	// Of two members with the same name, an object has only one. Such a text is shown as it is sent.
	const isSame = stringifyExactly(sent) === text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
	return isSame ? tryParse(text, parseJsonExactly) : text;
}

/**
 * The request of a change, with the checks that sending it would make.
 * @throws ServiceError (badInput) for what cannot be sent
 */
export function prepared(call: ServiceCall): PreparedRequest {
	encodedBody(call);
	const { method, content } = call;
	const query = call.query && toQuery(call.query);
	const body = content ? describeContent(content) : call.body && plainJson(call.body);
	return {
		method,
		path: decoded(call.path),
		...(query && { query }),
		...(body !== undefined && { body }),
	};
}

/** The ID of a record that a row would create. @param row of the input, from 1 */
export const idOfPreviewed = (row: number) => `(record of row ${row})`;

/** What the earlier items of a preview would leave in the service, by the path of the record. */
export class PreviewedRecords {
	private readonly created: Map<string, ServiceRecord>;

	private readonly changed: Map<string, IDataObject>;

	private readonly removed: Set<string>;

	private readonly added: Map<string, ServiceRecord[]>;

	/** @param row of the input, from 1 @param others the same records, as other rows leave them */
	constructor(
		private readonly row = 1,
		others?: PreviewedRecords,
	) {
		this.created = others?.created ?? new Map<string, ServiceRecord>();
		this.changed = others?.changed ?? new Map<string, IDataObject>();
		this.removed = others?.removed ?? new Set<string>();
		this.added = others?.added ?? new Map<string, ServiceRecord[]>();
	}

	/** A change that was prepared. */
	note({ method, path: encoded, body }: ServiceCall): void {
		const path = decoded(encoded);
		if (method === 'DELETE') this.remove(path);
		if (!isObject(body)) return;
		if (method === 'PUT') this.change(path, body);
		if (method === 'POST') {
			const others = this.added.get(path) ?? [];
			this.added.set(path, [...others, { ...body, id: idOfPreviewed(this.row) }]);
		}
	}

	create(path: string, record: ServiceRecord): void {
		this.created.set(path, record);
	}

	change(path: string, changes: IDataObject): void {
		this.changed.set(path, { ...this.changed.get(path), ...changes });
	}

	isRemoved(path: string): boolean {
		return this.removed.has(path);
	}

	remove(path: string): void {
		this.removed.add(path);
	}

	/** A record that only this preview has created. */
	createdAt(path: string): ServiceRecord | undefined {
		const record = this.created.get(path);
		return record && { ...record, ...this.changed.get(path) };
	}

	/**
	 * A record of the service as the earlier items would leave it.
	 * @throws ServiceError (notFound) if one of them would delete it
	 */
	left<T extends ServiceRecord>(path: string, record: T): T {
		if (this.removed.has(path)) {
			throw new ServiceError(
				'notFound',
				'An earlier item of this preview would delete the record',
				{
					description: 'In the run, this item would fail. Remove it.',
				},
			);
		}
		return { ...record, ...this.changed.get(path) };
	}

	/** A list of the service, with what earlier items would add to it. */
	listed(path: string, records: ServiceRecord[]): ServiceRecord[] {
		const there = records.filter(({ id }) => !this.removed.has(`${path}/${textFrom(id)}`));
		const left = there.map((one) => ({
			...one,
			...this.changed.get(`${path}/${textFrom(one.id)}`),
		}));
		return [...left, ...(this.added.get(path) ?? [])];
	}
}

/** Runs an operation until it ends or, in preview, until its first change. Other failures are thrown. */
export async function untilChange<T>(
	work: () => Promise<T>,
): Promise<{ value: T; prepared?: undefined } | { value?: undefined; prepared: PreparedRequest }> {
	return await work().then(
		(value) => ({ value }),
		(thrown: unknown) => {
			if (thrown instanceof PreparedChange) return { prepared: thrown.request };
			throw thrown;
		},
	);
}
