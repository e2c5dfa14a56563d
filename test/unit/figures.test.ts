/** Numbers and lists on pages that are constants or defaults of the code. Those of security.md are written by npm run generate. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';

import { projectFolder } from '../../dev/release/manifest';
import { contactRecord } from '../../nodes/AccountingService/resources/contact/contactRecord';
import { probeUntilListed } from '../../nodes/AccountingService/once/unknownOutcome';
import { defaultRetryPolicy, nextDelayMs } from '../../nodes/shared/client/retry';
import { listLagSeconds } from '../../nodes/shared/lists/lag';
import { pageSizeLimits } from '../../nodes/shared/client/settings';
import { allFields } from './support/descriptions';

const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');

/** A numeric constant, as the source file states it: 32 * 1024 * 1024, or 100_000. */
function constant(file: string, name: string): number {
	const pattern = new RegExp(`const ${name} = ([\\d_ *]+);`);
	const factors = pattern.exec(read(`nodes/${file}.ts`))?.[1].split('*');
	if (factors === undefined) throw new Error(`${file} has no number ${name}`);
	return factors.reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
}

/** The field of a form that begins so: "action" or "trigger". */
function field(form: string, name: string): INodeProperties {
	const found = allFields.find((one) => one.path.startsWith(form) && one.field.name === name);
	if (found === undefined) throw new Error(`The form ${form} has no field ${name}`);
	return found.field;
}

const usual = (form: string, name: string) => Number(field(form, name).default);

const range = (form: string, name: string) => {
	const { minValue, maxValue } = field(form, name).typeOptions ?? {};
	return `${minValue} to ${maxValue}`;
};

const words = 'no one two three four five six seven eight nine ten'.split(' ');
const thousands = (number: number) => number.toLocaleString('en');
const inWords = (number: number) => words[number] ?? String(number);
const minutes = (ms: number) => inWords(ms / 60_000);
const aMinute = (seconds: number) => (seconds === 60 ? 'a minute' : `${seconds} seconds`);
const megabytes = (bytes: number) => bytes / 2 ** 20;
const listed = (texts: Array<number | string>) =>
	`${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;

const pollSeconds = constant('AccountingServiceTrigger/poll', 'longestPollMs') / 1000;
const unpaid = thousands(constant('AccountingServiceTrigger/olderUnpaid', 'maxUnpaid'));
const buffered = megabytes(constant('AccountingService/export/store', 'bufferedFileBytes'));
const tries = usual('action', 'maxTries');
const retryMinutes = constant('shared/client/retry', 'maxMinutes');
const newestKeys = usual('action', 'lookBack');

/** Between the tries after 429 without Retry-After, without what spreads parallel pages. */
const rateLimitWaits = Array.from({ length: tries - 1 }, (_, index) =>
	nextDelayMs({ ...defaultRetryPolicy, baseDelayMs: 0 }, index + 1, 0, { status: 429 }),
).map((ms = NaN) => Math.round(ms / 1000));

/** With up to two for the token. */
const checkRequests = constant('AccountingService/check/asking', 'maxCheckRequests') + 2;
const secondRequests = constant('AccountingService/check/asking', 'maxSecondRequests');
const pagesPerPoll = constant('AccountingServiceTrigger/olderUnpaid', 'pagesPerPoll');

/** What the form says, which is what polls take (test/engine/trigger/pages.test.ts). */
function requestsToWatch(documents: number): string | undefined {
	const { description = '' } = field('trigger', 'newestDocuments');
	return new RegExp(`(\\d+)(?: requests?)? for ${documents}\\b`).exec(description)?.[1];
}

const mostWatched = Number(field('trigger', 'newestDocuments').typeOptions?.maxValue);

/** The requests of a list, as limits.md says and test/unit/lists/requests.test.ts counts. */
function requestsToRead(documents: number): number {
	const row = `| ${thousands(documents)} | `;
	return Number(read('docs/reference/limits.md').split(row)[1]?.split(' ')[0].replace(',', ''));
}

/** Rounded up, if each request takes half a second. */
const minutesFor = (requests: number) => Math.ceil(requests / 2 / 60);

/** Texts by page, each with at least one number of the code. */
const figures: Record<string, string[]> = {
	'README.md': [
		`newest ${newestKeys} documents`,
		`For 10,000, it sends ${requestsToRead(10_000)} requests: at most ${aMinute(60 * minutesFor(requestsToRead(10_000)))}`,
	],
	'docs/api/behaviours.md': [
		`the last pause after 429 is ${aMinute(defaultRetryPolicy.maxDelayMs / 1000)}.`,
		`After ${inWords(constant('shared/client/renewal', 'maxEarlyRefusals'))} new tokens refused in a row`,
	],
	'docs/api/writes.md': [
		`after "not found", for up to ${probeUntilListed.seconds} seconds`,
		`if it is gone, reads the list for up to ${probeUntilListed.seconds} seconds`,
		`create a payment reminder | reads the list for up to ${probeUntilListed.seconds} seconds`,
		`order of documents | reads the list for up to ${probeUntilListed.seconds} seconds`,
		`at most ${aMinute(listLagSeconds)}; if it was stopped`,
		`For ${aMinute(listLagSeconds)}, a reminder`,
		`in requests of *Batch Size*, ${usual('action', 'batchSize')} by default`,
		`the newest documents, ${newestKeys} by default`,
		`their number, and the first ${constant('AccountingService/once/uniqueByCheck', 'maxDoubled')}.`,
	],
	'docs/internals/completeness.md': [
		`at most ${constant('shared/lists/passes', 'maxFastPasses')} times`,
		`sends at most ${constant('shared/lists/pageReader', 'requestsPerPass')} requests`,
		`a read at most ${thousands(constant('shared/lists/pageReader', 'mostRequests'))}.`,
		`${inWords(constant('shared/lists/pageReader', 'requestsPerPage'))} per page of different records`,
		`repeats another one, up to ${inWords(constant('shared/lists/pageReader', 'believedRepeats'))} times`,
		`with ${inWords(constant('shared/lists/passes', 'unmovedRecords'))} records in known order`,
		`up to ${minutes(constant('shared/lists/pauses', 'longestWaitMs'))} minutes in all`,
		`${inWords(constant('shared/lists/slowRead', 'maxEqualPasses'))} equal ones without proof`,
		`harmless in ${inWords(constant('shared/lists/firstPage', 'harmlessReads'))} reads`,
		`after ${inWords(constant('shared/lists/firstPage', 'refusedReads'))} errors, it repeats the error for ${minutes(constant('shared/lists/firstPage', 'refusedForMs'))} minutes`,
		`for ${inWords(constant('shared/lists/firstPage', 'maxLooks') - 1)} or ${inWords(constant('shared/lists/firstPage', 'maxLooks'))} requests`,
	],
	'docs/internals/performance.md': [
		`of ${constant('AccountingService/send/previewedDocument', 'maxRead')} deletions reads in four rounds of ${constant('AccountingService/send/previewedDocument', 'maxAtOnce')}`,
	],
	'docs/internals/security.md': [
		`up to ${thousands(constant('shared/client/token', 'maxHeld'))} credentials`,
		`up to ${constant('shared/client/token', 'maxRefused')} refused ones`,
		`up to ${unpaid} unpaid documents; IDs and fingerprints of up to ${thousands(constant('AccountingServiceTrigger/replaced', 'maxReplaced'))} changed`,
		`under ${constant('shared/client/redact', 'minLength')} characters, and hides ${constant('shared/client/redact', 'minLength')} to ${constant('shared/client/echoes', 'minLengthInWords') - 1} characters only`,
		`secrets of at least ${constant('shared/client/redact', 'shortestInOutput')} characters`,
	],
	'docs/recipes/ai-agent.md': [
		`at most ${constant('shared/fields/agentForm', 'maxForAgent')} in \`documents\``,
		`about ${thousands(constant('shared/agents', 'maxCharacters'))} characters`,
		`${constant('shared/agents', 'maxRequestsForAgent')} pages do not reach the end`,
		`its first ${constant('shared/agents', 'maxTextCharacters')} characters`,
		`at most ${thousands(constant('shared/n8n/failures', 'maxTextLength'))} characters`,
	],
	'docs/recipes/invoice-paid.md': [`up to ${unpaid}`],
	'docs/recipes/many-companies.md': [
		`forty companies with 1,000 documents take ${inWords(minutesFor(40 * requestsToRead(1000)))} minutes at most; with 10,000, they take ${minutesFor(40 * requestsToRead(10_000))}.`,
	],
	'docs/recipes/rows-to-invoices.md': [`newest ${newestKeys} documents`],
	'docs/recipes/shop-orders.md': [`newest ${newestKeys} documents`],
	'docs/recipes/webhooks.md': [`changes ${usual('action', 'batchSize')} documents per request`],
	'docs/reference/find.md': [
		`It returns ${listed(Object.keys(contactRecord.simplified).map((code) => `\`${code}\``))}.`,
	],
	'docs/reference/changes.md': [
		`documents are gone or no longer match. Default: ${usual('action', 'maxDeletions')} |`,
		`for ${constant('AccountingService/export/secondLook', 'maxSecondLooks')} in a run`,
	],
	'docs/reference/codes.md': [`newest ${constant('shared/documents/states', 'newest')} documents`],
	'docs/reference/create.md': [
		`for up to ${probeUntilListed.seconds} seconds`,
		`at most ${thousands(constant('AccountingService/once/knownDocuments', 'maxForCopies'))} documents or`,
		`both directions: ${newestKeys} by default`,
		`with an error at ${thousands(constant('AccountingService/once/newestDocuments', 'maxInAnyOrder'))}.`,
		`waits up to ${aMinute(listLagSeconds)} until`,
		`of more than ${inWords(constant('AccountingService/once/waiting', 'longWaitMs') / 1000)} seconds`,
		`more than ${constant('AccountingService/resources/paymentOrder/documents', 'maxChecked')} documents`,
	],
	'docs/reference/credential.md': [
		`${checkRequests} requests, or ${checkRequests + secondRequests} if settings seem wrong`,
	],
	'docs/reference/errors.md': [`up to ${retryMinutes} minutes`],
	'docs/reference/exports.md': [
		`sheet reaches ${buffered} MB`,
		`longer than ${thousands(constant('AccountingService/export/xlsxCells', 'maxCellCharacters'))} characters`,
		`about ${constant('AccountingService/export/part', 'chunkBytes') / 1024} kB`,
		`files of at most ${buffered} MB`,
		`exports over ${3 * buffered} MB`,
	],
	'docs/reference/limits.md': [
		`at most ${pageSizeLimits.maximum} documents per page`,
		`without them, about ${listed(rateLimitWaits)} seconds`,
		`1, or by default up to ${1 + pagesPerPoll + 3} for *Document Paid*`,
		`missing document, up to ${constant('AccountingService/export/secondLook', 'maxSecondLooks')} documents`,
		`tries up to ${tries} times (**Max Tries**) within ${retryMinutes} minutes`,
		`The trigger tries ${constant('AccountingServiceTrigger/poll', 'triesPerRequest')} times within the ${pollSeconds} seconds of a poll`,
		`1 per ${usual('action', 'batchSize')} documents (**Batch Size**)`,
		`does not read, up to ${constant('AccountingService/send/previewedDocument', 'maxRead')}`,
		`reads at most ${constant('shared/agents', 'maxRequestsForAgent')} pages`,
	],
	'docs/reference/lists.md': [
		`| ${usual('action', 'pageSize')}, ${usual('action', 'parallelPages')} |`,
		`| ${tries}, ${usual('action', 'timeoutSeconds')} |`,
		`unpacked | ${usual('action', 'maxResponseSize')} |`,
	],
	'docs/reference/match-payments.md': [
		`newest ${constant('AccountingService/resources/accountingDocument/matchPayments.operation', 'maxUnlisted')} of them`,
		`at least ${constant('AccountingService/match/scope', 'minNumber')} letters or digits`,
		`at least ${constant('AccountingService/match/keys', 'minNumberDigits')} digits, or ${constant('AccountingService/match/keys', 'minMixed')} letters and digits`,
		`reads at most ${constant('shared/agents', 'maxRequestsForAgent')} pages`,
	],
	'docs/reference/preview.md': [
		`the first ${inWords(constant('AccountingService/concerns/preview', 'maxRows'))} sentences`,
		`reads up to ${constant('AccountingService/send/previewedDocument', 'maxRead')} records`,
	],
	'docs/reference/summarize.md': [
		`${constant('AccountingService/summary/section', 'maxRows')} largest groups`,
	],
	'docs/reference/trigger.md': [
		`1, or ${requestsToWatch(mostWatched)} if it watches ${mostWatched}`,
		`up to ${pagesPerPoll} (${thousands(pagesPerPoll * pageSizeLimits.maximum)} documents)`,
		`watch for changes, ${range('trigger', 'newestDocuments')} | ${usual('trigger', 'newestDocuments')} |`,
		`per poll, ${range('trigger', 'maxItemsPerPoll')}.`,
		`The next poll returns the rest. | ${usual('trigger', 'maxItemsPerPoll')} |`,
		`also ${unpaid} older unpaid documents`,
		`until ${aMinute(listLagSeconds)} after it was reported`,
		`limit of ${pollSeconds} seconds`,
		`beyond the newest ${unpaid}`,
	],
	'nodes/AccountingServiceTrigger/form.json': [
		`Payments of up to ${unpaid} unpaid documents`,
		`watches up to ${unpaid} unpaid documents`,
	],
};

describe.each(Object.entries(figures))('%s', (page, texts) => {
	const shown = read(page).replace(/\s+/g, ' ').toLowerCase();

	it.each(texts)('says: %s', (text) => {
		expect(shown.includes(text.toLowerCase())).toBe(true);
	});
});
