/** n8n's review of an agent's tool calls: a person reads the exact input in the chat before anything is sent. */
import { deepStrictEqual, match, ok, rejects, strictEqual } from 'node:assert/strict';

import type { RunningSandbox } from '../../sandbox';
import { Chat, press, type Question } from '../lib/chat';
import type { Checks } from '../lib/checks';
import { nodeNamed, readExample, withCredential, withNode } from '../lib/example';
import type { StoredCredential } from '../lib/flow';
import { startModel, type Model } from '../lib/model';
import { withOwnService } from '../lib/ownService';
import { waiting, withPickedState } from '../lib/pickState';
import { waitFor } from '../lib/wait';
import type { Workbench } from '../lib/workbench';

const waitMs = 30_000;
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

	for (const write of writes) {
		checks.add(`example agent-with-approval: ${write.tool} waits for a person`, async () => {
			await withOwnService(session, write.tool, documents, async ({ admin }, credential) => {
				const fields = { type: 0, direction: 1, state: waiting } as const;
				const documentId = String(admin.createDocuments({ fields })[0]?.id);
				const toolParameters = write.input(documentId);
				const model = await startModel({ toolParameters, hitlParameters: {} }, write.tool);
				try {
					await withChat(model, credential, async (ask, state) => {
						await review(ask, model, admin, write.tool, toolParameters, () =>
							write.isDone(admin, documentId, state),
						);
						// A second deletion of the document is an error.
						const isError = write.tool === 'Delete_Document';
						if (hasToolErrors || !isError) await approveTwice(ask, admin, write.tool);
					});
				} finally {
					await model.close();
				}
			});
		});
	}

	/** The workflow as a user imports and publishes it, with the stand-in for a model. */
	async function withChat(
		model: Model,
		credential: StoredCredential,
		work: (ask: () => Promise<Chat>, state: string) => Promise<void>,
	): Promise<void> {
		const name = `Model at ${model.baseUrl}`;
		const data = { apiKey: 'none', url: model.baseUrl };
		const openAiApi = {
			id: await session.createCredential({ name, type: 'openAiApi', data }),
			name,
		};
		const example = withCredential(readExample('agent-with-approval'), credential);
		const { workflow, state } = await withPickedState(session, example);
		const id = await session.createWorkflow(
			withNode(workflow, 'Chat Model', () => ({ credentials: { openAiApi } })),
		);
		await session.publish(id);
		try {
			const path = String(nodeNamed(workflow, 'Chat').webhookId);
			// n8n publishes a moment after it has said so.
			await waitFor('The chat', waitMs, async () => {
				const { status } = await fetch(`${baseUrl}/webhook/${path}/chat`);
				return status === 404 ? undefined : true;
			});
			// n8n 2.8 answers 500 to a person who is not signed in.
			await rejects(Chat.ask(baseUrl, path, 'Please'), /answered (401|500)/);
			deepStrictEqual(await session.executionsOf(id), []);
			await work(async () => await Chat.ask(baseUrl, path, 'Please', session), state);
		} finally {
			await session.unpublish(id);
		}
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

/** Each decision about the same call, the approval last. */
async function review(
	ask: () => Promise<Chat>,
	model: Model,
	admin: Admin,
	tool: string,
	input: object,
	isDone: () => boolean,
): Promise<void> {
	const committed = () => admin.journal().entries.filter((one) => one.committed === true).length;
	for (const { decide, read, isApproval } of decisions) {
		const chat = await ask();
		try {
			const question = await chat.question();
			const shown = `The agent wants to use ${tool}:\n\n${JSON.stringify(input, null, 2)}`;
			strictEqual(question.text, shown);
			strictEqual(committed(), 0);
			await decide(chat, question);
			strictEqual(await chat.next(), 'Done.');
			deepStrictEqual([isDone(), committed()], isApproval ? [true, 1] : [false, 0]);
			const answer = model.asked.at(-1)?.messages.find(({ role }) => role === 'tool');
			match(String(answer?.content), read);
		} finally {
			chat.close();
		}
	}
}
