import path from 'node:path';

import type { RunningSandbox } from '../../sandbox';
import { readExample, withCredential, withPreviewOff } from '../lib/example';
import { chain, triggerType, type StoredCredential } from '../lib/flow';
import type { RestSession } from '../lib/rest';
import { everySeconds } from '../lib/triggerStage';
import type { WorkflowFile, WorkflowNode } from '../lib/types';
import { eventsTable } from './books';
import type { Broken } from './broken';
import { start, webhook } from '../lib/webhook';

export const formats = ['csv', 'ndjson', 'xlsx'] as const;

/** Workflows that start every day, and those that wait for an event. */
export const jobs = [
	'rows',
	'state',
	'reminders',
	'changes',
	'report',
	...formats.map((format) => `export-${format}` as const),
] as const;
export type Job = (typeof jobs)[number];
export const triggers = ['created', 'paid', 'changed'] as const;
export const shop = 'shop';
export const everyone = [...jobs, shop, ...triggers] as const;
export type Everyone = (typeof everyone)[number];

/** Credentials of the company: its own database and mail server. */
export interface Places {
	postgres: StoredCredential;
	smtp: StoredCredential;
	filesFolder: string;
}

const starters = ['n8n-nodes-base.manualTrigger', 'n8n-nodes-base.scheduleTrigger'];

/** The example without its preview, started by a request with the day, which replaces the clock. */
function daily(example: string, name: string): WorkflowFile {
	const workflow = withPreviewOff(readExample(example));
	const isStarter = ({ type }: WorkflowNode) => starters.includes(type);
	const started = workflow.nodes.filter(isStarter).map((node) => node.name);
	const day = `DateTime.fromISO($('${start}').first().json.body.day)`;
	const nodes = JSON.stringify(workflow.nodes.filter((node) => !isStarter(node)));
	const others = Object.entries(workflow.connections).filter(([from]) => !started.includes(from));
	const targets = workflow.connections[started[0] ?? ''] ?? { main: [] };
	return {
		...workflow,
		name,
		nodes: [
			webhook(name),
			...(JSON.parse(nodes.replace(/\$(?:now|today)\b/g, day)) as WorkflowNode[]),
		],
		connections: { ...Object.fromEntries(others), [start]: targets },
	};
}

/** The workflow with some of its nodes replaced. */
function altered(
	workflow: WorkflowFile,
	changes: Record<string, (node: WorkflowNode) => Partial<WorkflowNode>>,
): WorkflowFile {
	const nodes = workflow.nodes.map((node) => ({ ...node, ...changes[node.name]?.(node) }));
	return { ...workflow, nodes };
}

/** Adds parameters to those of a node. */
const set = (more: Record<string, unknown>) => (node: WorkflowNode) => ({
	parameters: { ...node.parameters, ...more },
});

/** The node of {@link rowsToInvoices} that imports. */
export const importer = 'Create Invoices';

/** Whether the request asks for a preview. */
export const isPreview = `$('${start}').first().json.body.preview === true`;

/** One invoice per order number of the rows in the request, or their preview. */
export function rowsToInvoices(name: string, broken?: Broken): WorkflowFile {
	return altered(daily('rows-to-invoices', name), {
		Rows: set({ jsonOutput: '={{ JSON.stringify({ rows: $json.body.rows }) }}' }),
		[importer]: set({
			options: {
				preview: `={{ ${isPreview} }}`,
				combineItemsBy: 'order',
				...(broken !== 'uniqueBy' && { uniqueBy: 'orderNo' }),
			},
			issueDate: '={{ $json.issued }}',
			dueDate: '={{ $json.due }}',
			additionalFields: { orderNo: '={{ $json.order }}' },
		}),
	});
}

/** The examples with the company's values. */
function workflowOf(job: Job, places: Places, broken?: Broken): WorkflowFile {
	const { postgres, smtp, filesFolder } = places;
	const inFolder = (name: string) => path.join(filesFolder, name);
	switch (job) {
		case 'rows':
			return rowsToInvoices(job, broken);
		case 'state':
			return daily('change-state-in-bulk', job);
		case 'reminders':
			return daily('remind-of-overdue-invoices', job);
		case 'changes':
			return altered(daily('changes-to-postgres', job), {
				'Create Table': () => ({ credentials: { postgres } }),
				'Apply Changes': () => ({ credentials: { postgres } }),
				'Read Manifest': set({
					fileSelector: inFolder(broken === 'manifest' ? 'none' : 'documents.manifest'),
				}),
				'Write Manifest': set({ fileName: inFolder('documents.manifest') }),
			});
		case 'report':
			return altered(daily('monday-report', job), {
				'Send Email': () => ({ credentials: { smtp } }),
			});
		default: {
			const format = job.slice('export-'.length);
			return altered(daily('nightly-export', job), {
				'Export Issued Invoices': set({ format }),
				'Write File': set({ fileName: `=${inFolder('{{ $json.fileName }}')}` }),
			});
		}
	}
}

const pollEverySeconds = { created: 3, paid: 3, changed: 4 };

/** A trigger that writes its events to a table of the company. */
function watching(event: (typeof triggers)[number], { postgres }: Places): WorkflowFile {
	const more = {
		created: {},
		paid: {},
		// More documents than appear while it is unpublished for three days in October, plus those that people still edit.
		changed: { newestDocuments: 300 },
	}[event];
	const watch = {
		...{ name: 'Watch', type: triggerType },
		parameters: {
			pollTimes: { item: everySeconds(pollEverySeconds[event]) },
			...{ event: [event], ...more },
		},
	};
	const note = {
		...{ name: 'Note', type: 'n8n-nodes-base.postgres', typeVersion: 2.6 },
		parameters: {
			operation: 'executeQuery',
			query: `INSERT INTO ${eventsTable} (kind, event_id, document, body) VALUES ($1, $2, $3, $4::jsonb)`,
			options: {
				queryBatching: 'transaction',
				queryReplacement: `={{ ['${event}', $json.eventId, String($json.document.id), JSON.stringify($json)] }}`,
			},
		},
		credentials: { postgres },
	};
	const workflow = chain(event, watch, note);
	// Without the manual trigger.
	const connections = { Watch: workflow.connections.Watch ?? {} };
	return { ...workflow, nodes: workflow.nodes.slice(1), connections };
}

/** The ID of each workflow in n8n. */
export interface Installed {
	workflows: Record<Everyone, string>;
	credentials: Record<Everyone, string>;
}

/** Imports all workflows and publishes them, each with its own application in the service. */
export async function install(
	session: RestSession,
	{ admin, baseUrl }: RunningSandbox,
	places: Places,
	broken?: Broken,
): Promise<Installed> {
	const workflows = {} as Record<Everyone, string>;
	const credentials = {} as Record<Everyone, string>;
	for (const name of everyone) {
		admin.register(name, `secret of ${name}`);
		const application = { baseUrl, appId: name, appSecret: `secret of ${name}` };
		const credential = await session.storeCredential(name, application);
		const [trigger] = triggers.filter((one) => one === name);
		const [job] = jobs.filter((one) => one === name);
		const workflow =
			trigger !== undefined
				? watching(trigger, places)
				: job !== undefined
					? workflowOf(job, places, broken)
					: readExample('webhook-to-draft');
		workflows[name] = await session.createWorkflow(withCredential(workflow, credential));
		credentials[name] = credential.id;
		await session.publish(workflows[name]);
	}
	return { workflows, credentials };
}
