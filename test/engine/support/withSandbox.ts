import { randomUUID } from 'node:crypto';
import type { ICredentialDataDecryptedObject, NodeParameterValueType } from 'n8n-workflow';

import {
	type JournalEntry,
	startSandbox,
	type RunningSandbox,
	type SandboxOptions,
} from '../../../dev/sandbox';
import { longerThanTimeoutMs, passTime } from './clock';
import type { CredentialStore } from './credentials';
import type { Parameters } from './parameters';
import { credentialFor, runNode, type RunOptions, type RunResult } from './engine';

export { byId, getAll, getByToken, listPath, search, searchPath } from './parameters';
export type { Parameters } from './parameters';

type RunChanges = Partial<Omit<RunOptions, 'parameters'>>;

/** A sandbox for one test, and the node with a credential for it. */
export interface Bench {
	sandbox: RunningSandbox;
	credentials: CredentialStore;
	run(parameters: Parameters, changes?: RunChanges): Promise<RunResult>;
	/** The requests to a path, in order. Without a path, all but token exchanges. Requests for page 0 are left out. */
	asked(path?: string): JournalEntry[];
}

export const tokenPath = '/auth/token';

const open = new Set<RunningSandbox>();
const watches = new Set<NodeJS.Timeout>();

afterEach(async () => {
	watches.forEach((watch) => clearInterval(watch));
	await Promise.all([...open].map((sandbox) => sandbox.close()));
	open.clear();
});

/** Starts a sandbox that ends with the test. */
export async function bench(
	options: SandboxOptions = {},
	credential: ICredentialDataDecryptedObject = {},
): Promise<Bench> {
	// A new secret: tokens are shared per address and secret, and ports are reused.
	const sandbox = await startSandbox({
		documents: 120,
		appSecret: `secret-${randomUUID()}`,
		...options,
	});
	open.add(sandbox);
	const credentials = credentialFor(sandbox, credential);
	return {
		sandbox,
		credentials,
		run: async (parameters, changes = {}) => await runNode({ parameters, credentials, ...changes }),
		asked: (path) =>
			sandbox.admin
				.journal()
				.entries.filter(
					(entry) =>
						(path ? entry.path === path : entry.path !== tokenPath) &&
						!isBeforeFirstPage(entry, options),
				),
	};
}

/** Calls `act` once, after a fault of that kind. */
export function onFault({ admin }: RunningSandbox, kind: string, act: () => void): void {
	const watch = setInterval(() => {
		if (!admin.journal().entries.some(({ fault }) => fault === kind)) return;
		clearInterval(watch);
		act();
	}, 5);
	watches.add(watch);
}

/** Makes a request without a response time out at once. */
export function hurryTimeouts(sandbox: RunningSandbox, kind = 'stall'): void {
	onFault(sandbox, kind, () => passTime(longerThanTimeoutMs));
}

function isBeforeFirstPage({ query, body }: JournalEntry, options: SandboxOptions): boolean {
	const sent: Record<string, unknown> = { ...Object(query), ...Object(body) };
	const page = sent[options.names?.page ?? 'page'];
	return page !== undefined && Number(page) < (options.firstPage ?? 1);
}

export const getTemplate = (templateId: NodeParameterValueType, changes: Parameters = {}) => ({
	resource: 'template',
	operation: 'get',
	templateId,
	...changes,
});

/** Settings of a node that outputs the error of a failed item and continues. */
export const goOn = { onError: 'continueRegularOutput' as const };

/** Secrets that a user would find in a saved execution or an error. */
export function secretsIn(
	result: RunResult,
	{ sandbox, credentials }: Pick<Bench, 'sandbox' | 'credentials'>,
): string[] {
	const saved = JSON.stringify(result.run);
	const shown = [result.error?.message, result.error?.description, result.error?.stack].join();
	const { appSecret, accessToken } = credentials.stored;
	return [sandbox.appSecret, appSecret, accessToken, 'Authorization']
		.map(String)
		.filter((secret) => secret !== '' && (saved.includes(secret) || shown.includes(secret)));
}
