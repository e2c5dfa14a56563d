import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { committedFiles } from '../../dev/release/clone';
import { projectFolder } from '../../dev/release/manifest';
import * as prose from '../../dev/scripts/prose';
import { resources } from '../../dev/scripts/resources';
import { eventNames } from '../../nodes/AccountingServiceTrigger/eventKinds';
import { trackedFields } from '../../nodes/AccountingServiceTrigger/state';

const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');
const isThere = (file: string) => existsSync(path.join(projectFolder, file));
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one]) => one);

const sourcesIn = (...folders: string[]) =>
	committedFiles(...folders)
		.filter((file) => file.endsWith('.ts'))
		.map(read)
		.join('\n');

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const pages = [...prose.writtenPages(), 'examples/README.md'];

const anchorsIn = (page: string) =>
	found(read(page), /^#+ (.+)$/gm).map((title) =>
		title
			.toLowerCase()
			.replace(/[^\w -]/g, '')
			.replaceAll(' ', '-'),
	);

function exists(target: string): boolean {
	const [page, anchor] = target.split('#');
	return isThere(page) && (anchor === undefined || anchorsIn(page).includes(anchor));
}

describe.each(pages)('%s', (page) => {
	const text = read(page);

	it('names only commands, files and sections that exist', () => {
		const files = found(text, /`((?:nodes|test|dev|credentials|kinds|examples)\/[\w./-]+)`/g);
		const links = found(text, /\]\((?!https?:)([^)\s]+)/g).map((link) =>
			link.startsWith('#') ? `${page}${link}` : path.join(path.dirname(page), link),
		);
		const places = (file: string) => [file, `nodes/AccountingService/${file}`];
		const wrong = [
			...found(text, /npm run ([\w:]+)/g).filter((script) => !(script in scripts)),
			...files.filter((file) => !places(file).some(isThere)),
			...links.filter((link) => !exists(link)),
		];
		expect(wrong).toEqual([]);
	});

	it('has tables without empty lines', () => {
		const tables = text.split(/\n(?! *\|)/).map((block) => found(block, /^ *(\|.*)$/gm));
		const broken = tables.filter(([heading, line]) => heading && !/^\|[ :|-]+\|$/.test(line ?? ''));
		expect(broken.map(([heading]) => heading)).toEqual([]);
	});

	it('has sentences that can be read in one go', () => {
		const { sentences } = prose.proseOf(page);
		const isLong = (sentence: string) => prose.wordsOf(sentence) > prose.longestSentence;
		expect(sentences.filter(isLong)).toEqual([]);
	});
});

const numerals = 'No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve'.split(' ');
const countOf = (list: readonly unknown[]) => numerals[list.length];

describe('the pages', () => {
	it('show every picture', () => {
		const pictures = readdirSync(path.join(projectFolder, 'docs/images')).filter((file) =>
			file.endsWith('.png'),
		);
		const texts = pages.map(read).join('\n');
		expect(pictures.length).toBeGreaterThan(10);
		expect(pictures.filter((picture) => !texts.includes(`images/${picture})`))).toEqual([]);
	});

	it('say in the README how many operations and events there are', () => {
		const operations = resources.flatMap((resource) => resource.operations);
		expect(read('README.md')).toContain(`[${operations.length} operations]`);
		expect(read('README.md')).toContain(`[${countOf(eventNames)} events]`);
		expect(read('README.md')).toContain(`one of ${countOf(trackedFields).toLowerCase()} fields`);
	});

	it('that comments in the code cite exist', () => {
		const rooms = ['sandbox', 'scripts', 'release', 'bench'].map((room) => `dev/${room}`);
		const sources = sourcesIn('nodes', 'credentials', 'test', ...rooms);
		const cited = [
			...found(sources, /\b(docs\/[\w./-]+\.(?:md(?:#[\w-]+)?|json|svg))/g),
			...found(sources, /\b(?:basis: |BASIS = )'([a-z-]+)(?:: [^']*)? \[/g).map(
				(section) => `docs/api/requests.md#${section}`,
			),
		];
		expect(cited.length).toBeGreaterThan(50);
		expect([...new Set(cited)].filter((target) => !exists(target))).toEqual([]);
	});

	it('have a promise for every file of engine and end-to-end tests, which its first lines name', () => {
		const files = committedFiles('test/engine', 'dev/e2e/tests').filter((file) =>
			/(\.test|e2e\/tests\/\w+)\.ts$/.test(file),
		);
		const promised = (file: string) =>
			/^\/\*\*\s(?: \* |)((?:docs|examples|CONTRIBUTING)[\w./-]*\.md(?:#[\w-]+)?): /.exec(
				read(file),
			)?.[1];
		expect(files.length).toBeGreaterThan(100);
		expect(files.filter((file) => !exists(promised(file) ?? 'none'))).toEqual([]);
	});

	it('and the workflows name exactly the file that is packed', () => {
		const { name } = JSON.parse(read('package.json')) as { name: string };
		const texts = [...pages, '.github/workflows/publish.yml'].map(read).join('\n');
		const files = found(texts, /([^\s`/]+\.tgz)/g);
		expect(files.length).toBeGreaterThan(5);
		expect([...new Set(files)]).toEqual([`${name}.tgz`]);
	});

	it('name tests and commands for every guideline of n8n', () => {
		const rows = found(read('docs/internals/verification.md'), /^\| .* \| (.*) \|$/gm).slice(2);
		const named = rows.map((row) => found(row, /`([^`]+)`/g));
		const exist = (name: string) =>
			name.startsWith('npm run ') ? name.slice(8) in scripts : isThere(`test/${name}`);
		expect(rows.length).toBeGreaterThan(10);
		expect(named.filter((names) => names.length === 0 || !names.every(exist))).toEqual([]);
	});

	it('name in CONTRIBUTING.md every folder of the nodes, with its tests', () => {
		const text = read('CONTRIBUTING.md');
		const foldersIn = (folder: string) =>
			readdirSync(path.join(projectFolder, folder), { withFileTypes: true })
				.filter((entry) => entry.isDirectory() && entry.name !== '__schema__')
				.map(({ name }) => name);
		const folders = ['nodes/AccountingService', 'nodes/shared'].flatMap(foldersIn);
		const named = found(text, /^\| (`[^|]*\/`) \|[^|]*\| [^|]*\|$/gm).join(' ');
		expect(folders.length).toBeGreaterThan(10);
		expect(folders.filter((folder) => !new RegExp(`[\`/]${folder}/`).test(named))).toEqual([]);
	});

	it('name in CONTRIBUTING.md the versions that the tests run with', () => {
		const versionIn = (file: string, name: string) =>
			new RegExp(`"${name}": "([^"]+)"`).exec(read(file))?.[1];
		const [list] = found(read('.github/workflows/ci.yml'), /node: \[([\d, ]+)\]/g);
		const core = `n8n-core ${versionIn('package.json', 'n8n-core')}, in process`;
		const rows = [
			`engine tests | ${core} | Node.js ${list.replace(/, (\d+)$/, ' and $1')} |`,
			`oldest n8n | n8n ${versionIn('dev/e2e/oldest/package.json', 'n8n')} |`,
			`the demo | n8n ${versionIn('dev/e2e/package.json', 'n8n')} |`,
		];
		expect(rows.filter((row) => !read('CONTRIBUTING.md').includes(row))).toEqual([]);
	});
});
