/** docs/reference/preview.md: what a preview shows is what the run sends. */
import type { IDataObject } from 'n8n-workflow';

import type { JournalEntry } from '../../../dev/sandbox';
import fc, { propertyMs } from '../../property';
import { type ChangePlan, filesFor, plans, writesOf } from '../support/previewPairs';
import { bench, goOn, type Parameters } from '../support/withSandbox';

/** Pairs of a preview and a run. */
const pairs = Number(process.env.TRIALS ? 5_000 : 200);

interface Shown {
	method: string;
	path: string;
	query?: IDataObject;
	body?: unknown;
	file?: object;
	withItem?: number;
}

/** What earlier items would create is shown by its item: the service has not given it an ID. */
const standIn = /\((?:ID of [^)"]*|[a-z ]+ of row \d+|record of row \d+)\)/g;
const plain = (value: unknown): unknown =>
	JSON.parse(
		JSON.stringify(value ?? null, (name, one: unknown) =>
			// The journal of the sandbox keeps no link.
			name === 'permalinkToken' ? '***' : typeof one === 'bigint' ? String(one) : one,
		),
	);

/** Errors, with the IDs of documents left out. */
const errorsOf = (json: IDataObject[]) =>
	json.flatMap(({ error }) =>
		error === undefined
			? []
			: [
					String(error)
						.replace(standIn, '#')
						.replace(/\b1\d{7}\b/g, '#'),
				],
	);

const withPreview = ({ options, ...others }: Parameters): Parameters => ({
	...others,
	options: { ...(options as object), preview: true },
});

/** @param isRepeated an earlier item has created or changed the record, and the service has filled in fields since */
function sameRequest(shown: Shown, sent: JournalEntry, isRepeated: boolean): void {
	const pattern = shown.path.replace(/[.*+?^${}|[\]\\]/g, '\\$&').replace(standIn, '\\d+');
	expect(`${sent.method} ${sent.path}`).toMatch(new RegExp(`^${shown.method} ${pattern}$`));
	if (shown.file || typeof shown.body === 'string') return;
	if (shown.query) expect(sent.query).toEqual(shown.query);
	const text = JSON.stringify(plain(shown.body));
	if (isRepeated) return expect(plain(sent.body)).toMatchObject(JSON.parse(text) as object);
	if (text.search(standIn) < 0) return expect(plain(sent.body)).toEqual(JSON.parse(text));
	const same = text.replace(/[[\]{}.*+?^$|\\]/g, '\\$&').replace(standIn, '\\d+');
	expect(JSON.stringify(plain(sent.body))).toMatch(new RegExp(same));
}

/** A hint of a preview in the words of the run. */
const asOfRun = (hint: string) =>
	hint
		.replace('would send nothing', 'sent nothing')
		.replace('nothing would be sent', 'nothing was sent')
		.replace('would be returned', 'was returned')
		.replaceAll('would create', 'created')
		.replace('would replace', 'replaced')
		.replace('would be replaced', 'replaced')
		.replaceAll('would become', 'became')
		.replace(/^(.*) is not sent: .*$/, 'Created without $1')
		.replace(/payment order of row \d+/g, 'Payment Order ID #')
		.replace(standIn, '#');

/** What a hint of the run says without what only the service has decided. */
const withoutResponse = (hint: string) =>
	hint
		.replace(/^(Created without .*?): .*$/, '$1')
		.replace(/, total \S+ became \S+/, '')
		.replace(/\(ID [^)]*\)/g, '(ID #)')
		.replace(/\(document ID \d+\)/g, '#')
		// One hint can name several orders: as many in both.
		.replace(/Payment Order ID \d+/g, 'Payment Order ID #')
		// The service shows 0.30 as 0.3.
		.replace(/(\.\d*[1-9])0+(?= in the)/g, '$1');

/** Hints about responses. The items of a preview say themselves that a record exists, or that an earlier row makes it. */
const ofResponses = [
	/The service /,
	/existed already/,
	/^Row \d+ created the .*, so the node created nothing/,
	/no matching contact/,
	/has the total/,
	/updated, but/,
];

/** Each hint that the request alone decides is in both. */
function sameHints(shown: string[], told: string[]): void {
	const decided = told.filter((hint) => !ofResponses.some((pattern) => pattern.test(hint)));
	const words = shown.map((hint) => withoutResponse(asOfRun(hint)));
	for (const hint of decided) expect(words).toContain(withoutResponse(hint));
}

async function pairOf({ parameters, itemsFor }: ChangePlan) {
	const made = await bench({ documents: 30 });
	const items = itemsFor(made);
	const binary = filesFor(items);
	const preview = await made.run(withPreview(parameters), { items, binary, node: goOn });
	expect(writesOf(made)).toEqual([]);
	const run = await made.run(parameters, { items, binary, node: goOn });
	return {
		preview: preview.json,
		run: run.json,
		sent: writesOf(made),
		hints: [preview.hints, run.hints],
	};
}

it(
	`a preview shows what the run then sends, in ${pairs} pairs`,
	async () => {
		let compared = 0;
		await fc.assert(
			fc.asyncProperty(plans, async (plan) => {
				const { preview, run, sent, hints } = await pairOf(plan);
				sameHints(hints[0], hints[1]);
				const shown = preview.flatMap(({ wouldSend = [] }) => wouldSend as unknown as Shown[]);
				const requests = shown.filter(({ withItem }) => withItem === undefined);
				expect(sent.map(({ method }) => method)).toEqual(requests.map(({ method }) => method));
				requests.forEach((one, index) => {
					const earlier = requests.slice(0, index);
					const isSame = ({ method, path }: Shown) => method === 'PUT' && path === one.path;
					const isNew = one.path.search(standIn) >= 0;
					sameRequest(one, sent[index], isNew || earlier.some(isSame));
				});
				compared += requests.length;
				// What the node refuses, both refuse. The rest is up to the service.
				const refused = errorsOf(preview);
				const failed = errorsOf(run);
				for (const error of refused) expect(failed).toContain(error);
				const ofService = failed.filter((error) => !refused.includes(error));
				expect(ofService.length).toBeLessThanOrEqual(sent.filter((one) => !one.committed).length);
			}),
			{ numRuns: pairs },
		);
		expect(compared).toBeGreaterThan(pairs);
	},
	propertyMs,
);
