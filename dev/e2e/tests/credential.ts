/** docs/reference/errors.md#credential: n8n's test of the credential, and the token that n8n stores. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';

import { startSandbox, type RunningSandbox } from '../../sandbox';
import { sameRecords, type Checks } from '../lib/checks';
import { credentialType, type NodeSketch } from '../lib/flow';
import { Reference } from '../lib/reference';
import { errorOf, itemsOf } from '../lib/types';
import type { Workbench } from '../lib/workbench';

const getAll = {
	...{ resource: 'accountingDocument', operation: 'getAll', limit: 20 },
	options: { output: 'raw' },
};

/** The journal in short: requests and their status. */
function statusesOf({ admin }: RunningSandbox): string[] {
	return admin
		.journal()
		.entries.map(({ path, status }) => `${path === '/auth/token' ? 'token' : 'list'} ${status}`);
}

export function credentialChecks(checks: Checks, bench: Workbench): void {
	const { sandbox, reference } = bench;
	checks.add('the credential test accepts the right credential', async () => {
		const verdict = await bench.session.testCredential(bench.credential().id);
		strictEqual(verdict.status, 'OK', verdict.message);
	});

	checks.add('the credential test explains a wrong secret, without the secret', async () => {
		const verdict = await bench.session.testCredential(bench.credential('wrongSecret').id);
		strictEqual(verdict.status, 'Error');
		match(verdict.message, /App ID|App Secret/);
		ok(!verdict.message.includes(bench.secrets.wrong));
	});

	checks.add('the credential test refuses a web page with status 200', async () => {
		const verdict = await bench.session.testCredential(bench.credential('webPage').id);
		strictEqual(verdict.status, 'Error', 'a web page passed as the service');
	});

	checks.add('an expired stored token is renewed once, saved, and used again', async () => {
		// A separate service: otherwise, this check would use the token of another one.
		const own = await startSandbox({ documents: 17 });
		try {
			const { baseUrl, appId, appSecret } = own;
			const data = { baseUrl, appId, appSecret, accessToken: 'expired-long-ago' };
			const name = 'Expired token';
			const id = await bench.session.createCredential({ name, type: credentialType, data });
			const expected = await new Reference(own).documents();
			own.admin.clearJournal();
			sameRecords(await bench.records(getAll, { id, name }), expected);
			// Page 0 is read last, once per credential and process, and twice because it is refused.
			const pageZero = ['list 400', 'list 400'];
			deepStrictEqual(statusesOf(own), ['list 401', 'token 200', 'list 200', ...pageZero]);
			own.admin.clearJournal();
			sameRecords(await bench.records(getAll, { id, name }), expected);
			deepStrictEqual(statusesOf(own), ['list 200']);
		} finally {
			await own.close();
		}
	});

	checks.add(
		'a wrong secret fails in words; no secret in the saved execution or the log',
		async () => {
			const result = await bench.service(getAll, bench.credential('wrongSecret'));
			strictEqual(result.status, 'error');
			const error = errorOf(result, 'Service');
			match(`${error?.message} ${error?.description}`, /App ID|App Secret/);
			for (const secret of Object.values(bench.secrets)) {
				ok(!result.saved.includes(secret), 'the saved execution holds a secret');
				ok(!bench.n8n.log().includes(secret), 'the log holds a secret');
			}
		},
	);

	checks.add('no secret and no token in the saved execution of a success', async () => {
		const result = await bench.service(getAll);
		strictEqual(result.status, 'success');
		for (const secret of Object.values(bench.secrets)) ok(!result.saved.includes(secret));
		ok(!/Bearer [A-Za-z0-9_-]{8,}/.test(result.saved), 'the saved execution holds a bearer token');
	});

	checks.add("n8n's HTTP Request node works with the credential", async () => {
		const { id, name } = bench.credential();
		const request: NodeSketch = {
			name: 'Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				url: `${sandbox.baseUrl}/v2/accountingdocuments?page=2&pageSize=50`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: credentialType,
			},
			credentials: { [credentialType]: { id, name } },
		};
		const result = await bench.run(request);
		const [answer] = itemsOf(result, 'Request');
		const records = answer?.json.accountingDocuments as unknown[];
		sameRecords(records, (await reference.documents()).slice(50, 100));
	});
}
