/** A request as an operation reads it. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { Int64 } from '../resources/fields';
import { Refusal } from './answers';
import { type Body, bodyOf, notJson } from './bodies';
import type { Fault } from './faults';
import type { Part } from './multipart';
import type { Call, Operation } from './operations';
import type { Parser } from './parsing';

const nothing = z.strictObject({});

export class RequestCall implements Call {
	readonly query: Record<string, unknown>;
	readonly body: unknown;
	readonly parts: readonly Part[];
	private readonly content: Body;
	private readonly contentType: string;

	constructor(
		private readonly request: FastifyRequest,
		private readonly parser: Parser,
		private readonly takeLateFaults: () => readonly Fault[],
	) {
		this.content = bodyOf(request);
		this.contentType = request.headers['content-type'] ?? '';
		this.query = request.query as Record<string, unknown>;
		this.body = this.content.json;
		const { file } = this.content;
		this.parts = this.content.parts ?? (file ? [file] : []);
	}

	/** Throws a Refusal for a body or a query that the operation has no use for, or a body that could not be read. */
	mustSuit(operation: Operation): void {
		const { failure, json, parts, file } = this.content;
		if (failure !== undefined) throw failure;
		const { carries } = operation;
		if (carries === 'json' && file !== undefined) throw notJson();
		const refuse = (): never => {
			const message = `This request carries ${carries ?? 'no body'}`;
			throw new Refusal(400, 'body_not_expected', message);
		};
		if (json !== undefined && carries !== 'json') refuse();
		if (file !== undefined && carries !== 'file') refuse();
		const isMultipart = carries?.startsWith('multipart/') ?? false;
		if (parts !== undefined && !isMultipart) refuse();
		if (isMultipart && !this.contentType.toLowerCase().startsWith(carries ?? '')) refuse();
		if (operation.takesQuery !== true) this.parameters(nothing);
	}

	variable(name: string): string {
		return (this.request.params as Record<string, string | undefined>)[name] ?? '';
	}

	id(name: string): Int64 {
		return this.parser.id(name, this.variable(name));
	}

	parameters<Schema extends z.ZodType>(schema: Schema): z.infer<Schema> {
		return this.parser.query(schema, this.query);
	}

	record<Schema extends z.ZodType>(schema: Schema, body: unknown = this.body): z.infer<Schema> {
		return this.parser.body(schema, body);
	}

	lateFaults(): readonly Fault[] {
		return this.takeLateFaults();
	}
}
