import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { action, allFields, choicesOf, trigger } from './support/descriptions';

const root = path.resolve(__dirname, '../..');
/** The proof, and tables of measurements and of requests, speak of other things than forms. */
const notOfForms = [
	'docs/catalogue.md',
	'docs/completeness.md',
	'docs/performance.md',
	'docs/requests.md',
];

const pages = [
	'README.md',
	'SECURITY.md',
	'examples/README.md',
	...readdirSync(path.join(root, 'docs'))
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file}`)
		.filter((file) => !notOfForms.includes(file)),
];
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
	'Add workflow',
	'Import from file',
];

const known = new Set([
	...allFields.flatMap(({ field }) => [
		field.displayName,
		...choicesOf(field).map(({ name }) => name),
	]),
	action.displayName,
	trigger.displayName,
	// What n8n makes of the node for agents.
	`${action.displayName} Tool`,
	...foreign,
]);

describe.each(pages)('%s', (page) => {
	const text = read(page);
	const prose = text.replace(/```[\s\S]*?```/g, '');

	it('names only fields and choices that exist', () => {
		const bold = [...prose.matchAll(/\*\*(.+?)\*\*/g)]
			.map(([, name]) => name.replace(/\s+/g, ' '))
			// A way through menus is shown with arrows.
			.flatMap((name) => (known.has(name) ? [name] : name.split(' → ')));
		// A bold line that ends with a colon outside is a heading in the text.
		const headings = [...prose.matchAll(/^(?:- )?\*\*(.+?)\*\*:/gm)].map(([, name]) => name);
		expect(bold.filter((name) => !known.has(name) && !headings.includes(name))).toEqual([]);
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
	const markdown = ['.', 'docs', 'docs/api', 'examples'].flatMap((folder) =>
		readdirSync(path.join(root, folder))
			.filter((file) => file.endsWith('.md'))
			.map((file) => path.join(folder, file)),
	);

	it.each(markdown)('that %s links to exist', (page) => {
		const links = [...read(page).matchAll(/\]\(([^)\s]+)/g)]
			.map(([, link]) => link)
			.filter((link) => !/^https?:/.test(link))
			.map((link) =>
				link.startsWith('#') ? `${page}${link}` : path.join(path.dirname(page), link),
			);
		expect(links.filter((link) => !exists(link))).toEqual([]);
	});

	it.each(['nodes', 'credentials', 'sandbox', 'test'])(
		'that comments in %s cite exist',
		(folder) => {
			const sources = sourcesIn(folder).map(read).join('\n');
			const targets = [...sources.matchAll(/docs\/[\w./-]+\.md(#[\w-]+)?/g)];
			const sections = [...sources.matchAll(/\b(?:basis: |BASIS = )'([a-z-]+)(: [^']*)? \[/g)];
			const cited = [
				...targets.map(([target]) => target),
				...sections.map(([, section]) => `docs/api/requests.md#${section}`),
			];
			expect([...new Set(cited)].filter((target) => !exists(target))).toEqual([]);
		},
	);
});

describe('docs/troubleshoot.md', () => {
	const sources = ['nodes', 'credentials'].flatMap(sourcesIn).map(read).join('\n');
	const quoted = [...read('docs/troubleshoot.md').matchAll(/^### (.+)$/gm)].map(([, text]) => text);

	it('explains a good part of the messages', () => expect(quoted.length).toBeGreaterThan(15));

	it.each(quoted)('quotes a message that exists: %s', (message) => {
		// "while …" is put together where the request is named.
		const parts = message.split('…').map((part) => part.replace(/( while|:) $/, '').trim());
		for (const part of parts.filter((piece) => piece.length > 2)) expect(sources).toContain(part);
	});
});

describe('docs/connect.md', () => {
	it('shows options of the sandbox that it has', () => {
		const options = read('sandbox/options.ts');
		const flags = [...read('docs/connect.md').matchAll(/--(\w+) \d/g)].map(([, flag]) => flag);
		expect(flags.length).toBeGreaterThan(0);
		for (const flag of flags) expect(options).toMatch(new RegExp(`^\\t${flag}:`, 'm'));
	});
});

describe('docs/images', () => {
	it('holds no picture that no page shows', () => {
		const texts = pages.map(read).join('\n');
		const pictures = readdirSync(path.join(root, 'docs/images'));
		expect(pictures.length).toBeGreaterThan(10);
		expect(pictures.filter((picture) => !texts.includes(`images/${picture})`))).toEqual([]);
	});
});
