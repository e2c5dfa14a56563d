import { verdicts } from '../../../nodes/AccountingService/check/report';
import { action, groupNames, shownNames, trigger } from './descriptions';

/** What is no name of this package, but stands where its names do. A test finds those that no text needs any more. */
export const foreignNames: string[] = [
	// Nodes of n8n.
	...['AI Agent', 'Aggregate', 'Chat Trigger', 'Data Table', 'Edit Fields', 'Extract from File'],
	...['Google Drive', 'Google Sheets', 'HTTP Request', 'HTTP Request node', 'If'],
	...['Manual Trigger', 'On Form Submitted', 'Read/Write Files from Disk', 'Remove Duplicates'],
	...['Schedule Trigger', 'Send Email', 'Slack', 'Split Out', 'Wait', `${action.displayName} Tool`],
	// Fields, choices, pages and buttons of n8n.
	...['Accounting Service API', 'Add line item', 'All Other Fields', 'Allowed Domains'],
	...['Allowed HTTP Request Domains', 'Approve', 'Attachments', 'Authentication', 'Bearer Auth'],
	...['Community nodes', 'Continue', 'Continue (using error output)', 'Crashed', 'Credential'],
	...['Decline', 'Encoding', 'Error', 'Error Workflow', 'Executions', 'Expression'],
	...['Extract From CSV', 'Extract From XLSX', 'Fetch Test Event', 'Fields To Split Out'],
	...['Get Row(s)', 'History Size', 'Import from file', 'Include', 'Include Other Input Fields'],
	...['Install', 'Latin1', 'Let the model define this parameter', 'More details', 'On Error'],
	...['Poll Times', 'Predefined Credential Type', 'Production URL', 'Resolved', 'Retry On Fail'],
	...['Remove Items Processed in Previous Executions', 'Save', 'Settings', 'Starting Line', 'Tool'],
	...['Uninstall', 'Upsert', 'XML', 'XML to JSON', 'false', 'is equal to', 'true'],
	// Of the service, of banks and of other programs.
	...['API', 'CZ on 2026-01-15 (Issued, Domestic)', 'Class could not be found', 'D', 'DBIT'],
	...[
		'Debit',
		'Draft',
		'Excel',
		'MD',
		'Nastavení',
		'Nastavení Trivi',
		'Odchozí',
		'Price',
		'Companies',
	],
	...['Report a vulnerability', 'Security', 'Streamable HTTP', 'Trivi settings'],
	...['Waiting For Approval', 'Částka', 'Èástka', 'Europe/Prague'],
	...[
		'Apple Mail',
		'Debian',
		'Docker',
		'LibreOffice Calc',
		'Node.js',
		'Redis',
		'Go',
		'Sage',
		'Trivi',
		'Cloud',
		'App IDs',
	],
	...['Example Ltd', 'Monday', 'Mondays', 'New York', 'Prague', 'September'],
	// Names side by side.
	...['File ID', 'Frequency Monthly', 'If Output', 'Output Raw', 'Send API', 'Trivi API'],
	// Of the output, of the changelog, and words that a page explains.
	...['Unreleased', 'hint', 'node', 'setting needed', 'settings of the credential', 'the service'],
];

/** What forms show, and the few names that the output shows. */
export const formNames: string[] = [
	...new Set([...shownNames, ...groupNames, ...Object.values(verdicts)]),
	...[action.displayName, trigger.displayName],
];

const known = new Set([...formNames, ...foreignNames]);

/**
 * Whether it is a name, several ones with arrows between them, or the beginning of one: "Path of …".
 * @param own the names of nodes of a workflow
 */
export function isName(text: string, own: string[] = []): boolean {
	if (text.endsWith('…'))
		return [...formNames, ...own].some((name) => name.startsWith(text.slice(0, -1)));
	if (known.has(text) || own.includes(text)) return true;
	return / [→>] /.test(text) && text.split(/ [→>] /).every((part) => isName(part, own));
}

const pairsOf = (text: string) =>
	new Set(Array.from(text.toLowerCase().slice(1), (_, at) => text.toLowerCase().slice(at, at + 2)));

/** The names with the largest shares of common pairs of letters. */
export function similarNames(text: string): string {
	const wanted = pairsOf(text);
	const share = (name: string) => {
		const pairs = pairsOf(name);
		return [...pairs].filter((pair) => wanted.has(pair)).length / (pairs.size + wanted.size);
	};
	const sorted = formNames
		.map((name) => ({ name, share: share(name) }))
		.sort((one, other) => other.share - one.share);
	return sorted
		.slice(0, 3)
		.map(({ name }) => name)
		.join(', ');
}
