/** The example agent-with-approval, as a user imports and publishes it, with a stand-in for the model. */
import { deepStrictEqual, rejects, strictEqual } from 'node:assert/strict';

import type { RunningSandbox } from '../../sandbox';
import { Chat, press } from './chat';
import { nodeNamed, readExample, withCredential, withNode } from './example';
import type { StoredCredential } from './flow';
import { startModel, type Model } from './model';
import { withPickedState } from './pickState';
import type { RestSession } from './rest';
import { waitFor } from './wait';

const waitMs = 30_000;

/** An n8n, and somebody who is signed in to it. */
export interface Place {
	session: RestSession;
	baseUrl: string;
}

async function publishChat(
	{ session, baseUrl }: Place,
	model: Model,
	credential: StoredCredential,
) {
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
	const path = String(nodeNamed(workflow, 'Chat').webhookId);
	// n8n publishes a moment after it has said so.
	await waitFor('The chat', waitMs, async () => {
		const { status } = await fetch(`${baseUrl}/webhook/${path}/chat`);
		return status === 404 ? undefined : true;
	});
	return { id, path, state };
}

/** Only a person who is signed in can ask. */
export async function withChat(
	place: Place,
	model: Model,
	credential: StoredCredential,
	work: (ask: () => Promise<Chat>, state: string) => Promise<void>,
): Promise<void> {
	const { session, baseUrl } = place;
	const { id, path, state } = await publishChat(place, model, credential);
	try {
		// n8n 2.8 answers 500 to a person who is not signed in.
		await rejects(Chat.ask(baseUrl, path, 'Please'), /answered (401|500)/);
		deepStrictEqual(await session.executionsOf(id), []);
		await work(async () => await Chat.ask(baseUrl, path, 'Please', session), state);
	} finally {
		await session.unpublish(id);
	}
}

/** A deletion that waits for its approval. */
export interface WaitingReview {
	/** Presses the button in the n8n that has started again, which refuses it: nothing is deleted. */
	approveInVain(baseUrl: string): Promise<void>;
}

export async function startReview(
	place: Place,
	{ admin }: RunningSandbox,
	credential: StoredCredential,
): Promise<WaitingReview> {
	const documentId = String(admin.documentAt(4).id);
	const model = await startModel(
		{ toolParameters: { documentId }, hitlParameters: {} },
		'Delete_Document',
	);
	const { path } = await publishChat(place, model, credential);
	const chat = await Chat.ask(place.baseUrl, path, 'Please', place.session);
	const question = await chat.question();
	chat.close();
	return {
		approveInVain: async (baseUrl) => {
			const { origin } = new URL(place.baseUrl);
			const buttons = question.buttons.map(({ text, link }) => ({
				text,
				link: link.replace(origin, baseUrl),
			}));
			await rejects(press({ ...question, buttons }, 'Approve'), /The button answered 4(04|09)/);
			strictEqual(String(admin.document(documentId).id), documentId);
			await model.close();
		},
	};
}
