/** Executions that change one document, or create with one key, at the same time. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';

import type { RunningSandbox } from '../../sandbox';
import { create } from '../../../test/engine/support/create';
import { chain, ourNode, type StoredCredential } from './flow';
import type { RestSession } from './rest';
import { behindWebhook, post } from './webhook';

/** Slow enough that executions that start together meet. */
export const latencyMs = 50;

const texts = [
	...['description', 'orderNo', 'externalNo', 'variableSymbol', 'specificSymbol', 'constSymbol'],
	...['preferredBranch', 'preferredProject'],
];
const dates = ['issueDate', 'dueDate', 'taxDate', 'bookingDate', 'taxReturnDate'];
const ofContact = ['street', 'city', 'zipCode', 'email'];
const ofLanguage = ['CS', 'EN', 'DE'];

/** Each execution sets another one of these, and its expressions for the others give nothing. */
const fields = [
	...[...texts, ...dates].map((name) => [name]),
	...ofContact.map((name) => ['contact', name]),
	...ofLanguage.map((name) => ['language', name]),
];

const valueOf = (names: string[], index: number) =>
	dates.includes(names[0] ?? '') ? `2026-03-${index + 10}` : `${17 + index}`;

const fromBody = (names: string[]) =>
	Object.fromEntries(
		names.map((name) => [name, `={{ $json.body.field === '${name}' ? $json.body.value : '' }}`]),
	);

/** What the service holds of these fields. */
function held({ admin }: RunningSandbox, id: string): unknown[] {
	const document: unknown = admin.document(id);
	return fields.map((path) =>
		String(
			path.reduce<unknown>(
				(value, name) => (value as Record<string, unknown> | undefined)?.[name],
				document,
			),
		),
	);
}

/** 20 executions of one published workflow: no change of a document is lost, and a key has one document. */
export async function changeAtOnce(
	{ session, baseUrl }: { session: RestSession; baseUrl: string },
	sandbox: RunningSandbox,
	credential: StoredCredential,
): Promise<void> {
	const run = async (parameters: Record<string, unknown>, bodies: object[]) => {
		const name = `at-once-${String(parameters.operation)}`;
		const id = await session.createWorkflow(
			behindWebhook(chain(name, ourNode(credential, parameters))),
		);
		await session.publish(id, `webhook/${name}`);
		try {
			await Promise.all(bodies.map(async (body) => await post(baseUrl, name, body)));
			const runs = await session.executionsOf(id);
			const ends = await Promise.all(runs.map(async (one) => await session.finished(one.id)));
			deepStrictEqual(
				ends.map(({ status, data }) => data.resultData.error?.message ?? status),
				bodies.map(() => 'success'),
			);
		} finally {
			await session.unpublish(id);
		}
	};
	const id = String(sandbox.admin.documentAt(3).id);
	const values = fields.map(valueOf);
	await run(
		{
			...{ resource: 'accountingDocument', operation: 'update' },
			accountingDocumentId: { __rl: true, mode: 'id', value: id },
			updateFields: {
				...fromBody([...texts, ...dates]),
				contact: fromBody(ofContact),
				language: fromBody(ofLanguage),
			},
		},
		fields.map((path, index) => ({ field: path.at(-1), value: values[index] })),
	);
	strictEqual(values.length, 20);
	deepStrictEqual(held(sandbox, id), values);

	const options = { uniqueBy: 'orderNo' };
	await run(
		create({ options, additionalFields: { orderNo: 'One of all' } }),
		fields.map(() => ({})),
	);
	strictEqual(sandbox.admin.createdDocuments().length, 1);
}
