import type { RunningSandbox } from '../../sandbox';
import { chain, ourNode, type StoredCredential } from '../lib/flow';
import { refusedWrite, writesOn } from '../lib/readOnly';
import { itemsOf, type WorkflowFile } from '../lib/types';
import type { Broken } from './broken';
import type { Host } from './host';
import { behindWebhook, post } from '../lib/webhook';

const name = 'auditor';
const first = 'Read';
const limit = 5;

/** Reads, then tries to write; a refused write does not stop it. */
function workflowWith(credential: StoredCredential): WorkflowFile {
	const list = { resource: 'accountingDocument', operation: 'getAll', limit };
	const read = { ...ourNode(credential, list), name: first };
	const newest = `={{ $('${first}').first().json.id }}`;
	const writes = Object.entries(writesOn(newest)).map(([title, parameters]) => ({
		...ourNode(credential, parameters, { onError: 'continueRegularOutput', executeOnce: true }),
		name: title,
	}));
	return behindWebhook(chain(name, read, ...writes));
}

/** An auditor whose credential is Read Only. */
export class Auditor {
	private constructor(
		private readonly host: Host,
		private readonly sandbox: RunningSandbox,
		private readonly workflow: string,
	) {}

	static async open(host: Host, sandbox: RunningSandbox, broken?: Broken): Promise<Auditor> {
		const appSecret = `secret of ${name}`;
		sandbox.admin.register(name, appSecret);
		const application = { baseUrl: sandbox.baseUrl, appId: name, appSecret };
		const more = { readOnly: broken !== 'readOnly' };
		const credential = await host.session.storeCredential(name, application, more);
		const workflow = await host.session.createWorkflow(workflowWith(credential));
		await host.session.publish(workflow);
		return new Auditor(host, sandbox, workflow);
	}

	/** Reading works, every write is refused, and no request that changes something reaches the service. */
	async look(): Promise<string[]> {
		const { host, sandbox, workflow } = this;
		const status = await post(host.baseUrl, name, {});
		if (status !== 200) return [`the workflow of the ${name} ended with ${status}`];
		const result = await host.session.lastRunOf(workflow);
		const read = itemsOf(result, first).length;
		const accepted = Object.keys(writesOn('')).filter((title) =>
			itemsOf(result, title).some(({ json }) => !refusedWrite.test(String(json.error))),
		);
		const sent = sandbox.admin
			.journal()
			.entries.filter(({ appId, committed }) => appId === name && committed !== undefined);
		return [
			...(read === limit ? [] : [`${read} documents were read instead of ${limit}`]),
			...accepted.map((title) => `${title} was not refused`),
			...sent.map(({ method, path }) => `${method} ${path} left`),
		];
	}
}
