import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { resources } from '../../dev/scripts/resources';
import {
	countsToLimit,
	mostLongSentences,
	mostWords,
	proseOf,
	writtenPages,
} from '../../dev/scripts/prose';
import { action, allFields, choicesOf, trigger } from './support/descriptions';

const root = path.resolve(__dirname, '../..');
/** Pages about the proof, measurements, requests and the API use bold for other things than form fields. */
const notOfForms = /^docs\/(api\/|internals\/(catalogue|completeness|performance|requests)\.md)/;

const pagesBelow = (folder: string) =>
	readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.md'))
		.map((file) => path.join(folder, file));

const everyPage = [
	'README.md',
	'CONTRIBUTING.md',
	'.github/SECURITY.md',
	'CHANGELOG.md',
	'examples/README.md',
	...pagesBelow('docs'),
];
const pages = everyPage.filter((page) => page !== 'CONTRIBUTING.md' && !notOfForms.test(page));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

function sourcesIn(folder: string): string[] {
	return readdirSync(path.join(root, folder), { recursive: true })
		.map((file) => path.join(folder, String(file)))
		.filter((file) => file.endsWith('.ts'));
}

/** Names in a page that belong to n8n or to the service, not to a form of this package. */
const foreign = [
	'API',
	'Credential',
	'Save',
	'Allowed HTTP Request Domains',
	'Accounting Service API',
	'Settings',
	'Community nodes',
	'Install',
	'Uninstall',
	'Import from file',
	'Poll Times',
	'Fetch Test Event',
	'Let the model define this parameter',
];

const known = new Set([
	...allFields.flatMap(({ field }) => [
		field.displayName,
		...choicesOf(field).map(({ name }) => name),
		...(field.modes ?? []).map(({ displayName }) => displayName),
	]),
	action.displayName,
	trigger.displayName,
	// n8n's name of the node as a tool for agents.
	`${action.displayName} Tool`,
	...foreign,
]);

describe.each(pages)('%s', (page) => {
	const text = read(page);
	const prose = text.replace(/```[\s\S]*?```/g, '');

	it('names only fields and choices that exist', () => {
		const bold = [...prose.matchAll(/\*\*([^*]+)\*\*/g)]
			.map(([, name]) => name.replace(/\s+/g, ' '))
			// Arrows separate the steps of a menu path.
			.flatMap((name) => (known.has(name) ? [name] : name.split(' → ')));
		// Bold text that ends with a period, colon or question mark is the lead of a paragraph.
		const isLead = (name: string) => /[.:?]$/.test(name);
		expect(bold.filter((name) => !known.has(name) && !isLead(name))).toEqual([]);
	});

	it('names only examples that exist', () => {
		const examples = [...text.matchAll(/`(examples\/[^`]+)`/g)].map(([, file]) => file);
		expect(examples.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
	});

	it('shows only commands that work', () => {
		const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
		const used = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script);
		expect(used.filter((script) => !(script in scripts))).toEqual([]);
	});
});

/** Values to enter in recipes: rows such as | **Format** | *CSV*, *XLSX* |. */
describe.each(pages.filter((page) => /^README|recipes/.test(page)))('the values in %s', (page) => {
	it('are choices of the form', () => {
		const rows = [...read(page).matchAll(/^ *\| \*\*.*$/gm)].map(([row]) => row);
		const values = rows.flatMap((row) =>
			[...row.matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)].map(([, value]) => value),
		);
		expect(values.filter((value) => !known.has(value))).toEqual([]);
	});
});

describe('sections', () => {
	const anchorsOf = (page: string) =>
		[...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
			title
				.toLowerCase()
				.replace(/[^\w -]/g, '')
				.replaceAll(' ', '-'),
		);
	const exists = (target: string) => {
		const [page, anchor] = target.split('#');
		if (!existsSync(path.join(root, page))) return false;
		return anchor === undefined || anchorsOf(page).includes(anchor);
	};

	it.each(everyPage)('that %s links to exist', (page) => {
		const links = [...read(page).matchAll(/\]\(([^)\s]+)/g)]
			.map(([, link]) => link)
			.filter((link) => !/^https?:/.test(link))
			.map((link) =>
				link.startsWith('#') ? `${page}${link}` : path.join(path.dirname(page), link),
			);
		expect(links.filter((link) => !exists(link))).toEqual([]);
	});

	it.each([
		...['nodes', 'credentials', 'test'],
		...['dev/sandbox', 'dev/scripts', 'dev/release', 'dev/bench'],
	])('that comments in %s cite exist', (folder) => {
		const sources = sourcesIn(folder)
			.filter((file) => !file.includes('node_modules'))
			.map(read)
			.join('\n');
		const targets = [...sources.matchAll(/docs\/[\w./-]+\.(?:md(#[\w-]+)?|json|svg)/g)];
		const sections = [...sources.matchAll(/\b(?:basis: |BASIS = )'([a-z-]+)(: [^']*)? \[/g)];
		const cited = [
			...targets.map(([target]) => target),
			...sections.map(([, section]) => `docs/api/requests.md#${section}`),
		];
		expect([...new Set(cited)].filter((target) => !exists(target))).toEqual([]);
	});
});

describe('the pages that people write', () => {
	const written = writtenPages(root).map((page) => proseOf(page, read(page)));

	it.each(written)('$page has short sentences and no phrase that is always wrong', (prose) => {
		const { page, doubtful, sentences, long, tooLong, wrong } = prose;
		if (doubtful.length > 0) console.warn(`${page}, words to look at: ${doubtful.join(', ')}`);
		expect(wrong).toEqual([]);
		expect(tooLong).toEqual([]);
		// One long sentence makes no page hard to read.
		const most = Math.max(1, Math.floor(sentences * mostLongSentences));
		expect(long.slice(most)).toEqual([]);
	});

	it(`have at most ${mostWords} words`, () => {
		const counted = written.filter(({ page }) => countsToLimit(page));
		expect(counted.reduce((sum, { words }) => sum + words, 0)).toBeLessThanOrEqual(mostWords);
	});
});

describe('README.md', () => {
	const text = read('README.md');

	it('says how many operations and events there are', () => {
		const operations = resources.flatMap((resource) => resource.operations);
		expect(text).toContain(`[${operations.length} operations]`);
		const events = trigger.properties.find(({ name }) => name === 'event');
		expect(events?.options).toHaveLength(5);
		expect(text).toContain('[Five events]');
	});
});

describe('docs/reference/errors.md', () => {
	const sources = ['nodes', 'credentials'].flatMap(sourcesIn).map(read).join('\n');
	const quoted = [...read('docs/reference/errors.md').matchAll(/^### (.+)$/gm)].map(
		([, text]) => text,
	);

	it('explains a good part of the messages', () => expect(quoted.length).toBeGreaterThan(15));

	it.each(quoted)('quotes a message that exists: %s', (message) => {
		// The code adds "while …" with the name of the request.
		const parts = message.split('…').map((part) => part.replace(/( while|:) $/, '').trim());
		for (const part of parts.filter((piece) => piece.length > 2)) expect(sources).toContain(part);
	});
});

describe('docs/reference/lists.md', () => {
	const sources = sourcesIn('nodes/shared/lists').map(read).join('\n');
	const table = read('docs/reference/lists.md').split('## Why a list ends with an error')[1];
	const quoted = [...table.matchAll(/"([^"]+)"/g)].map(([, text]) => text);

	it.each(quoted)('quotes a message that exists: %s', (message) => {
		const parts = message.split('…').map((part) => part.trim());
		for (const part of parts) expect(sources).toContain(part);
	});
});

describe('docs/reference/credential.md', () => {
	it('shows options of the sandbox that it has', () => {
		const options = read('dev/sandbox/options.ts');
		const flags = [...read('docs/reference/credential.md').matchAll(/--(\w+) \d/g)].map(
			([, flag]) => flag,
		);
		expect(flags.length).toBeGreaterThan(0);
		for (const flag of flags) expect(options).toMatch(new RegExp(`^\\t${flag}:`, 'm'));
	});
});

describe('docs/images', () => {
	it('contains only pictures that a page shows', () => {
		const texts = pages.map(read).join('\n');
		const pictures = readdirSync(path.join(root, 'docs/images'));
		expect(pictures.length).toBeGreaterThan(10);
		expect(pictures.filter((picture) => !texts.includes(`images/${picture})`))).toEqual([]);
	});
});
