import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { ServiceClient } from '../client/client';
import { fingerprint } from '../client/token';
import { refuseChoiceOfOrganization } from './agentTool';
import { connectWith } from './connection';
import { credentialName } from './sender';

export interface Clients {
	/** The client of an input item, with the credential as n8n resolves it for that item. */
	of: (itemIndex: number) => Promise<ServiceClient>;
	/** Whether the items may belong to several organizations. */
	areSeveral: boolean;
}

/**
 * Connects for the input items of an execution: once, or once per organization if the credential has expressions, e.g. an
 * App ID of `{{ $json.appId }}`.
 * @throws ServiceError (badInput) for an agent if the credential has expressions
 */
export async function connectItems(host: IExecuteFunctions): Promise<Clients> {
	const { first, failure, hasExpression } = await inspectCredential(host);
	if (!hasExpression) {
		if (!first) throw failure;
		const client = connectWith(first, host);
		return { of: async () => await Promise.resolve(client), areSeveral: false };
	}
	refuseChoiceOfOrganization(host);
	return { of: clientPerOrganization(host), areSeveral: true };
}

/** Resolves the credential once per item, and connects once per organization. */
function clientPerOrganization(host: IExecuteFunctions): Clients['of'] {
	const ofItem = new Map<number, Promise<ServiceClient>>();
	const ofOwner = new Map<string, ServiceClient>();
	const connectItem = async (index: number) => {
		const credential = await host.getCredentials(credentialName, index);
		const client = connectWith(credential, host, { keepsToken: 'process' });
		const { owner } = client.connection;
		const known = ofOwner.get(owner) ?? client;
		ofOwner.set(owner, known);
		return known;
	};
	return async (index) => {
		const client = ofItem.get(index) ?? connectItem(index);
		ofItem.set(index, client);
		return await client;
	};
}

interface Inspected {
	/** The credential for the first item. */
	first?: ICredentialDataDecryptedObject;
	/** Why it has no value for the first item. */
	failure?: unknown;
	/** Whether another item may have another credential. */
	hasExpression: boolean;
}

/**
 * n8n does not tell whether a credential has expressions. Comparing its values for several items is not enough: an
 * expression may read only the number of the item. But for every expression, n8n reads the item from a list. So this
 * resolves the credential for an item that the node defines for a moment, and watches whether it is read.
 */
async function inspectCredential(host: IExecuteFunctions): Promise<Inspected> {
	const resolve = async (index: number) => await host.getCredentials(credentialName, index);
	let failure: unknown;
	const first = await resolve(0).catch((thrown: unknown) => void (failure = thrown));
	const watched = watchItem(host);
	const other = await resolve(watched.index).catch(() => undefined);
	const isRead = watched.end();
	const hasExpression = isRead || entered(first ?? undefined) !== entered(other);
	return { first: first ?? undefined, failure, hasExpression };
}

/** What was entered: the credential without its token, which another execution may renew at any time. */
function entered(credential: ICredentialDataDecryptedObject | undefined): string {
	return fingerprint({ ...credential, accessToken: '', renewAt: 0, tokenHolder: '' });
}

/** A new one each time, because tools of an agent share their input. */
let watchedItems = 0;

/** Defines an item at a negative index, which no loop over the input sees. */
function watchItem(host: IExecuteFunctions): { index: number; end: () => boolean } {
	const index = -1 - (watchedItems++ % 1_000_000);
	const items = inputOf(host);
	let isRead = false;
	const get = () => void (isRead = true);
	Object.defineProperty(items, index, { get, configurable: true, enumerable: false });
	return { index, end: () => Reflect.deleteProperty(items, index) && isRead };
}

/** The list from which expressions read. With Execute Once, the node itself gets another one. */
function inputOf(host: IExecuteFunctions): INodeExecutionData[] {
	const { $input } = host.getWorkflowDataProxy(0) as { $input: { all(): INodeExecutionData[] } };
	return $input.all();
}
