import type { IDataObject } from 'n8n-workflow';

import { ExactNumber, stringifyExactly } from './exactJson';

/** A body that is not JSON. */
export interface RawContent {
	/** Media type, boundary included. */
	type: string;
	/** A stream can be sent once only, so it is made anew for each sending; its length is to be given. */
	body: Buffer | (() => AsyncIterable<Buffer>);
	/** Bytes of a stream. */
	length?: number;
}

/** An {@link ExactNumber} stands in an address as its digits. */
export function inAddress(query: IDataObject): IDataObject {
	const entries = Object.entries(query).map(([name, value]: [string, unknown]) => [
		name,
		value instanceof ExactNumber ? value.digits : value,
	]);
	return Object.fromEntries(entries) as IDataObject;
}

/** The body as n8n's HTTP client is given it, and its media type. */
export function bodyOf({ body, content }: { body?: unknown; content?: RawContent }): {
	type?: string;
	body?: Buffer | StreamedBody;
} {
	if (content) {
		const { type, length = 0 } = content;
		return {
			type,
			body: Buffer.isBuffer(content.body)
				? content.body
				: new StreamedBody(type, length, content.body),
		};
	}
	if (body === undefined) return {};
	// As bytes, since n8n's HTTP client parses the text of a JSON body once more before it sends it.
	return { type: 'application/json', body: Buffer.from(stringifyExactly(body)) };
}

/** What n8n's HTTP client takes for a Blob, whose parts it sends as they come. */
class StreamedBody {
	readonly [Symbol.toStringTag] = 'Blob';

	constructor(
		readonly type: string,
		readonly size: number,
		private readonly make: () => AsyncIterable<Buffer>,
	) {}

	stream(): AsyncIterable<Buffer> {
		return this.make();
	}
}
