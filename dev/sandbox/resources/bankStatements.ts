/** Bank statements: `POST …/statements`, multipart/related (docs/api/requests.md#bank-statements). */
import { z } from 'zod';

import { fieldError, invalid, record, Refusal } from '../http/answers';
import type { Part } from '../http/multipart';
import type { Call, Operations } from '../http/operations';
import type { BankAccounts } from './bankAccounts';
import type { Clock } from './clock';
import { dateTime, int64, text } from './fields';
import { API_AUTHOR } from './organization';

const FIRST_ID = 5001;
const NOT_PROCESSED = 0;

export const bankStatement = z.strictObject({
	id: int64,
	name: text,
	authorName: text,
	uploaded: dateTime,
	bankAccountId: int64,
	processingState: z.int(),
	processingMessage: text,
});
export type BankStatement = z.infer<typeof bankStatement>;

const head = z.strictObject({ name: z.string().min(1) });

const malformed = (message: string): Refusal => new Refusal(400, 'malformed_statement', message);

/** The JSON of the first part. Throws a Refusal. */
function headOf(call: Call, part: Part): z.infer<typeof head> {
	if (!/^application\/json\s*(;|$)/i.test(part.headers['content-type'] ?? ''))
		throw malformed('The first part must be application/json');
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(part.beginning));
	} catch {
		throw malformed('The first part is not JSON');
	}
	return call.record(head, value);
}

export class BankStatements {
	/** Statements, with the size and the hash of each file. */
	readonly all: Array<{ statement: BankStatement; size: number; sha256: string }> = [];

	constructor(
		private readonly accounts: BankAccounts,
		private readonly clock: Clock,
	) {}

	operations(): Operations<'uploadStatement'> {
		return {
			uploadStatement: {
				kind: 'creates',
				method: 'POST',
				path: '/v2/bankaccounts/:bankAccountId/statements',
				basis: 'bank-statements [C]',
				carries: 'multipart/related',
				answer: (call) => {
					const account = this.accounts.of(call);
					if (call.parts.length !== 2)
						throw malformed('A statement has two parts: its name in JSON, and the file');
					if (call.parts.some(({ headers }) => 'content-disposition' in headers))
						throw malformed('A part of a statement has no Content-Disposition');
					const [first, file] = call.parts;
					const { name } = headOf(call, first);
					if (file.size === 0) throw invalid([fieldError('file', 'empty_file', 'has no content')]);
					const statement = {
						id: FIRST_ID + this.all.length,
						name,
						authorName: API_AUTHOR,
						uploaded: this.clock.now(),
						bankAccountId: account.id,
						processingState: NOT_PROCESSED,
						processingMessage: null,
					};
					this.all.push({ statement, size: file.size, sha256: file.sha256 });
					return record(statement);
				},
			},
		};
	}
}
