import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';

import type { Checks } from '../lib/checks';
import { items, ourNode } from '../lib/flow';
import { errorOf, itemsOf } from '../lib/types';
import type { Workbench } from '../lib/workbench';

const documents = { resource: 'accountingDocument' };
const byToken = {
	...documents,
	operation: 'getByToken',
	token: '={{ $json.token }}',
	output: 'raw',
};

export function failureChecks(checks: Checks, bench: Workbench): void {
	const { reference } = bench;

	checks.add('Continue On Fail: the failed item says why, the others arrive', async () => {
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

	checks.add('without it the node stops and names the item', async () => {
		const [first] = await reference.documents();
		const tokens = [{ token: first?.permalinkToken }, { token: 'no-such-token' }];
		const result = await bench.run(items(tokens), ourNode(bench.credential(), byToken));
		strictEqual(result.status, 'error');
		const error = errorOf(result, 'Service');
		strictEqual((error?.context as { itemIndex?: number } | undefined)?.itemIndex, 1);
		ok((error?.description ?? '').length > 0, 'the error does not say what to do');
	});

	checks.add('bad input is refused before anything is sent, naming the field', async () => {
		bench.sandbox.admin.clearJournal();
		const refused: Array<[Record<string, unknown>, RegExp]> = [
			[{ ...documents, operation: 'getByToken', token: ' ' }, /^Document is empty/],
			[
				{ ...documents, operation: 'getAll', returnAll: true, options: { pageSize: 5 } },
				/page size/i,
			],
			[{ ...documents, operation: 'search', filters: { value: 1, valueFrom: 2 } }, /total/i],
			[{ resource: 'template', operation: 'get', templateId: -1 }, /template/i],
		];
		for (const [parameters, words] of refused) {
			const error = errorOf(await bench.service(parameters), 'Service');
			ok(error, `${JSON.stringify(parameters)} was accepted`);
			match(`${error.message} ${error.description}`, words);
		}
		deepStrictEqual(bench.sandbox.admin.journal().entries, []);
	});

	checks.add('a rejected search names the parameter that the service refused', async () => {
		const filters = { otherFilters: { filter: [{ name: 'noSuchFilter', value: '1' }] } };
		const parameters = { ...documents, operation: 'search', filters };
		const error = errorOf(await bench.service(parameters), 'Service');
		match(`${error?.message} ${error?.description}`, /noSuchFilter/);
	});
}
