import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/** A rule of docs/faults.md, and the tests that hold it: file below `test`, words of a title or row in it. */
interface Rule {
	rule: string;
	heldBy: Array<[file: string, title: string]>;
}

const rules: Rule[] = [
	{
		rule: 'Nothing hangs: an exchange ends at its timeout, which is 10 seconds longer for each MB of a file, whatever drips or stays silent, and within a second when the execution is cancelled; the token exchange too',
		heldBy: [
			['engine/bounds.test.ts', 'an exchange ends at its deadline'],
			['engine/bounds.test.ts', 'a packed answer that breaks, which is asked for again'],
			['engine/bounds.test.ts', 'waits no longer for a token'],
			['engine/tokenTooSlow.test.ts', 'once for all who wait, and the next one is free'],
		],
	},
	{
		rule: 'Answers that go on for ever end: pages that bring nothing new, counts that grow, limits that no filter meets, a trigger that catches up',
		heldBy: [
			['unit/lists/listing.property.test.ts', 'a bounded number of requests'],
			['engine/agent.test.ts', 'answers a list in small'],
			['engine/triggerBacklog.test.ts', 'ends each poll within its time'],
		],
	},
	{
		rule: 'An answer has a largest size (**Max Answer Size (MB)**, 64 by default), unpacked; JSON a depth, a number a length, a count of pages a limit',
		heldBy: [
			['engine/bounds.test.ts', 'the size of an answer'],
			['unit/client/json.test.ts', 'refuses %s'],
			['unit/client/envelope.test.ts', 'does without a count that is missing'],
		],
	},
	{
		rule: 'Work grows with the length of an answer, not faster',
		heldBy: [
			['unit/client/json.test.ts', 'reads a megabyte of %s'],
			['unit/export/numbers.test.ts', "'9'.repeat(200_000)"],
			['unit/export/files.test.ts', 'takes time that grows with the text and no faster'],
		],
	},
	{
		rule: 'A refusal inside 200 is a refusal in every usual shape, also beside an empty list; a message alone beside one is shown; a list or record is read in its wrapper; an empty list may be null or 204',
		heldBy: [
			['unit/client/envelope.test.ts', 'takes a refusal of any usual shape'],
			['engine/answers.test.ts', 'is none where a refusal came'],
			['engine/answers.test.ts', 'is none beside %j'],
			['engine/answers.test.ts', 'is handed on with the words of the service beside it'],
			['engine/answers.test.ts', 'is taken out of its wrapper'],
			['engine/answers.test.ts', 'is empty where it is told as %s'],
		],
	},
	{
		rule: 'A change that is answered with a message only is no refusal without a sign of failure: it is done, or its outcome is told as open',
		heldBy: [
			['engine/messageAnswers.test.ts', 'is open, and no refusal'],
			['engine/messageAnswers.test.ts', 'is refused where a sign of failure is in it'],
			['engine/messageAnswers.test.ts', 'is done, whatever shows of it'],
		],
	},
	{
		rule: 'What is read of another record than the one asked for is refused: it is never written back, and shows no change as done',
		heldBy: [
			['engine/otherRecords.test.ts', 'is refused, and not written back'],
			['engine/otherRecords.test.ts', 'does not show that a lost change was done'],
			['engine/otherRecords.test.ts', 'in the answer of a change leaves it open'],
		],
	},
	{
		rule: 'A change that is answered with an object that is no record is open, or refused where a sign of failure is in it',
		heldBy: [
			['engine/messageAnswers.test.ts', 'is an open outcome'],
			['engine/messageAnswers.test.ts', 'is a refusal where it says so'],
		],
	},
	{
		rule: 'Options that are needed only after a lost answer are checked before anything is sent',
		heldBy: [['engine/optionsBeforeSending.test.ts', 'is refused before anything is sent']],
	},
	{
		rule: 'Errors name the right cause: an answer that was cut off, stopped coming or cannot be unpacked; JSON that no parser takes, and HTTP that is none; a proxy in between; an address where nothing is; pages smaller than can be asked for. What may pass is asked for again, and nothing else',
		heldBy: [
			['engine/causes.test.ts', 'is told as that, and asked for again'],
			['engine/causes.test.ts', 'is told as that, and asked for once'],
			['engine/causes.test.ts', 'an answer that is not HTTP is told as that'],
			['engine/causes.test.ts', 'a proxy that asks for a sign-in'],
			['engine/failures.test.ts', 'says what happened and what to do next'],
			['engine/tokenEnds.test.ts', 'that finds nothing is told as one of the address'],
			['engine/smallPages.test.ts', 'is told where it gives fewer than can be asked for'],
			['unit/client/cutOff.test.ts', 'is what every beginning of an object or a list is'],
		],
	},
	{
		rule: 'A list ends where the service has no more, whatever it answers beyond the last page: nothing, a refusal, the last page or the first',
		heldBy: [
			['engine/ownSizes.test.ts', 'is read in full'],
			['engine/stopsAnswering.test.ts', 'is not taken for the end of the list'],
		],
	},
	{
		rule: 'Byte order marks and character sets are honoured; numbers that no double holds keep their digits',
		heldBy: [
			['engine/answers.test.ts', 'the character set of an answer'],
			['engine/answers.test.ts', 'keeps the digits of numbers that no double holds'],
			['engine/exportBytes.test.ts', 'XLSX: numbers where a cell can hold them'],
		],
	},
	{
		rule: 'A file is never complete over what no parser takes, as broken JSON in a record, nor over a list that stands twice in its envelope; of a name that comes twice in a record the last value counts, in files and sums alike; bytes that are no UTF-8 become U+FFFD in a file, which is said beside it; else NDJSON keeps the very bytes',
		heldBy: [
			['engine/exportBytes.test.ts', 'keys that come twice: file and sums say the same'],
			['engine/exportBytes.test.ts', 'within a record: an error, and no file'],
			['engine/answers.test.ts', 'a list that stands twice in its envelope'],
			['engine/exportBytes.test.ts', 'bytes that are no UTF-8'],
		],
	},
	{
		rule: 'A filter that is applied here treats what is missing as missing; what looks like a value and is none stays a text',
		heldBy: [
			['engine/filters.test.ts', 'filters that the node applies itself'],
			['unit/export/files.test.ts', "['2026-02-30', 'date', '2026-02-30']"],
		],
	},
	{
		rule: 'What a service ignores in a search (text, totals, other filters, the sort direction where an export rests on it) is an error that names the setting, found before anything is handed on',
		heldBy: [
			['engine/ignoredCriteria.test.ts', 'is refused where it is %s'],
			['engine/ignoredCriteria.test.ts', 'is found out by the trigger when it is published'],
			['engine/exportBounds.test.ts', 'Resume After ID does not export the wrong half'],
		],
	},
	{
		rule: 'A service that counts pages from 0, or does not know the page number or page size by its name, is told, in lists and in the trigger',
		heldBy: [
			['engine/counts.test.ts', 'counts one look before the first page'],
			['engine/triggerPages.test.ts', 'is told when First Page is left at 1'],
			['engine/triggerPages.test.ts', 'is told, with the parameter to set'],
			['engine/faults.test.ts', 'is what the documentation says'],
		],
	},
	{
		rule: 'A nightly export survives quiet nights',
		heldBy: [['engine/exportBounds.test.ts', 'quiet nights do not stop the next one']],
	},
	{
		rule: 'What a person or an expression enters is used or refused by name before anything is sent',
		heldBy: [
			['engine/input.test.ts', 'bad input is refused before anything is sent'],
			['engine/givenByExpression.test.ts', 'what an expression gives is refused by name'],
			['unit/form.test.ts', 'every switch of every operation'],
			['engine/oddInput.test.ts', 'input that looks odd but is right'],
			['engine/exportBounds.test.ts', 'without the field that an expression reads'],
		],
	},
	{
		rule: 'Other Filters override nothing that the node sets, in any letter case; file names are printable and at most 255 bytes long, numbered or not',
		heldBy: [
			['engine/input.test.ts', "['page', 'PAGESIZE', 'sortDirection', 'ValueFrom', 'scope']"],
			['unit/export/files.test.ts', 'are printable, and no longer than file systems bear'],
		],
	},
	{
		rule: 'Secret, App ID and token are in no message, echoed or not: as they are, in part, escaped once or again, in base64 or hexadecimal digits, broken by line ends or characters without width',
		heldBy: [
			['engine/echoes.test.ts', 'hides a secret escaped for JSON and for HTML'],
			['engine/echoes.test.ts', 'a secret that is echoed in other forms is hidden as well'],
			['engine/echoes.test.ts', 'a token that is echoed cut short is hidden as well'],
			['unit/client/quote.test.ts', 'shows no secret in any form'],
			['engine/secrets.test.ts', 'what is echoed does not get out'],
		],
	},
	{
		rule: 'The token goes to its own address only, and one that was taken without checking the certificate serves no credential that checks it',
		heldBy: [
			['engine/secrets.test.ts', 'the token goes to its own address only'],
			['engine/secrets.test.ts', 'and is not that of another address, secret or certificate check'],
		],
	},
	{
		rule: 'What is quoted of the service is one printable line of bounded length; what nobody sees, or what turns a text, is in no error, hint, name to pick or answer to an agent, and stays in items and files',
		heldBy: [
			['unit/client/quote.test.ts', 'is short, whatever it is given'],
			['unit/client/quote.test.ts', 'prints what can be printed'],
			['engine/secrets.test.ts', 'are short and printable wherever they are shown'],
			['engine/unseen.test.ts', 'stay in the data of items, as they came'],
			['engine/unseen.test.ts', 'do not get to agents that are'],
			['engine/unseen.test.ts', 'are in no error, which is bounded as well'],
			['engine/unseen.test.ts', 'are in no hint'],
			['engine/unseen.test.ts', 'are in no name of a list to pick from'],
		],
	},
	{
		rule: 'An agent gets bounded answers, with the texts of documents marked as data of third parties',
		heldBy: [
			['engine/agent.test.ts', 'says that there is no more when all are shown'],
			['engine/agent.test.ts', 'unless it would flood the model'],
		],
	},
	{
		rule: 'No cell of a CSV file is a formula, whatever separator it is opened with',
		heldBy: [
			['unit/export/files.test.ts', 'formulas in cells of a CSV file'],
			['engine/export.test.ts', 'no cell that a spreadsheet would run'],
		],
	},
	{
		rule: 'Tokens are renewed before they end, and after 401, 403, 400, a login page or a redirect; the exchange is repeated on 408, 425, 429 and 5xx',
		heldBy: [
			['engine/tokenEnds.test.ts', 'a token near its end is renewed before it is refused'],
			['engine/tokenEnds.test.ts', 'a stored token that has ended'],
			['engine/token.test.ts', 'trouble with the exchange while a token is renewed'],
		],
	},
	{
		rule: 'An answer that names the token as ended, with 200, 400, 401, 403, 419, 440 or 498, costs one new token, in readings, changes and files alike; what stays after that is believed; with another status it is about the address',
		heldBy: [
			['engine/tokenEnds.test.ts', 'costs a reading one new token'],
			['engine/tokenEnds.test.ts', 'fails a write at most once'],
			['engine/tokenEnds.test.ts', 'is believed when a new one is no help'],
			['engine/resources/apiRequestFile.test.ts', 'costs one new token, also a change'],
			['engine/causes.test.ts', 'is not one about the access token with %i'],
		],
	},
	{
		rule: 'The trigger supports ids that are no numbers, or refuses them at once',
		heldBy: [
			['engine/triggerMemory.test.ts', 'are refused at once, with the way out'],
			['engine/triggerMemory.test.ts', 'go by the order of the list where that is allowed'],
		],
	},
	{
		rule: 'The trigger reads pages of the service’s own size as lists do, and catches up whatever comes behind their end, without a count or with a wrong one',
		heldBy: [
			['engine/triggerPages.test.ts', 'A service with pages of its own size'],
			['engine/ownPages.test.ts', 'a service with pages of its own size'],
			['engine/triggerPages.test.ts', 'is watched as far back as it says'],
			['engine/triggerPages.test.ts', 'loses nothing of a burst that is caught up with'],
		],
	},
	{
		rule: 'The trigger’s memory stays small with long texts, and forgets no document',
		heldBy: [['engine/triggerMemory.test.ts', 'stays below 256 kB with a thousand documents']],
	},
	{
		rule: 'Documents that leave and come back, late ones, and answers that lag behind bring no event twice and miss none',
		heldBy: [
			['engine/triggerStale.test.ts', 'a document that leaves the watched ones and comes back'],
			['engine/triggerStale.test.ts', 'an answer that lags behind brings nothing twice'],
			['engine/triggerStale.test.ts', 'is found after newer ones were deleted'],
		],
	},
	{
		rule: 'Paid, unpaid and paid again is two events, whether or not n8n saves quiet polls',
		heldBy: [
			[
				'engine/triggerUnpaid.test.ts',
				'are reported twice when they are paid, unpaid and paid again',
			],
			['engine/triggerChanges.test.ts', 'has another event id each time it goes the same way'],
		],
	},
	{
		rule: 'The trigger’s errors name the parameter that is wrong; what the pages here quote exists',
		heldBy: [
			['engine/triggerErrors.test.ts', 'reaches n8n in words'],
			['engine/triggerErrors.test.ts', 'A form that cannot be used'],
			['unit/docs.test.ts', 'quotes a message that exists'],
			['unit/docs.test.ts', 'names only fields and choices that exist'],
		],
	},
	{
		rule: 'A document that begins to match a search is not created',
		heldBy: [
			['engine/triggerMemory.test.ts', 'A document that begins to match the search'],
			['engine/triggerMemory.test.ts', 'is created when the search was only late to find it'],
		],
	},
	{
		rule: 'Triggers are told apart by their node: deleted and added again, names swapped, another credential',
		heldBy: [
			['engine/triggerIdentity.test.ts', 'go on where each of them was'],
			['engine/triggerIdentity.test.ts', 'no flood, and nothing is lost'],
			[
				'engine/triggerIdentity.test.ts',
				'to another organization is noticed also where ids are shared',
			],
		],
	},
	{
		rule: 'Polls that n8n runs side by side, or gives an older memory, hand on each event once',
		heldBy: [
			['engine/triggerEngines.test.ts', 'hand on every event once'],
			['engine/triggerEngines.test.ts', 'also when the second has the state from before the first'],
		],
	},
	{
		rule: 'An empty answer by mistake loses nothing',
		heldBy: [
			['engine/triggerIdentity.test.ts', 'A first answer that is empty by mistake'],
			['engine/triggerPages.test.ts', 'An answer that is empty by mistake'],
		],
	},
];

function table(): string {
	const rows = rules.map(({ rule, heldBy }) => {
		const files = [...new Set(heldBy.map(([file]) => `\`test/${file}\``))].join(', ');
		return `| ${rule} | ${files} | 0 | 0 | 0 | 0 |`;
	});
	return [
		'| The rule | Held by | Lost | Twice | Hung | Leaked |',
		'| --- | --- | --- | --- | --- | --- |',
		...rows,
	].join('\n');
}

describe('the rules that hold for every answer', () => {
	const held = rules.flatMap(({ rule, heldBy }) =>
		heldBy.map(([file, title]) => ({ rule, file, title })),
	);
	it.each(held)('$file: $title', ({ file, title }) => {
		const path = join(root, 'test', file);
		expect([file, existsSync(path)]).toEqual([file, true]);
		expect(title).not.toBe('');
		expect(readFileSync(path, 'utf8')).toContain(title);
	});

	it('are what the documentation says', () => {
		expect(readFileSync(join(root, 'docs/faults.md'), 'utf8')).toContain(table());
	});
});
