import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** `npx tsx dev/scripts/prose.ts`: how many words the pages have, how long their sentences are, and what reads badly. */
export interface Prose {
	page: string;
	words: number;
	sentences: number;
	/** Sentences of more than 25 words, outside of tables. */
	long: string[];
	/** Sentences of more than 40 words. */
	tooLong: string[];
	/** Phrases that are always wrong. */
	wrong: string[];
	/** Words that are often wrong. */
	doubtful: string[];
}

export const mostWords = 14_500;
const longSentence = 25;
const tooLongSentence = 40;
export const mostLongSentences = 0.1;

/** What earlier pages said, and what nobody says. */
const wrongPhrases = [
	/nothing is sent again for/i,
	/\b(is|are) told (apart|as|in words)\b/i,
	/\bwhat came back\b/i,
	/\bsent was\b/i,
	/\basked for fewer requests\b/i,
	/\b(do|does) not heed\b/i,
	/\bis there that was not there\b/i,
	/\bnobody has published a path for\b/i,
	/\bis believed after\b/i,
	/\bhanded on as it is\b/i,
	/\bnothing but silence\b/i,
	/\bread under its old name\b/i,
	/\bare answered\b/i,
	/\bis none that\b/i,
	/\bmust be a text, but is\b/i,
	/\bbut the item says otherwise\b/i,
	/\bin the midst of\b/i,
	/\bfor ever\b/i,
	/\bmeasured anew\b/i,
	/\bthe ending\b.{0,20}\bis added\b/i,
];

const doubtfulWords =
	/\b(told|tells|heed\w*|anew|whatever|besides|hand(?:ed|s)? on|at the most|as far as|stands|concerns?|behind|thereby|sees to|of its own|looked for|put(?:s)? out|brings?|simply|easily|utilize|via|some (?:ten|twenty|forty))\b/gi;

/** A quoted message of the node, and the heading that quotes it, belong to the code. */
const headings = /^#{1,6} .*$/gm;

export function proseOf(page: string, text: string): Prose {
	const own = withoutGenerated(text)
		.replace(/```[\s\S]*?```/g, '')
		.replace(/^ {4,}(?![-*\d|]).*$/gm, '')
		.replace(/<!--[\s\S]*?-->/g, '')
		.replace(/!\[[^\]]*\]\([^)]*\)/g, '')
		.replace(/\]\([^)]*\)/g, ']');
	const running = own
		.replace(headings, '\n')
		.replace(/^\s*\|.*$/gm, '\n')
		.replace(/^>.*$/gm, '\n');
	const all = sentencesOf(running);
	const counted = all.map((sentence) => ({ sentence, length: wordsOf(sentence) }));
	const plain = own.replace(/\s+/g, ' ');
	const unquoted = own.replace(headings, '').replace(/^>.*$/gm, '').replace(/\s+/g, ' ');
	return {
		page,
		words: wordsOf(plain),
		sentences: all.length,
		long: counted.filter(({ length }) => length > longSentence).map(({ sentence }) => sentence),
		tooLong: counted
			.filter(({ length }) => length > tooLongSentence)
			.map(({ sentence }) => sentence),
		wrong: wrongPhrases.flatMap((phrase) => phrase.exec(unquoted)?.[0] ?? []),
		doubtful: [...unquoted.matchAll(doubtfulWords)].map(([word]) => word.toLowerCase()),
	};
}

/** Blocks that a script writes, or that a test compares with what it runs. */
function withoutGenerated(text: string): string {
	return text
		.replace(/<!-- (\w+): (?:written|checked) by [\s\S]*?<!-- end of \1 -->/g, '')
		.replace(/<!-- measured: begin -->[\s\S]*?<!-- measured: end -->/g, '');
}

function wordsOf(text: string): number {
	return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

function sentencesOf(text: string): string[] {
	return text
		.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)/)
		.map((block) => block.replace(/\s+/g, ' ').trim())
		.flatMap((block) => block.split(/(?<=[.!?][)"*_`]*)\s+(?=[\p{Lu}\d*`"“[(_])/u))
		.map((sentence) => sentence.replace(/^(?:[-*]|\d+\.)\s+/, '').trim())
		.filter((sentence) => wordsOf(sentence) > 0);
}

/** The pages that people write, from the folder of the project. */
export function writtenPages(project: string): string[] {
	const docs = readdirSync(path.join(project, 'docs'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file.split(path.sep).join('/')}`)
		.filter((file) => !generatedPages.includes(file));
	return ['README.md', 'CONTRIBUTING.md', '.github/SECURITY.md', 'CHANGELOG.md', ...docs.sort()];
}

const generatedPages = ['docs/internals/catalogue.md', 'docs/internals/requests.md'];

/** The reference of the API has room of its own. */
export const countsToLimit = (page: string) => !page.startsWith('docs/api/');

if (require.main === module) {
	const project = path.resolve(__dirname, '../..');
	const pages = writtenPages(project).filter((page) => existsSync(path.join(project, page)));
	let total = 0;
	for (const page of pages) {
		const prose = proseOf(page, readFileSync(path.join(project, page), 'utf8'));
		if (countsToLimit(page)) total += prose.words;
		const share = Math.round((100 * prose.long.length) / Math.max(1, prose.sentences));
		console.log(
			`${String(prose.words).padStart(6)} words, ${String(prose.sentences).padStart(4)} sentences, ${String(share).padStart(3)} % long  ${page}`,
		);
		const isOver = share > 100 * mostLongSentences;
		for (const sentence of isOver ? prose.long : prose.tooLong)
			console.log(`        long: ${sentence}`);
		for (const phrase of prose.wrong) console.log(`        wrong: ${phrase}`);
		if (prose.doubtful.length > 0) console.log(`        doubtful: ${prose.doubtful.join(', ')}`);
	}
	console.log(`${String(total).padStart(6)} words of at most ${mostWords} outside docs/api`);
}
