/** docs/recipes/approve-invoices.md: only a document that was approved, and is as it was then, moves on. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';

import type { RunningSandbox } from '../../sandbox';
import type { Checks } from '../lib/checks';
import { readExample, withCredential, withNode } from '../lib/example';
import type { StoredCredential } from '../lib/flow';
import type { MailServer } from '../lib/mailServer';
import { changesIn, withOwnMail, withOwnService } from '../lib/ownService';
import { waiting, withPickedState } from '../lib/pickState';
import { everyFiveSeconds } from '../lib/triggerStage';
import { waitFor } from '../lib/wait';
import type { Workbench } from '../lib/workbench';

const waitMs = 60_000;
const approver = 'boss@example.com';

interface Created {
	id: string;
	documentNo: string;
}

export function approvalChecks(checks: Checks, bench: Workbench): void {
	const { session } = bench;

	checks.add(
		'example approve-received-invoices: only what a person approves moves on',
		async () => {
			await withOwnMail(session, async (smtp, mail) => {
				await withOwnService(session, 'Approval', 40, async (sandbox, credential) => {
					const { id, state } = await prepare(credential, smtp);
					try {
						await decide(sandbox, mail, id, state);
					} finally {
						await session.unpublish(id);
					}
				});
			});
		},
	);

	/** What the recipe says to do after importing, with polls that a check can wait for. */
	async function prepare(
		credential: StoredCredential,
		smtp: StoredCredential,
	): Promise<{ id: string; state: string }> {
		const example = withCredential(readExample('approve-received-invoices'), credential);
		const { workflow, state } = await withPickedState(session, example);
		const addressed = withNode(workflow, 'Send Form', ({ parameters }) => ({
			parameters: { ...parameters, toEmail: approver },
			credentials: { smtp },
		}));
		const id = await session.createWorkflow(
			withNode(addressed, 'Document Waits', ({ parameters }) => ({
				parameters: { ...parameters, pollTimes: { item: everyFiveSeconds } },
			})),
		);
		return { id, state };
	}

	async function decide(
		sandbox: RunningSandbox,
		{ messages }: MailServer,
		id: string,
		state: string,
	): Promise<void> {
		const { admin } = sandbox;
		admin.clearJournal();
		await session.publish(id);
		await waitFor('The first poll', waitMs, () =>
			Promise.resolve(admin.journal().entries.some(({ method }) => method === 'POST') || undefined),
		);
		const received = { type: 0, direction: 0, state: waiting, total: 121 } as const;
		const create = (fields: object): Created => {
			const [made] = admin.createDocuments({ fields: { ...received, ...fields } });
			return { id: String(made?.id), documentNo: String(made?.accountingDocumentNo) };
		};
		const approved = create({});
		const declined = create({});
		const edited = create({});
		const moved = create({ state: 'Draft' });
		const deleted = create({});
		const others = [create({ state: 'Draft' }), create({ direction: 1 })];
		admin.changeDocument(moved.id, { state: waiting });

		const formOf = async ({ documentNo }: Created) => {
			const address = await waitFor(`The email about ${documentNo}`, waitMs, () =>
				Promise.resolve(messages.map(formIn(documentNo)).find(Boolean)),
			);
			await isWaiting(address);
			return address;
		};
		const form = await formOf(approved);
		const page = await (await fetch(form)).text();
		ok(page.includes(`Approve ${approved.documentNo}?`), page.slice(0, 500));
		strictEqual(await submit(form, 'Approve'), 200);
		const formOfDeclined = await formOf(declined);
		strictEqual(await submit(formOfDeclined, 'Decline'), 200);
		const formOfEdited = await formOf(edited);
		admin.changeDocument(edited.id, { total: 1_210_000 });
		strictEqual(await submit(formOfEdited, 'Approve'), 200);
		const formOfDeleted = await formOf(deleted);
		admin.deleteDocument(deleted.id);
		strictEqual(await submit(formOfDeleted, 'Approve'), 200);
		const formOfMoved = await formOf(moved);
		// Two people approve, or one twice. n8n leaves a form unanswered that arrives while the execution runs
		// (waiting-forms.js, seen in 2.8 and 2.41), so nobody waits for the second answer.
		admin.addFault({ kind: 'slowCommit', ms: 1000, match: { path: 'bulk' } });
		const stop = new AbortController();
		const answers = [1, 2].map(async () =>
			strictEqual(await submit(formOfMoved, 'Approve', stop.signal), 200),
		);
		await Promise.any(answers);

		await expectEnds(id);
		stop.abort();
		await Promise.allSettled(answers);
		// A form takes one answer.
		await submit(formOfDeclined, 'Approve');
		await submit(form, 'Approve');
		await expectEnds(id);
		deepStrictEqual(
			[approved, moved, declined, edited, ...others].map((one) => admin.document(one.id).state),
			[state, state, waiting, waiting, 'Draft', waiting],
		);
		strictEqual(messages.length, 5);
		deepStrictEqual(
			changesIn(sandbox).map(({ path }) => path),
			['/v2/bulk/accountingdocuments', '/v2/bulk/accountingdocuments'],
		);
	}

	/** The email leaves a moment before the execution waits, and until then n8n does not answer for the form. */
	async function isWaiting(address: string): Promise<void> {
		const executionId = /form-waiting\/(\d+)/.exec(address)?.[1] ?? '';
		await waitFor(`Execution ${executionId}, waiting`, waitMs, async () =>
			(await session.savedExecution(executionId)).status === 'waiting' ? true : undefined,
		);
	}

	/** All executions end, and those about the documents that were edited and deleted say why. */
	async function expectEnds(id: string): Promise<void> {
		const ended = await waitFor('The end of the executions', waitMs, async () => {
			const executions = await session.executionsOf(id);
			const isOpen = executions.some(({ status }) => !['success', 'error'].includes(status));
			return isOpen ? undefined : executions;
		});
		const failed = ended.filter(({ status }) => status === 'error');
		const runs = await Promise.all(failed.map(async (run) => await session.finished(run.id)));
		const reasons = runs.map(({ data }) => data.resultData.error?.message ?? '');
		for (const expected of [/was changed after the email was sent/, /found nothing while fetching/])
			match(
				reasons.splice(
					reasons.findIndex((reason) => expected.test(reason)),
					1,
				)[0],
				expected,
			);
		deepStrictEqual(reasons, []);
	}
}

/** The address of the form in an email about this document, whose lines are broken and whose characters are encoded. */
const formIn = (documentNo: string) => (message: string) => {
	const isToApprover = message.includes(`To: ${approver}`);
	const text = message
		.replace(/=\r?\n/g, '')
		.replace(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
	return isToApprover && text.includes(`Please approve ${documentNo}`)
		? /http:\S+/.exec(text)?.[0]
		: undefined;
};

/** Chooses in the form and sends it, as the page does. @returns the status of the answer */
async function submit(address: string, decision: string, stop?: AbortSignal): Promise<number> {
	const deadline = AbortSignal.timeout(waitMs);
	const signal = stop ? AbortSignal.any([stop, deadline]) : deadline;
	const body = new FormData();
	body.set('field-0', decision);
	return (await fetch(address, { method: 'POST', body, signal })).status;
}
