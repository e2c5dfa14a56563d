import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { action, allFields, choicesOf, trigger } from './support/descriptions';

const root = path.resolve(__dirname, '../..');
/** The proof, and tables of measurements and of requests, speak of other things than forms. */
const notOfForms = [
	'docs/internals/catalogue.md',
	'docs/internals/completeness.md',
	'docs/internals/performance.md',
	'docs/internals/requests.md',
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

	it('links only to what exists', () => {
		const links = [...text.matchAll(/\]\(([^)#]+)/g)]
			.map(([, link]) => link)
			.filter((link) => !/^https?:/.test(link));
		const missing = links.filter((link) => !existsSync(path.join(root, path.dirname(page), link)));
		expect(missing).toEqual([]);
		const examples = [...text.matchAll(/`(examples\/[^`]+)`/g)].map(([, file]) => file);
		expect(examples.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
	});

	it('shows only commands that work', () => {
		const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
		const used = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script);
		expect(used.filter((script) => !(script in scripts))).toEqual([]);
	});
});

describe('docs/reference/errors.md', () => {
	const sources = ['nodes', 'credentials'].flatMap(sourcesIn).map(read).join('\n');
	const quoted = [...read('docs/reference/errors.md').matchAll(/^### (.+)$/gm)].map(([, text]) => text);

	it('explains a good part of the messages', () => expect(quoted.length).toBeGreaterThan(15));

	it.each(quoted)('quotes a message that exists: %s', (message) => {
		// "while …" is put together where the request is named.
		const parts = message.split('…').map((part) => part.replace(/( while|:) $/, '').trim());
		for (const part of parts.filter((piece) => piece.length > 2)) expect(sources).toContain(part);
	});
});

describe('docs/reference/credential.md', () => {
	it('shows options of the sandbox that it has', () => {
		const options = read('sandbox/options.ts');
		const flags = [...read('docs/reference/credential.md').matchAll(/--(\w+) \d/g)].map(([, flag]) => flag);
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
