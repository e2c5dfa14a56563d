/** docs/recipes/ai-agent.md#approve-each-change: a person reads the exact input in the chat before anything is sent. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';

import type { RunningSandbox } from '../../sandbox';
import {
	callReviewed,
	previewFirst,
	readsResult,
	withApprovalChat,
	type ApprovalChat,
} from '../lib/approvalChat';
import { press, type Chat, type Question } from '../lib/chat';
import type { Checks } from '../lib/checks';
import { answerTo, type Script } from '../lib/model';
import { changesIn, withOwnService } from '../lib/ownService';
import { waiting } from '../lib/pickState';
import type { Workbench } from '../lib/workbench';

const documents = 40;

/** A call that needs approval, and what it changes. */
interface Write {
	tool: string;
	input: (documentId: string) => Record<string, unknown>;
	/** What the person reads above the input. */
	sentence?: (state: string) => string;
	isDone: (sandbox: RunningSandbox, documentId: string, state: string) => boolean;
}

/** The document that is changed or deleted. */
const fields = {
	...({ type: 0, direction: 1, state: waiting, accountingDocumentNo: 'FV2026-0012' } as const),
	...{ contact: { companyName: 'Example Ltd' }, total: 1210, currency: 'CZK' },
	...{ payments: { paid: false }, amountPaid: 0 },
};

const invoice = {
	...{ currency: 'CZK', customer: 'Example Ltd', item: 'Chairs' },
	...{ quantity: 2, price: 100, vat: 21, orderNumber: 'O-1' },
};

const writes: Write[] = [
	{
		tool: 'Delete_Document',
		input: (documentId) => ({ documentId }),
		sentence: () => `Delete FV2026-0012 (Example Ltd, 1,210.00 CZK). Its State is ${waiting}`,
		isDone: ({ admin }) => admin.count() === documents,
	},
	{
		tool: 'Create_Invoice',
		input: () => invoice,
		isDone: ({ admin }) =>
			admin.createdDocuments().some(({ state, total }) => state === 'Draft' && total === 242),
	},
	{
		tool: 'Change_State',
		input: (documentId) => ({ documentId }),
		sentence: (state) =>
			`Change FV2026-0012 (Example Ltd, 1,210.00 CZK): State ${waiting} → ${state}`,
		isDone: ({ admin }, documentId, state) => admin.document(documentId).state === state,
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
		read: readsResult,
		isApproval: true,
	},
];

/** @param hasToolErrors whether the agent goes on after an error of a tool */
export function agentApprovalChecks(
	checks: Checks,
	{ session }: Workbench,
	hasToolErrors: boolean,
): void {
	checks.add('example agent-with-approval: the person reads the preview first', async () => {
		const script: Script = ({ messages }) => {
			const read = messages.find(({ role }) => role === 'tool');
			if (read) return { says: String(read.content) };
			return { tool: 'Preview_Invoice', input: invoice };
		};
		await withOwnService(session, 'Preview', documents, async (sandbox, credential) => {
			await withApprovalChat(session, script, credential, async ({ ask }) => {
				const chat = await ask();
				const shown = await chat.next();
				chat.close();
				match(
					shown,
					/\{"summary":"Create Invoice.*"preview":true.*"wouldSend":\[\{"method":"POST".*"orderNo":"O-1"/s,
				);
				deepStrictEqual(changesIn(sandbox), []);
			});
		});
	});

	for (const write of writes) {
		const { tool } = write;
		checks.add(`example agent-with-approval: ${tool} waits for a person`, async () => {
			await withOwnService(session, tool, documents, async (sandbox, credential) => {
				const documentId = String(sandbox.admin.createDocuments({ fields })[0]?.id);
				const call = write.sentence ? previewFirst : callReviewed;
				const script = call(tool, write.input(documentId));
				await withApprovalChat(session, script, credential, async (chat) => {
					await review(chat, sandbox, write, documentId);
					// A second deletion of the document is an error.
					if (hasToolErrors || tool !== 'Delete_Document') await approveTwice(chat, sandbox, tool);
					if (hasToolErrors && tool === 'Change_State')
						await approveForDeleted(chat, sandbox, documentId);
				});
			});
		});
	}
}

/** Each decision about the same call, the approval last. */
async function review(
	{ model, state, ...chat }: ApprovalChat,
	sandbox: RunningSandbox,
	{ tool, input, sentence, isDone }: Write,
	documentId: string,
): Promise<void> {
	const parameters = JSON.stringify(input(documentId), null, 2);
	const call = `The agent wants to use ${tool}:\n\n${parameters}`;
	const text = sentence ? `${sentence(state)}\n\n${call}` : call;
	for (const { decide, read, isApproval } of decisions) {
		await chat.review(async (shown, question) => {
			strictEqual(question.text, text);
			deepStrictEqual(changesIn(sandbox), []);
			await decide(shown, question);
			strictEqual(await shown.next(), 'Done.');
		});
		deepStrictEqual(
			[isDone(sandbox, documentId, state), changesIn(sandbox).length],
			isApproval ? [true, 1] : [false, 0],
		);
		match(answerTo(model), read);
	}
}

/** The change is done already: the document is deleted or has the state, or the invoice exists. */
async function approveTwice(
	{ review }: ApprovalChat,
	{ admin }: RunningSandbox,
	tool: string,
): Promise<void> {
	const counts = () => [admin.count(), admin.createdDocuments().length];
	const before = counts();
	await review(async (chat, question) => {
		const presses = [press(question, 'Approve'), press(question, 'Approve')];
		const pressed = await Promise.allSettled(presses);
		ok(pressed.some(({ status }) => status === 'fulfilled'));
		strictEqual(await chat.next(), 'Done.');
	});
	deepStrictEqual(counts(), before, tool);
}

/** Somebody deletes the document while the call waits for its approval. */
async function approveForDeleted(
	{ model, review }: ApprovalChat,
	sandbox: RunningSandbox,
	documentId: string,
): Promise<void> {
	const { admin } = sandbox;
	const counts = () => [admin.count(), changesIn(sandbox).length];
	await review(async (chat, question) => {
		admin.deleteDocument(documentId);
		const before = counts();
		await press(question, 'Approve');
		strictEqual(await chat.next(), 'Done.');
		deepStrictEqual(counts(), before);
	});
	match(answerTo(model), new RegExp(`^\\[\\{"error":"The service [^.]*\\b${documentId}\\b`));
}
