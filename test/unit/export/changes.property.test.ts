import fc, { propertyMs } from '../../property';

import { ServiceError } from '../../../nodes/shared/client/errors';
import {
	evening,
	held,
	live,
	night,
	step,
	type Doc,
	type Docs,
	type Setting,
} from './support/nights';

const setting = fc.record({
	order: fc.constantFrom<Setting['order']>('rising', 'falling', 'byDay', 'none'),
	paths: fc.constantFrom<Array<string[] | undefined>>(
		undefined,
		['id', 'total'],
		['id', 'total', 'contact.city'],
	),
	perField: fc.boolean(),
	counts: fc.boolean(),
	ownSize: fc.constantFrom(undefined, undefined, 25),
});

/** Changes during a read: before the service responds to the request of that number. */
const meanwhile = fc.array(fc.record({ at: fc.nat(12), what: step }), { maxLength: 3 });

type Copy = Map<number, unknown>;

/** Checks that a change creates only missing documents, and changes or deletes only existing ones. */
function apply(rows: Awaited<ReturnType<typeof night>>['rows'], copy: Copy, { paths }: Setting) {
	for (const { change, id, document } of rows) {
		expect(copy.has(id)).toBe(change !== 'created');
		if (document) copy.set(id, held(document, paths));
		else copy.delete(id);
	}
}

const copyOf = (docs: Docs, { paths }: Setting): Copy =>
	new Map([...docs.values()].map((doc) => [doc.id, held(doc, paths)]));

describe('a copy that is updated every night', () => {
	it(
		'equals the service, whatever happened between the nights',
		async () => {
			await fc.assert(
				fc.asyncProperty(
					setting,
					fc.array(evening, { maxLength: 30, size: 'max' }),
					async (how, evenings) => {
						const [docs, gone]: [Docs, Docs] = [new Map(), new Map()];
						let manifest: Buffer | undefined;
						const copy: Copy = new Map();
						for (const { steps, fate, brokenAfter } of evenings) {
							for (const { kind, count } of steps) live(docs, gone, kind, count);
							if (fate === 'leftOut') continue;
							const breaks = (request: number) => {
								if (fate === 'fails' && request === brokenAfter)
									throw new Error('The service broke');
							};
							const tonight = await night(docs, how, manifest, breaks).catch((failure: Error) => {
								expect([failure.message, fate]).toEqual(['The service broke', 'fails']);
							});
							// A failed night leaves nothing to use: no rows and no manifest.
							if (!tonight) continue;
							apply(tonight.rows, copy, how);
							expect(copy).toEqual(copyOf(docs, how));
							const { created, updated, deleted } = tonight.comparison.counts;
							expect(tonight.rows).toHaveLength(created + updated + deleted);
							manifest = tonight.manifest;
							// A second run in the same night finds no changes.
							expect((await night(docs, how, manifest)).rows).toEqual([]);
						}
					},
				),
				{ numRuns: 30 * Number(process.env.TRIALS ?? 1) },
			);
		},
		propertyMs,
	);

	it(
		'contains every document that existed all night, whatever was created or deleted during the read',
		async () => {
			const nights = fc.array(fc.record({ before: fc.array(step, { maxLength: 5 }), meanwhile }), {
				minLength: 1,
				maxLength: 5,
			});
			await fc.assert(
				fc.asyncProperty(setting, nights, async (how, evenings) => {
					const [docs, gone]: [Docs, Docs] = [new Map(), new Map()];
					for (let made = 0; made < 3; made++) live(docs, gone, 'create', 12);
					let manifest: Buffer | undefined;
					const copy: Copy = new Map();
					for (const { before, meanwhile: happens } of evenings) {
						for (const { kind, count } of before) live(docs, gone, kind, count);
						const versions = new Map<number, Array<Doc | undefined>>();
						const note = () => {
							for (const id of [...docs.keys(), ...gone.keys()]) {
								versions.set(id, [...(versions.get(id) ?? [undefined]), docs.get(id)]);
							}
						};
						// A document that exists from the beginning was never absent.
						for (const id of docs.keys()) versions.set(id, []);
						note();
						const tonight = await night(docs, how, manifest, (request) => {
							for (const { at, what } of happens) {
								if (at !== request) continue;
								live(docs, gone, what.kind, what.count);
								note();
							}
						}).catch((failure: ServiceError) => {
							expect([failure.kind, failure.message]).toEqual(['incomplete', expect.any(String)]);
						});
						if (!tonight) continue;
						apply(tonight.rows, copy, how);
						for (const [id, states] of versions) {
							const possible = states.map((doc) => doc && held(doc, how.paths));
							expect(possible).toContainEqual(copy.get(id));
						}
						for (const id of copy.keys()) expect(versions.has(id)).toBe(true);
						manifest = tonight.manifest;
					}
					// After a night without changes, the copy is equal.
					const last = await night(docs, how, manifest);
					apply(last.rows, copy, how);
					expect(copy).toEqual(copyOf(docs, how));
				}),
				{ numRuns: 25 * Number(process.env.TRIALS ?? 1) },
			);
		},
		propertyMs,
	);

	it('takes about twelve bytes per document', async () => {
		const docs: Docs = new Map();
		for (let id = 10_000_000; id < 10_020_000; id += 4) {
			docs.set(id, { id, total: 1, description: 'd', contact: { city: 'c' }, day: 0 });
		}
		const how = { order: 'rising' as const, perField: false, counts: true };
		const { manifest } = await night(docs, how);
		expect(manifest.length / docs.size).toBeLessThan(14);
	});
});
