/** n8n's review of an agent's tool calls: a person reads the exact input in the chat before anything is sent. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';

import type { RunningSandbox } from '../../sandbox';
import { withChat } from '../lib/approvalChat';
import { press, type Chat, type Question } from '../lib/chat';
import type { Checks } from '../lib/checks';
import { startModel, startScript, type Model } from '../lib/model';
import { withOwnService } from '../lib/ownService';
import { waiting } from '../lib/pickState';
import type { Workbench } from '../lib/workbench';

const documents = 40;

type Admin = RunningSandbox['admin'];

interface Write {
	tool: string;
	input: (documentId: string) => Record<string, unknown>;
	isDone: (admin: Admin, documentId: string, state: string) => boolean;
}

const invoice = {
	...{ currency: 'CZK', customer: 'Example Ltd', item: 'Chairs' },
	...{ quantity: 2, price: 100, vat: 21, orderNumber: 'O-1' },
};

const deletion: Write = {
	tool: 'Delete_Document',
	input: (documentId) => ({ documentId }),
	isDone: (admin) => admin.count() === documents,
};

const writes: Write[] = [
	deletion,
	{
		tool: 'Create_Invoice',
		input: () => invoice,
		isDone: (admin) =>
			admin.createdDocuments().some(({ state, total }) => state === 'Draft' && total === 242),
	},
	{
		tool: 'Change_State',
		input: (documentId) => ({ documentId }),
		isDone: (admin, documentId, state) => admin.document(documentId).state === state,
	},
];

/** How the person answers, what the model reads of it, and whether the change is made. */
const decisions: Array<{
	decide: (chat: Chat, question: Question) => Promise<void> | void;
	read: RegExp;
	isApproval: boolean;
}> = [
	{
		decide: async (_chat, question) => await press(question, 'Decline'),
		read: /^\[\{"output":"User rejected the tool call/,
		isApproval: false,
	},
	{
		decide: (chat) => chat.say('Not this one'),
		read: /provided feedback: \\"Not this one\\"/,
		isApproval: false,
	},
	{
		decide: async (_chat, question) => await press(question, 'Approve'),
		read: /^\[\{(?!"output")/,
		isApproval: true,
	},
];

/** @param hasToolErrors whether the agent goes on after an error of a tool */
export function agentApprovalChecks(
	checks: Checks,
	bench: Workbench,
	hasToolErrors: boolean,
): void {
	const { session } = bench;
	const { baseUrl } = bench.n8n;

	checks.add('example agent-with-approval: the person reads the preview first', async () => {
		await withOwnService(session, 'Preview', documents, async ({ admin }, credential) => {
			const model = await startScript(({ messages }) => {
				const read = messages.find(({ role }) => role === 'tool');
				if (read) return { says: String(read.content) };
				return { tool: 'Preview_Invoice', input: invoice };
			});
			try {
				await withChat({ session, baseUrl }, model, credential, async (ask) => {
					const chat = await ask();
					const shown = await chat.next();
					chat.close();
					match(shown, /"preview":true.*"wouldSend":\[\{"method":"POST".*"orderNo":"O-1"/s);
					strictEqual(committed(admin), 0);
				});
			} finally {
				await model.close();
			}
		});
	});

	for (const write of writes) {
		checks.add(`example agent-with-approval: ${write.tool} waits for a person`, async () => {
			await withOwnService(session, write.tool, documents, async ({ admin }, credential) => {
				const fields = { type: 0, direction: 1, state: waiting } as const;
				const documentId = String(admin.createDocuments({ fields })[0]?.id);
				const toolParameters = write.input(documentId);
				const model = await startModel({ toolParameters, hitlParameters: {} }, write.tool);
				try {
					await withChat({ session, baseUrl }, model, credential, async (ask, state) => {
						await review(ask, model, admin, write.tool, toolParameters, () =>
							write.isDone(admin, documentId, state),
						);
						// A second deletion of the document is an error.
						const isError = write.tool === 'Delete_Document';
						if (hasToolErrors || !isError) await approveTwice(ask, admin, write.tool);
						if (hasToolErrors && write.tool === 'Change_State')
							await approveForDeleted(ask, model, admin, documentId);
					});
				} finally {
					await model.close();
				}
			});
		});
	}
}

/** The change is done already: the document is deleted or has the state, or the invoice exists. */
async function approveTwice(ask: () => Promise<Chat>, admin: Admin, tool: string): Promise<void> {
	const before = [admin.count(), admin.createdDocuments().length];
	const chat = await ask();
	try {
		const question = await chat.question();
		const pressed = await Promise.allSettled([
			press(question, 'Approve'),
			press(question, 'Approve'),
		]);
		ok(pressed.some(({ status }) => status === 'fulfilled'));
		strictEqual(await chat.next(), 'Done.');
		deepStrictEqual([admin.count(), admin.createdDocuments().length], before, tool);
	} finally {
		chat.close();
	}
}

/** Somebody deletes the document while the call waits for its approval. */
async function approveForDeleted(
	ask: () => Promise<Chat>,
	model: Model,
	admin: Admin,
	documentId: string,
): Promise<void> {
	const chat = await ask();
	try {
		const question = await chat.question();
		admin.deleteDocument(documentId);
		const before = [admin.count(), committed(admin)];
		await press(question, 'Approve');
		strictEqual(await chat.next(), 'Done.');
		deepStrictEqual([admin.count(), committed(admin)], before);
		match(answerTo(model), new RegExp(`^\\[\\{"error":"The service [^.]*\\b${documentId}\\b`));
	} finally {
		chat.close();
	}
}

const committed = (admin: Admin) =>
	admin.journal().entries.filter((one) => one.committed === true).length;

/** What the model read last. */
const answerTo = ({ asked }: Model) =>
	String(asked.at(-1)?.messages.find(({ role }) => role === 'tool')?.content);

/** Each decision about the same call, the approval last. */
async function review(
	ask: () => Promise<Chat>,
	model: Model,
	admin: Admin,
	tool: string,
	input: object,
	isDone: () => boolean,
): Promise<void> {
	for (const { decide, read, isApproval } of decisions) {
		const chat = await ask();
		try {
			const question = await chat.question();
			const shown = `The agent wants to use ${tool}:\n\n${JSON.stringify(input, null, 2)}`;
			strictEqual(question.text, shown);
			strictEqual(committed(admin), 0);
			await decide(chat, question);
			strictEqual(await chat.next(), 'Done.');
			deepStrictEqual([isDone(), committed(admin)], isApproval ? [true, 1] : [false, 0]);
			match(answerTo(model), read);
		} finally {
			chat.close();
		}
	}
}
