import { readFileSync } from 'node:fs';
import path from 'node:path';
import { WorkflowExecute } from 'n8n-core';
import {
	NodeConnectionTypes,
	Workflow,
	type IConnections,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';

import type { DocumentFields } from '../../sandbox';
import { additionalDataFor, nodeTypes } from './support/engine';
import { bench, type Bench } from './support/withSandbox';

type Run = (host: IExecuteFunctions, items: INodeExecutionData[]) => INodeExecutionData[];

/** Stands in for a node of n8n: does what the example sets it to do. */
const standIn = (run: Run, inputs = 1): INodeType => ({
	description: {
		displayName: 'Stand-In',
		name: 'standIn',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Stand-In' },
		inputs: Array.from({ length: inputs }, () => NodeConnectionTypes.Main),
		outputs: [NodeConnectionTypes.Main],
		requiredInputs: 1,
		properties: ['conditions', 'jsonOutput', 'fieldsToMatchString'].map((name) => ({
			...{ displayName: name, name, type: 'json' as const, default: '' },
		})),
	},
	async execute() {
		return [run(this, this.getInputData())];
	},
});

const inputOf = (host: IExecuteFunctions, index: number) => {
	try {
		return host.getInputData(index);
	} catch {
		// The engine runs a merge whose other branch ended without items.
		return [];
	}
};

const types: Record<string, INodeType> = {
	'n8n-nodes-base.manualTrigger': standIn((_, items) => items, 0),
	'n8n-nodes-base.filter': standIn((host, items) =>
		items.filter((_, index) => {
			const condition = host.getNodeParameter('conditions.conditions[0]', index);
			const { leftValue, rightValue, operator } = condition as IDataObject;
			const { operation } = operator as IDataObject;
			return operation === 'gt' ? Number(leftValue) > Number(rightValue) : leftValue === true;
		}),
	),
	'n8n-nodes-base.set': standIn((host, items) =>
		items.map((_, item) => {
			const json = JSON.parse(host.getNodeParameter('jsonOutput', item) as string) as object;
			return { json: { ...json }, pairedItem: { item } };
		}),
	),
	'n8n-nodes-base.merge': standIn((host) => {
		const field = host.getNodeParameter('fieldsToMatchString', 0) as string;
		const matched = new Set(inputOf(host, 1).map(({ json }) => json[field]));
		return inputOf(host, 0).filter(({ json }) => !matched.has(json[field]));
	}, 2),
	'n8n-nodes-accounting-service.accountingService': nodeTypes.getByName(
		'accountingService',
	) as INodeType,
};

const example = JSON.parse(
	readFileSync(path.join(__dirname, '../../examples/remind-of-overdue-invoices.json'), 'utf8'),
) as { nodes: INode[]; connections: IConnections };

async function runExample({ credentials }: Bench): Promise<void> {
	const workflow = new Workflow({
		id: 'w1',
		nodes: example.nodes
			.filter(({ type }) => type in types)
			.map((node) => ({
				...node,
				credentials: { accountingServiceApi: { id: '1', name: 'Accounting' } },
			})),
		connections: Object.fromEntries(
			Object.entries(example.connections).filter(([name]) => name !== 'Every Morning'),
		),
		active: false,
		nodeTypes: {
			getByName: (name) => types[name],
			getByNameAndVersion: (name) => types[name],
			getKnownTypes: () => ({}),
		},
	});
	const start = workflow.getNode('Execute Manually') ?? undefined;
	const run = await new WorkflowExecute(additionalDataFor(credentials, workflow), 'manual').run({
		workflow,
		startNode: start,
	});
	if (run.data.resultData.error) throw run.data.resultData.error;
}

/** The day so many days ago in the time zone that n8n gives a workflow without one. */
function dayOf(daysAgo: number): string {
	const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format();
	// Counted on the calendar: with a change of the clocks between, 31 times 24 hours are another day.
	const day = new Date(`${today}T12:00:00Z`);
	day.setUTCDate(day.getUTCDate() - daysAgo);
	return day.toISOString().slice(0, 10);
}

/** An invoice that is overdue since so many days. */
const overdue = (days: number): DocumentFields => ({
	...{ type: 0, direction: 1, total: 100, amountPaid: 0, payments: { paid: false } },
	...{ issueDate: dayOf(days + 14), dueDate: dayOf(days) },
});

describe('the example "Payment reminder for overdue invoices"', () => {
	it.each([
		['every morning', (): boolean => true, [7, 14, 30]],
		['on some days only', (day: number) => ![7, 8, 14, 30].includes(day), [9, 15, 31]],
		['for the first time after a month', (day: number) => day > 33, [34]],
	])('that runs %s sends one mail for each step', async (_, runs, expected) => {
		const at = await bench({ documents: 0 });
		const { admin } = at.sandbox;
		const [{ id }] = admin.createDocuments({ fields: overdue(5) });
		const other = admin.createDocuments({ fields: overdue(2) })[0].id;
		// The days of a reminder count from the due date, so an earlier due date is a later day.
		for (let day = 5; day <= 40; day++) {
			admin.changeDocument(id as number, overdue(day));
			if (!runs(day)) continue;
			await runExample(at);
			await runExample(at);
		}
		expect(admin.reminders(id as number).map(({ exceededDays }) => exceededDays)).toEqual(expected);
		expect(admin.reminders(other as number)).toEqual([]);
	});

	it('ends with the payment, and heeds no reminder that is still to come', async () => {
		const at = await bench({ documents: 0 });
		const { admin } = at.sandbox;
		const [{ id }] = admin.createDocuments({ fields: overdue(8) });
		admin.remind(id as number, 20);
		await runExample(at);
		const days = () => admin.reminders(id as number).map(({ exceededDays }) => exceededDays);
		expect(days()).toEqual([20, 8]);
		admin.changeDocument(id as number, { ...overdue(31), payments: { paid: true } });
		await runExample(at);
		expect(days()).toEqual([20, 8]);
	});
});
