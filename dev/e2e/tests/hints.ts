/** docs/reference/operations.md#items: a person sees the hints. */
import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';

import { create } from '../../../test/engine/support/create';
import { type BrowserBench } from '../lib/browserBench';
import { items, ourNode, type StoredCredential } from '../lib/flow';
import { withOwnService } from '../lib/ownService';
import type { NodeRun } from '../lib/types';

interface Hint {
	message: string;
	/** Of one kind. */
	group?: { summary: string };
}

/** Two of these orders exist already, one of them twice. */
const orders = items(['A-1', 'A-2', 'A-3'].map((orderNo) => ({ orderNo })));
const parameters = create({
	additionalFields: { orderNo: '={{ $json.orderNo }}' },
	options: { uniqueBy: 'orderNo' },
});
/** Up to the first number or ID of a document. */
const start = (text: string) => text.replace(/(?: \(|: )(?:ID |[A-Z]+\d{4}-).*/, '');

/** @param hasGroups whether n8n shows hints of one kind as one line; otherwise it has to show each of them */
export function hintChecks(browser: BrowserBench, hasGroups: boolean): void {
	const { bench } = browser;
	const several = 'Several documents with the Order Number A-1 exist';
	const each = [
		'Row 1: the existing document with the Order Number A-1',
		'Row 2: the existing document with the Order Number A-2',
	];
	// Of the second execution, in which the order that was new exists, as the item says.
	const existed = '1 accounting document existed already, so the node created nothing for it';
	const summary = '2 items differ from the existing records, which are returned unchanged.';

	browser.add('hints of several kinds are shown, and saved', async (editor) => {
		await withOwnService(bench.session, 'Hints', 20, async ({ admin }, credential) => {
			for (const orderNo of ['A-1', 'A-1', 'A-2'])
				admin.createDocuments({ fields: { type: 0, direction: 1, orderNo } });
			const form = await browser.openFormBehind(editor, [orders], parameters, credential);
			strictEqual(await form.execute(), 'success');
			const shown = (await form.hints()).map(start);
			deepStrictEqual(shown, [several, ...(hasGroups ? [summary] : each)]);
			if (hasGroups) {
				await form.output.getByTestId('node-hint-toggle').click();
				const details = await form.output.getByTestId('node-hint-message').allInnerTexts();
				deepStrictEqual(
					details.map((text) => start(text.trim())),
					each,
				);
			}
			const saved = await savedHints(credential);
			deepStrictEqual(
				saved.map(({ message }) => start(message)),
				[several, ...each, existed],
			);
			strictEqual(saved[1]?.group?.summary, summary.replace('2', '{count}'));
		});
	});

	browser.add('a hint is shown beside an empty output', async (editor) => {
		const searchText = 'FV2026-999999';
		const search = { resource: 'accountingDocument', operation: 'search', searchText };
		const form = await browser.openForm(editor, search);
		strictEqual(await form.execute(), 'success');
		match((await form.hints()).join(), /Clear it and add a filter/);
	});

	/** What n8n saves with another execution. */
	async function savedHints(credential: StoredCredential): Promise<Hint[]> {
		const result = await bench.run(orders, ourNode(credential, parameters));
		strictEqual(result.status, 'success', result.data.resultData.error?.message);
		const [run] = result.data.resultData.runData.Service ?? [];
		return (run as NodeRun & { hints: Hint[] }).hints;
	}
}
