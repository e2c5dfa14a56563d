/** `npx tsx dev/scripts/prose.ts`: how many words the pages have, and how long their sentences are. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const longestSentence = 40;

/**
 * How many words all pages may have together, except the reference of the API. Checked when a release is made
 * (dev/release/checks/pages.ts), so that no single change fails for its prose. A new limit is 3 % above the pages of its
 * day: first shorten what nobody misses.
 */
export const maxWords = 20_900;

const project = path.resolve(__dirname, '../..');
const generated = ['docs/internals/catalogue.md', 'docs/internals/requests.md'];

/** The pages that people write, as paths from the project. */
export function writtenPages(): string[] {
	const docs = readdirSync(path.join(project, 'docs'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file.split(path.sep).join('/')}`)
		.filter((file) => !generated.includes(file));
	return ['README.md', 'CONTRIBUTING.md', '.github/SECURITY.md', 'CHANGELOG.md', ...docs.sort()];
}

/** Without code, and without blocks that a script writes or that a test compares with what it runs. */
export function proseOf(page: string) {
	const own = readFileSync(path.join(project, page), 'utf8')
		.replace(/<!-- (\w+): (?:written by|edit by hand, checked by) [\s\S]*?<!-- end of \1 -->/g, '')
		.replace(/<!-- measured: begin -->[\s\S]*?<!-- measured: end -->/g, '')
		.replace(/```[\s\S]*?```/g, '')
		.replace(/^ {4,}(?![-*\d|]).*$/gm, '')
		.replace(/<!--[\s\S]*?-->/g, '')
		.replace(/!\[[^\]]*\]\([^)]*\)/g, '')
		.replace(/\]\([^)]*\)/g, ']');
	// Headings, tables and quotations are no sentences.
	const running = own.replace(/^(?:#{1,6} |\s*\||>).*$/gm, '\n');
	return { words: wordsOf(own), sentences: sentencesOf(running) };
}

export const wordsOf = (text: string): number =>
	text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

function sentencesOf(text: string): string[] {
	return text
		.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)/)
		.map((block) => block.replace(/\s+/g, ' ').trim())
		.flatMap((block) => block.split(/(?<=[.!?][)"*_`]*)\s+(?=[\p{Lu}\d*`"“[(_])/u))
		.map((sentence) => sentence.replace(/^(?:[-*]|\d+\.)\s+/, '').trim())
		.filter((sentence) => wordsOf(sentence) > 0);
}

export const hasLimit = (page: string): boolean => !page.startsWith('docs/api/');

export const allWords = (): number =>
	writtenPages()
		.filter(hasLimit)
		.reduce((sum, page) => sum + proseOf(page).words, 0);

/** What `npm run generate` prints, so that a page that grows is noticed before a release. */
export function wordsLeft(): string {
	const left = maxWords - allWords();
	const words = 'npx tsx dev/scripts/prose.ts lists them by page';
	return left < 0
		? `The pages have ${-left} words too many: shorten them (${words}).`
		: `${left} words are left for the pages (${words}).`;
}

if (require.main === module) {
	for (const page of writtenPages()) {
		const { words, sentences } = proseOf(page);
		const longest = Math.max(0, ...sentences.map(wordsOf));
		console.log(`${page}: ${words} words, longest sentence ${longest}`);
	}
	console.log(`${allWords()} of ${maxWords} words outside docs/api`);
}
