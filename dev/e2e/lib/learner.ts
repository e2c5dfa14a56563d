/** A model that calls tools wrongly, and corrects each call by what it reads. */
import { match, strictEqual } from 'node:assert/strict';

import type { RunningSandbox } from '../../sandbox';
import {
	changesOf,
	known,
	lessons,
	loseCreation,
	lostAdvice,
	lostInvoice,
	right,
	warnings,
	type Lesson,
} from '../../../test/engine/support/lessons';
import { ourNode, toolType, type NodeSketch, type StoredCredential } from './flow';
import type { Script } from './model';
import { changesIn } from './ownService';

export type Lessons = Lesson[];

const lost = 'Lost Ltd';
const lookUp = { resource: 'accountingDocument', operation: 'getAll', limit: 5 };

const nameOf = (index: number) => `Lesson ${index + 1}`;
const warningOf = (index: number) => `Warning ${index + 1}`;
const toolOf = (node: string) => node.replaceAll(' ', '_');

/** Each lesson has its own document. */
const ofLesson = <T>(value: T, sandbox: RunningSandbox, index: number): T =>
	known(value, sandbox, index + 3);

/** n8n publishes no workflow in which an expression gives the resource or the operation. */
export const publishable = lessons.filter(
	([, parameters]) => !/"(resource|operation)":"=/.test(JSON.stringify(parameters)),
);

/** A tool for each lesson, one whose response is lost, and one to look. */
export function learningTools(
	sandbox: RunningSandbox,
	credential: StoredCredential,
	taught = lessons,
): NodeSketch[] {
	const tools: Array<[string, object]> = [
		...taught.map(([, parameters], index): [string, object] => [
			nameOf(index),
			ofLesson(parameters, sandbox, index),
		]),
		...warnings.map(([, parameters], index): [string, object] => [warningOf(index), parameters]),
		['Create', lostInvoice()],
		['Look', lookUp],
	];
	return tools.map(([name, parameters]) =>
		ourNode(credential, { descriptionType: 'auto', ...parameters }, { name, type: toolType }),
	);
}

/** The values that the tool asks for. */
function inputOf(parameters: object, values: object): object {
	const text = JSON.stringify(parameters);
	return Object.fromEntries(
		Object.entries(values).filter(([key]) => text.includes(`$fromAI('${key}'`)),
	);
}

type Call = (tool: string, input: object) => Promise<string> | string;

/** Every call of the model, one after another; `call` is what the model reads of it. */
export async function learn(sandbox: RunningSandbox, call: Call, taught = lessons): Promise<void> {
	const { admin } = sandbox;
	for (const index of taught.keys())
		admin.changeDocument(String(admin.documentAt(index + 3).id), { processingState: 0 });
	for (const [index, lesson] of taught.entries()) {
		admin.clearJournal();
		await learnOne(sandbox, call, lesson, index);
		strictEqual(changesIn(sandbox).length, changesOf(lesson), lesson[0]);
	}
	await learnWarnings(sandbox, call);
	loseCreation(sandbox);
	match(await call('Create', inputOf(lostInvoice(), { ...right, customer: lost })), lostAdvice);
	admin.clearFaults();
	const invoices = admin.createdDocuments().filter((one) => one.contact?.companyName === lost);
	strictEqual(invoices.length, 1);
	match(await call('Look', {}), new RegExp(`"id":"?${invoices[0]?.id}\\b`));
}

/** The model can repeat what the warning of each call was. */
async function learnWarnings(sandbox: RunningSandbox, call: Call): Promise<void> {
	for (const [index, [title, parameters, input, expected, before]] of warnings.entries()) {
		before?.(sandbox);
		const text = await call(toolOf(warningOf(index)), inputOf(parameters, { ...right, ...input }));
		const [{ note = '' }] = JSON.parse(text) as [{ note?: string }];
		match(note, expected, title);
	}
}

async function learnOne(
	sandbox: RunningSandbox,
	call: Call,
	[title, parameters, wrong, advice, value]: Lesson,
	index: number,
): Promise<void> {
	const ask = async (changes: object) =>
		await call(
			toolOf(nameOf(index)),
			ofLesson(inputOf(parameters, { ...right, ...wrong, ...changes }), sandbox, index),
		);
	const message = await ask({});
	match(message, advice, title);
	const [name = ''] = Object.keys(wrong);
	const again = await ask({ [name]: value ?? advice.exec(message)?.[1] });
	match(again, /^\[\{/, title);
}

/**
 * The same as the script of a model: each request brings what the previous call returned.
 * `end` gives the reason if a call could not be corrected.
 */
export function learner(
	sandbox: RunningSandbox,
	taught?: Lessons,
): { script: Script; end: () => Promise<void> } {
	let respond: (next: Awaited<ReturnType<Script>>) => void = () => {};
	let read: ((text: string) => void) | undefined;
	let lesson: Promise<void> = Promise.reject(new Error('The model was not called.'));
	lesson.catch(() => {});
	const call = async (tool: string, input: object): Promise<string> =>
		await new Promise((resolve) => {
			read = resolve;
			respond({ tool, input });
		});
	const script: Script = async ({ messages }) => {
		const next = new Promise<Awaited<ReturnType<Script>>>((resolve) => (respond = resolve));
		if (read) read(textOf(messages.at(-1)?.content));
		else lesson = learn(sandbox, call, taught);
		lesson.then(
			() => respond(undefined),
			() => respond(undefined),
		);
		return await next;
	};
	return { script, end: async () => await lesson };
}

/** n8n's agent writes the error of a tool into a list, and its MCP server in queue mode into an object. */
export function textOf(content: unknown): string {
	const text = String(content);
	if (!/^\[?\{"error":/.test(text)) return text;
	const [{ error }] = [JSON.parse(text)].flat() as [{ error: string | { message: string } }];
	return typeof error === 'string' ? error : error.message;
}
