/** CONTRIBUTING.md#what-may-change: saved workflows keep their fields, defaults, outputs and links. */
import { AccountingServiceApi } from '../../credentials/AccountingServiceApi.credentials';
import { resources } from '../../dev/scripts/resources';
import { AccountingServiceTrigger } from '../../nodes/AccountingServiceTrigger/AccountingServiceTrigger.node';
import { linesOf, lostLines, savedIn, shapeOf, withLines } from './support/saved';
import { itemOf, listed, parametersOf, scan, type Listed, type Which } from './support/samples';
import { eventNames, published } from './support/trigger';
import { bench, type Parameters } from './support/withSandbox';

interface Run {
	/** The input items of each output item. */
	pairs: unknown[];
	/** Types of the output, by path. */
	output: Record<string, string>;
	files: string[];
}

interface SavedOperation extends Run {
	parameters: Parameters;
	fields: string[];
}

/** Runs a saved node with three items. */
async function runWith(one: Listed, parameters: Parameters): Promise<Run> {
	const { sandbox, run } = await bench({ documents: 60 });
	const which: Which[] = [0, 1, 2];
	const items = which.map((number) => itemOf(one, sandbox, number));
	const { error, items: output } = await run(parameters, { items, binary: which.map(scan) });
	expect(error).toBeUndefined();
	return {
		pairs: output.map(({ pairedItem }) => {
			const pairs = [pairedItem]
				.flat()
				.map((pair) => (typeof pair === 'object' ? pair.item : pair));
			return pairs.length === 1 ? pairs[0] : pairs;
		}),
		output: shapeOf(output.map(({ json }) => json)),
		files: [...new Set(output.flatMap(({ binary = {} }) => Object.keys(binary)))],
	};
}

/** A node with only the required fields, as saved. */
function savedParameters(one: Listed): Parameters {
	const hasLimit = one.operation.fields.some(({ name }) => name === 'limit');
	return parametersOf(one, hasLimit ? { limit: '={{ $itemIndex + 1 }}' } : {});
}

/** What a version adds is part of the contract of the next one. */
function expectSaved(unsaved: string[]): void {
	if (unsaved.length === 0) return;
	throw new Error(`Not saved yet: ${unsaved.join(', ')}. Run npm run save:contract.`);
}

// From 1.0.0 on, saved workflows keep working (CONTRIBUTING.md, "What may change").
describe.each(resources.map(({ option }) => String(option.value)))(
	'Saved workflows: %s',
	(name) => {
		const saved = savedIn<SavedOperation>(name);
		const own = listed.filter(({ resource }) => resource.option.value === name);

		it('have no removed operation', () => {
			const names = own.map(({ operation }) => String(operation.option.value));
			expect(names).toEqual(expect.arrayContaining(saved.names));
		});

		it.each(own)('$title', async (one) => {
			const { operation } = one;
			const fields = linesOf(operation.fields);
			const before = await saved.of(String(operation.option.value), async () => {
				const parameters = savedParameters(one);
				return { parameters, ...(await runWith(one, parameters)), fields };
			});
			const now = await runWith(one, before.parameters);
			expect(now).toEqual({
				pairs: before.pairs,
				output: expect.objectContaining(before.output) as unknown,
				files: before.files,
			});
			expect(lostLines(before.fields, fields)).toEqual([]);
			expectSaved([
				...saved.unsaved(before.output, now.output),
				...saved.unsaved(before.fields, fields),
			]);
		});
	},
);

describe('Saved workflows: trigger', () => {
	const saved = savedIn<{
		parameters: Record<string, unknown>;
		events: string[];
		output: Record<string, string>;
		memory: Record<string, string>;
	}>('trigger');

	async function polled(parameters: Record<string, unknown>) {
		const at = await bench({ documents: 60 });
		const { admin } = at.sandbox;
		const documents = [0, 1, 2].map((place) => String(admin.documentAt(place).id));
		for (const id of documents) {
			admin.changeDocument(id, { state: 'Draft', processingState: 0, payments: { paid: false } });
		}
		const workflow = await published(at, parameters);
		admin.createDocuments({ count: 2 });
		for (const id of documents) {
			admin.changeDocument(id, { state: 'Sent', processingState: 3, payments: { paid: true } });
		}
		const items = await workflow.poll();
		if (items.length < 2)
			throw new Error(`Make ${String(parameters.event)} happen twice in polled() of this file.`);
		return {
			events: items.map(({ event }) => event),
			output: shapeOf(items),
			memory: shapeOf([workflow.state]),
		};
	}

	it.each(eventNames)('%s', async (event) => {
		const before = await saved.of(event, async () => {
			const parameters = { event: [event] };
			return { parameters, ...(await polled(parameters)) };
		});
		const now = await polled(before.parameters);
		expect(now).toEqual({
			events: before.events,
			output: expect.objectContaining(before.output) as unknown,
			memory: before.memory,
		});
		expectSaved(saved.unsaved(before.output, now.output));
	});
});

it.each([
	['trigger', new AccountingServiceTrigger().description.properties],
	['credential', new AccountingServiceApi().properties],
])('Saved fields of the %s are there', async (name, properties) => {
	const fields = linesOf(properties);
	const saved = savedIn<string[]>('fields');
	const before = await saved.of(name, async () => await Promise.resolve(fields));
	expect(lostLines(before, fields)).toEqual([]);
	expectSaved(saved.unsaved(before, fields));
});

it.each([
	['minimum', ['limit >= 1'], ['limit >= 0'], ['limit >= 2']],
	['maximum', ['limit <= 50'], ['limit <= 60'], ['limit <= 40']],
])(
	'A saved value stays within a wider %s, and not within a narrower one',
	(_, saved, wider, narrower) => {
		expect([wider, [], saved].map((now) => lostLines(saved, now))).toEqual([[], [], []]);
		expect(lostLines(saved, narrower)).toEqual(saved);
		expect(withLines(saved, wider)).toEqual(wider);
		expect(withLines(saved, narrower)).toEqual([...saved, ...narrower].sort());
	},
);
