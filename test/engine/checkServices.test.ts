import type { IDataObject } from 'n8n-workflow';

import { runNode } from './support/engine';
import { services, shows } from './support/check/services';
import { holdsText, rightVerdicts } from './support/check/truth';

const idsOf = (items: IDataObject[]) => items.map(({ id }) => String(id)).sort();

/** A word of the newest document. */
function wordOf(documents: IDataObject[]): string {
	const [document] = documents.slice(-1);
	const words =
		String(document.description)
			.toLowerCase()
			.match(/\p{L}{4,}/gu) ?? [];
	return words[0] ?? String((document.contact as IDataObject).companyName).toLowerCase();
}

describe.each(services.map((service, number) => ({ ...service, number })))(
	'$number: $title, $truth',
	({ truth, start }) => {
		it('is told rightly, and can be read once the settings are pasted', async () => {
			const service = await start();
			const credentials = service.credential();
			const { json, error } = await runNode({
				parameters: { resource: 'check', operation: 'run' },
				credentials,
			});
			expect(error).toBeUndefined();
			expect(service.requests()).toBeLessThanOrEqual(40);
			const right = rightVerdicts(truth);
			const told = Object.fromEntries(json.map((item) => [String(item.assumption), item]));
			const wrong = Object.entries(right).flatMap(([assumption, { verdict, value }]) => {
				const item = told[assumption];
				if (item.verdict === 'cannot tell') return shows(truth, assumption) ? [item] : [];
				const entered = (item.enter as IDataObject | null)?.value;
				return item.verdict === verdict && entered === value ? [] : [item];
			});
			expect(wrong).toEqual([]);

			const block = json[json.length - 1].enter as IDataObject | null;
			const entered = service.credential({
				customizeParameterNames: block !== null,
				checkedSettings: block?.value ?? '',
			});
			const documents = service.documents();
			const common = { resource: 'accountingDocument', returnAll: true, output: 'raw' };
			const list = await runNode({
				parameters: { ...common, operation: 'getAll' },
				credentials: entered,
			});
			expect(list.error?.message).toBeUndefined();
			expect(idsOf(list.json)).toEqual(idsOf(documents));
			const word = wordOf(documents);
			const search = await runNode({
				parameters: { ...common, operation: 'search', searchText: word, sortDirection: 'ASC' },
				credentials: entered,
			});
			expect(search.error?.message).toBeUndefined();
			const fitting = documents.filter((document) => holdsText(document, word));
			expect(idsOf(search.json)).toEqual(idsOf(fitting));
		});
	},
);

it('are sixty and some more', () => expect(services.length).toBe(73));
