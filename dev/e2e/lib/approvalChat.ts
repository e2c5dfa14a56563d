/** The example agent-with-approval, as a user imports and publishes it, with a stand-in for the model. */
import { deepStrictEqual, match, rejects, strictEqual } from 'node:assert/strict';

import type { RunningSandbox } from '../../sandbox';
import { Chat, press, type Question } from './chat';
import { nodeNamed, readExample, withCredential, withNode } from './example';
import type { StoredCredential } from './flow';
import { answerTo, callOnce, withModel, type Model, type Script } from './model';
import { changesIn } from './ownService';
import { withPickedState } from './pickState';
import type { RestSession } from './rest';
import { waitFor } from './wait';

const waitMs = 60_000;

/** What the model reads after the change. */
export const readsResult = /^\[\{(?!"(output|error)")/;

/** A model that calls a tool which needs approval. */
export const callReviewed = (tool: string, toolParameters: object): Script =>
	callOnce({ toolParameters, hitlParameters: {} }, tool);

/** A model that calls the preview of the tool first, as the example asks it to. */
export const previewFirst =
	(tool: string, toolParameters: object): Script =>
	({ messages }) => {
		const answers = messages.filter(({ role }) => role === 'tool').length;
		if (answers === 0) return { tool: `Preview_${tool}`, input: toolParameters };
		return answers === 1 ? { tool, input: { toolParameters, hitlParameters: {} } } : undefined;
	};

/** The published example. */
export interface ApprovalChat {
	model: Model;
	/** The state that *Change State* sets. */
	state: string;
	/** Asks for a change. */
	ask: () => Promise<Chat>;
	/** Asks for a change that needs approval. */
	review: <T>(work: (chat: Chat, question: Question) => Promise<T> | T) => Promise<T>;
}

export async function withApprovalChat(
	session: RestSession,
	script: Script,
	credential: StoredCredential,
	work: (chat: ApprovalChat) => Promise<void>,
): Promise<void> {
	await withModel(session, script, async (model, openAiApi) => {
		const example = withCredential(readExample('agent-with-approval'), credential);
		const { workflow, state } = await withPickedState(session, example);
		const id = await session.createWorkflow(
			withNode(workflow, 'Chat Model', () => ({ credentials: { openAiApi } })),
		);
		const path = `webhook/${String(nodeNamed(workflow, 'Chat').webhookId)}/chat`;
		await session.publish(id, path);
		try {
			// Only a person who is signed in can ask. n8n 2.8 answers 500 to others.
			await rejects(Chat.ask(session, path, false), /answered (401|500)/);
			deepStrictEqual(await session.executionsOf(id), []);
			const ask = async () => await Chat.ask(session, path);
			const review: ApprovalChat['review'] = async (decide) => {
				const chat = await ask();
				try {
					return await decide(chat, await chat.question());
				} finally {
					chat.close();
				}
			};
			await work({ model, state, ask, review });
		} finally {
			await session.unpublish(id);
		}
	});
}

/**
 * A deletion waits for its approval while n8n ends and starts again at the same address. Then a person presses the button.
 * @param refusal what n8n answers if it no longer takes the approval
 */
export async function approveAfter(
	session: RestSession,
	sandbox: RunningSandbox,
	credential: StoredCredential,
	restart: () => Promise<unknown>,
	refusal?: RegExp,
): Promise<void> {
	const documentId = String(sandbox.admin.documentAt(4).id);
	const script = callReviewed('Delete_Document', { documentId });
	await withApprovalChat(session, script, credential, async ({ model, review }) => {
		const question = await review((_chat, asked) => asked);
		await restart();
		const before = changesIn(sandbox).length;
		const pressed = press(question, 'Approve');
		if (refusal) await rejects(pressed, refusal);
		else {
			await pressed;
			await waitFor('The deletion', waitMs, () => Promise.resolve(model.asked[1]));
			match(answerTo(model), readsResult);
		}
		strictEqual(changesIn(sandbox).length - before, refusal ? 0 : 1);
	});
}
