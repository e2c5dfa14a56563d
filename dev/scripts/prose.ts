/** `npx tsx dev/scripts/prose.ts`: how many words the pages have, and how long their sentences are. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const longestSentence = 40;

/**
 * How many words each page may have. To say more, shorten a page, or raise its limit and review that. The reference of the
 * API has no limit.
 */
export const maxWords: Readonly<Record<string, number>> = {
	'README.md': 830,
	'CONTRIBUTING.md': 870,
	'.github/SECURITY.md': 160,
	'CHANGELOG.md': 120,
	'docs/README.md': 330,
	'docs/internals/assumptions.md': 420,
	'docs/internals/completeness.md': 720,
	'docs/internals/faults.md': 150,
	'docs/internals/performance.md': 230,
	'docs/internals/security.md': 540,
	'docs/internals/verification.md': 60,
	'docs/internals/year.md': 80,
	'docs/recipes/ai-agent.md': 750,
	'docs/recipes/approve-invoices.md': 210,
	'docs/recipes/credit-note.md': 150,
	'docs/recipes/from-http-request.md': 270,
	'docs/recipes/invoice-paid.md': 170,
	'docs/recipes/large-export.md': 330,
	'docs/recipes/last-month-as-file.md': 180,
	'docs/recipes/mark-as-paid.md': 400,
	'docs/recipes/monday-report.md': 130,
	'docs/recipes/nightly-changes.md': 260,
	'docs/recipes/payment-reminders.md': 220,
	'docs/recipes/rows-to-invoices.md': 310,
	'docs/recipes/scans-from-mail.md': 160,
	'docs/recipes/shop-orders.md': 230,
	'docs/recipes/unpaid-invoices.md': 170,
	'docs/recipes/webhooks.md': 220,
	'docs/reference/api-request.md': 250,
	'docs/reference/changes.md': 340,
	'docs/reference/codes.md': 300,
	'docs/reference/create.md': 1250,
	'docs/reference/credential.md': 540,
	'docs/reference/errors.md': 440,
	'docs/reference/exports.md': 590,
	'docs/reference/files.md': 280,
	'docs/reference/find.md': 360,
	'docs/reference/first-run.md': 420,
	'docs/reference/install.md': 290,
	'docs/reference/limits.md': 530,
	'docs/reference/lists.md': 750,
	'docs/reference/operations.md': 300,
	'docs/reference/organizations.md': 270,
	'docs/reference/preview.md': 290,
	'docs/reference/queue-mode.md': 190,
	'docs/reference/summarize.md': 230,
	'docs/reference/trigger.md': 690,
	'docs/reference/undo.md': 220,
};

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

if (require.main === module) {
	let total = 0;
	for (const page of writtenPages()) {
		const { words, sentences } = proseOf(page);
		const longest = Math.max(0, ...sentences.map(wordsOf));
		const limit = page in maxWords ? ` of ${maxWords[page]}` : '';
		console.log(`${page}: ${words}${limit} words, longest sentence ${longest}`);
		if (page in maxWords) total += words;
	}
	const limit = Object.values(maxWords).reduce((sum, words) => sum + words, 0);
	console.log(`${total} of ${limit} words outside docs/api`);
}
