/** docs/reference/credential.md#connection-check: the check as a person reads it in the editor. */
import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';

import { startSandbox } from '../../sandbox';
import type { BrowserBench } from '../lib/browserBench';
import { credentialType } from '../lib/flow';

/** A user who does not know the service's names runs the check, enters its values, and continues. */
export function connectionChecks(browser: BrowserBench): void {
	const { bench } = browser;

	browser.add('Connection Check makes a service with other names work', async (editor) => {
		const sandbox = await startSandbox({
			documents: 130,
			names: { page: 'pageIndex', pageSize: 'limit', searchText: 'q', sortDirection: 'order' },
			firstPage: 0,
			unknownParameters: 'ignored',
			searchParametersIn: 'query',
		});
		try {
			const { baseUrl, appId, appSecret } = sandbox;
			const data = { baseUrl, appId, appSecret };
			const name = 'Other names';
			const id = await bench.session.createCredential({ name, type: credentialType, data });
			const all = { resource: 'accountingDocument', operation: 'getAll', returnAll: true };
			const before = await browser.openForm(editor, all, { id, name });
			strictEqual(await before.execute(), 'danger');
			const { message, description } = await before.error();
			match(`${message} ${description}`, /Connection Check/);

			const check = { resource: 'check', operation: 'run' };
			const form = await browser.openForm(editor, check, { id, name });
			strictEqual(await form.execute(), 'success');
			const row = (await form.firstRow()).join('\n');
			match(row, /settings needed/);
			match(row, /set Page Parameter to "pageIndex", First Page Number to "0"/);
			match(row, /Send Search Parameters In to "URL"/);
			const credential = await editor.editCredential();
			await credential.toggle('customizeParameterNames');
			await credential.fill({
				pageParameter: 'pageIndex',
				firstPage: '0',
				pageSizeParameter: 'limit',
				searchTextParameter: 'q',
				sortDirectionParameter: 'order',
			});
			await credential.choose('searchParametersIn', 'URL');
			await credential.saveChanges();
			await credential.close();

			const after = await browser.openForm(editor, all, { id, name });
			strictEqual(await after.execute(), 'success');
			strictEqual(await after.itemsCount(), '130 items');
			const again = await browser.openForm(editor, check, { id, name });
			strictEqual(await again.execute(), 'success');
			deepStrictEqual((await again.firstRow())[1], 'ready');
		} finally {
			await sandbox.close();
		}
	});
}
