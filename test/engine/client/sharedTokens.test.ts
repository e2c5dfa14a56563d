/** docs/internals/faults.md: processes that share a credential share its token, however late n8n stores it. */
import {
	sleep,
	type ICredentialDataDecryptedObject,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
} from 'n8n-workflow';

import type * as Authentication from '../../../nodes/shared/n8n/authentication';
import type * as Connection from '../../../nodes/shared/n8n/connection';
import type { ServiceCall, ServiceClient } from '../../../nodes/shared/client/client';
import * as deadline from '../../../nodes/shared/client/deadline';
import { executeContext } from '../support/contexts';
import { CredentialStore } from '../support/credentials';
import { json, smallService } from '../support/smallService';

const list = [{ id: 1 }];
const read: ServiceCall = { method: 'GET', path: '/v2/x', activity: 'reading' };

interface Modules {
	authentication: typeof Authentication;
	connection: typeof Connection;
}

/** The modules of another process. All share the pauses of the test's clock. */
function modulesOfProcess(): Modules {
	const loaded: Modules[] = [];
	jest.isolateModules(() => {
		jest.doMock('../../../nodes/shared/client/deadline', () => deadline);
		loaded.push({
			authentication: jest.requireActual('../../../nodes/shared/n8n/authentication'),
			connection: jest.requireActual('../../../nodes/shared/n8n/connection'),
		});
	});
	return loaded[0];
}

/** The credential in the database of n8n, with the memory of one process. */
class ProcessStore extends CredentialStore {
	constructor(
		private readonly database: CredentialStore,
		private readonly modules: Modules,
		private readonly storesAfterMs: number,
	) {
		super({});
		Object.defineProperty(this, 'stored', {
			get: () => database.stored,
			set: (stored: ICredentialDataDecryptedObject) => (database.stored = stored),
		});
	}

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return await Promise.resolve(this.modules.authentication.authenticate(credentials, options));
	}

	override async preAuthentication(
		http: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		if (credentials.accessToken !== '') return undefined;
		exchanging++;
		const exchange = this.modules.authentication.preAuthentication(http, credentials);
		const output = await exchange.finally(() => exchanging--);
		await deadline.pause(this.storesAfterMs);
		this.database.stored = { ...this.database.stored, ...output } as never;
		return Object.assign(credentials, output);
	}
}

/** Token exchanges under way. */
let exchanging = 0;

/** A slow machine would make an exchange take half a minute of the test's clock, so the clock stands meanwhile. */
beforeEach(() => {
	const pause = jest.spyOn(deadline, 'pause');
	const briefly = pause.getMockImplementation();
	pause.mockImplementation(async (ms, signal) => {
		while (exchanging > 0) await sleep(1);
		await briefly?.(ms, signal);
	});
});

/** A service that ends a token when it issues the next one. */
async function serviceOfOneToken() {
	let valid = '';
	return await smallService({
		exchange: ({ count }) => ({ access_token: (valid = `token-${count}`) }),
		answer: ({ token }, response) => json(response, token === valid ? 200 : 401, list),
	});
}

const requests = 5;

async function work(client: ServiceClient): Promise<void> {
	for (let count = 0; count < requests; count++) {
		expect(await client.request(read)).toEqual(list);
		await deadline.pause(300);
	}
}

describe('a service that ends the older tokens, and processes whose n8n stores a token', () => {
	it.each<[activity: string, storesAfterMs: number[], executions: number, accessToken: string]>([
		['late', [4_000, 4_000], 1, 'ended'],
		['late, with no token at first', [4_000, 4_000, 4_000], 1, ''],
		['late, with two executions each', [3_000, 3_000, 3_000], 2, 'ended'],
		['late, over the newer one of another process', [6_000, 2_000], 1, 'ended'],
		['at once', [0, 0, 0], 1, 'ended'],
	])('%s: all requests are accepted', async (_, storesAfterMs, executions, accessToken) => {
		const service = await serviceOfOneToken();
		const database = service.credential({ accessToken });
		const clients: ServiceClient[] = [];
		for (const ms of storesAfterMs) {
			const modules = modulesOfProcess();
			const context = executeContext(new ProcessStore(database, modules, ms));
			for (let count = 0; count < executions; count++) {
				clients.push(await modules.connection.connect(context));
			}
		}
		await Promise.all(clients.map(work));
		// Each process ends the token of another one only a few times.
		expect(service.exchanges.length).toBeLessThanOrEqual(4 * storesAfterMs.length);
	});
});
