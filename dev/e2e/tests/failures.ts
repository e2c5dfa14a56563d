import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';

import type { Checks } from '../lib/checks';
import { items, ourNode } from '../lib/flow';
import { errorOf, itemsOf } from '../lib/types';
import type { Workbench } from '../lib/workbench';

const byToken = {
	resource: 'accountingDocument',
	operation: 'getByToken',
	token: '={{ $json.token }}',
	output: 'raw',
};

export function failureChecks(checks: Checks, bench: Workbench): void {
	const { reference } = bench;

	checks.add('Continue On Fail: the failed item has the reason, the others arrive', async () => {
		const [first, second] = await reference.documents();
		const tokens = [first?.permalinkToken, 'no-such-token', second?.permalinkToken];
		const result = await bench.run(
			items(tokens.map((token) => ({ token }))),
			ourNode(bench.credential(), byToken, { onError: 'continueRegularOutput' }),
		);
		strictEqual(result.status, 'success');
		const out = itemsOf(result, 'Service');
		deepStrictEqual(
			out.map(({ json }) => json.id),
			[first?.id, undefined, second?.id],
		);
		match(String(out[1]?.json.error), /found nothing|not found/i);
		deepStrictEqual(
			out.map(({ pairedItem }) => pairedItem),
			[{ item: 0 }, { item: 1 }, { item: 2 }],
		);
	});

	checks.add('without it, the node stops and names the item', async () => {
		const [first] = await reference.documents();
		const tokens = [{ token: first?.permalinkToken }, { token: 'no-such-token' }];
		const result = await bench.run(items(tokens), ourNode(bench.credential(), byToken));
		strictEqual(result.status, 'error');
		const error = errorOf(result, 'Service');
		strictEqual((error?.context as { itemIndex?: number } | undefined)?.itemIndex, 1);
		ok((error?.description ?? '').length > 0, 'the error does not say what to do');
	});
}
