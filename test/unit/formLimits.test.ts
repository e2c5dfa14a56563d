import {
	displayParameter,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type NodeParameterValue,
} from 'n8n-workflow';

import { resources } from '../../dev/scripts/resources';
import { action, allFields, fieldsOf, trigger } from './support/descriptions';

type Description = typeof action | typeof trigger;

/** The fields that n8n shows in a new node. */
function opened(description: Description, chosen: INodeParameters): INodeProperties[] {
	const node = { typeVersion: 1 } as INode;
	const parameters = { ...chosen };
	const isShown = (field: INodeProperties) =>
		!Object.hasOwn(field.displayOptions?.show ?? {}, '@tool') &&
		displayParameter(parameters, field, node, description as never);
	for (const field of description.properties) {
		if (!(field.name in parameters) && isShown(field)) {
			parameters[field.name] = field.default as NodeParameterValue;
		}
	}
	return description.properties.filter(isShown);
}

const forms = [
	...resources.flatMap(({ option: { name, value: resource }, operations }) =>
		operations.map(({ option }) => ({
			title: `${name}: ${option.name}`,
			shown: opened(action, { resource, operation: option.value }),
		})),
	),
	{ title: 'Trigger', shown: opened(trigger, {}) },
];

const isChoiceOfOperation = ({ name }: INodeProperties) => ['resource', 'operation'].includes(name);

/** Starts empty, with a button such as "Add option". */
const opensEmpty = ({ type }: INodeProperties) => ['collection', 'fixedCollection'].includes(type);

/** Labels at first sight, Resource and Operation among them, of the forms that most people use. */
const mostLabels: Record<string, number> = {
	'Accounting Document: Create': 12,
	'Accounting Document: Create or Update': 12,
	'Accounting Document: Export to File': 8,
	'Accounting Document: Search': 7,
	'Accounting Document: Update': 7,
	Trigger: 7,
};

it.each(forms)(
	'$title opens with few fields, the required ones first and the rare ones under Options',
	({ title, shown }) => {
		const labels = shown.filter(({ type }) => type !== 'notice');
		const filled = labels.filter((field) => !isChoiceOfOperation(field) && !opensEmpty(field));
		const ordinary = labels
			.filter(({ name, displayName }) => name !== 'options' && /Options$/.test(displayName))
			.flatMap(({ options = [] }) => options);
		expect(filled.length).toBeLessThanOrEqual(8);
		expect(labels.length).toBeLessThanOrEqual(mostLabels[title] ?? 11);
		expect(ordinary.length).toBeLessThanOrEqual(7);
		const advanced = shown.filter(({ name }) => name === 'options');
		expect(advanced.map(({ displayName }) => displayName)).toEqual(['Options']);
		expect(shown.at(-1)).toBe(advanced[0]);
		const places = labels.map(({ required }, place) => (required ? place : -1));
		const choices = labels.filter(isChoiceOfOperation).length;
		const required = places.filter((place) => place >= 0);
		expect(required).toEqual(required.map((_, index) => choices + index));
	},
);

describe('the forms', () => {
	const ofNodes = allFields.filter(({ path }) => !path.startsWith('credential.'));

	it('of Summarize asks for the report, and then for what it needs', () => {
		const shown = (report: string) =>
			opened(action, { resource: 'accountingDocument', operation: 'summarize', report })
				.map(({ displayName }) => displayName)
				.slice(2, -1);
		const usual = ['Report', 'Filters', 'Split by Type', 'Report as HTML Page'];
		for (const report of ['unpaidByAge', 'totalsByMonth', 'vatByMonth'])
			expect(shown(report)).toEqual(usual);
		expect(shown('custom')).toEqual(['Report', 'Group By', 'Search Text', ...usual.slice(1)]);
	});

	it('of Create show Issue Date and Due Date', () => {
		const chosen = { resource: 'accountingDocument', operation: 'create' };
		const labels = opened(action, chosen).map(({ displayName }) => displayName);
		expect(labels).toEqual(expect.arrayContaining(['Issue Date', 'Due Date']));
	});

	it('of Create ask for a cash register if the document needs one', () => {
		const shown = (type: number) =>
			opened(action, { resource: 'accountingDocument', operation: 'create', type });
		const asking = [0, 1, 2, 3, 7, 8, 10, 11, 12].filter((type) =>
			shown(type).some(({ name }) => name === 'cashRegisterId'),
		);
		expect(asking).toEqual([7, 8, 10, 11, 12]);
	});

	// Somebody who has no ID yet would not open a tooltip.
	it('say below the field where to find an ID that no list offers', () => {
		const unlisted =
			/(template|emailTemplate|assignee|reminder|connectedAccountingDocument|cashRegister|category|sequence|signature)Id$/i;
		const ids = allFields.filter(
			({ path, field }) => unlisted.test(path) && field.type === 'string',
		);
		expect(ids.length).toBeGreaterThan(4);
		expect(ids.filter(({ field }) => !field.hint).map(({ path }) => path)).toEqual([]);
	});

	it('have the options of requests under the same names everywhere', () => {
		const texts = new Map<string, Set<string>>();
		for (const { shown } of forms) {
			const advanced = shown.find(({ name }) => name === 'options');
			for (const option of (advanced?.options ?? []) as INodeProperties[]) {
				const { name, displayName, description } = option;
				const known = texts.get(name) ?? new Set();
				texts.set(name, known.add(`${displayName}: ${description}`));
			}
		}
		expect([...texts.keys()]).toEqual(
			expect.arrayContaining(
				['pageSize', 'parallelPages', 'maxTries', 'timeoutSeconds', 'maxResponseSize'].concat(
					...['batchSize', 'lookBack'],
				),
			),
		);
		for (const [name, said] of texts) expect([name, said.size]).toEqual([name, 1]);
	});

	// Options is one collection for each set of members, so a shared member counts in each of them.
	it('have at most 655 fields; operations share equal ones', () => {
		expect(ofNodes.length).toBeLessThanOrEqual(655);
	});

	it('say once per form how to enter a date', () => {
		const withDates = forms.flatMap(({ title, shown }) => {
			const dates = fieldsOf(shown, '').filter(({ field }) => field.type === 'dateTime');
			const hints = dates.filter(({ field }) => field.hint?.includes('Enter a '));
			return dates.length > 0 ? [[title, hints.length]] : [];
		});
		expect(withDates.length).toBeGreaterThan(10);
		expect(withDates.filter(([, hints]) => hints !== 1)).toEqual([]);
	});

	it('start within their limits, if they start with a number', () => {
		const numbers = ofNodes.filter(({ field: { type, default: start } }) => {
			return type === 'number' && typeof start === 'number';
		});
		const outside = numbers.filter(({ field: { default: start, typeOptions = {} } }) => {
			const { minValue = -Infinity, maxValue = Infinity } = typeOptions;
			return Number(start) < minValue || Number(start) > maxValue;
		});
		expect(numbers.length).toBeGreaterThan(10);
		expect(outside.map(({ path }) => path)).toEqual([]);
	});

	it('show an example in every text field', () => {
		const isTyped = ({ type }: INodeProperties) => ['dateTime', 'string', 'json'].includes(type);
		const silent = ofNodes.filter(
			({ field: { placeholder, default: start, ...field } }) =>
				isTyped(field as INodeProperties) && !placeholder && (start === '' || start === undefined),
		);
		expect(silent.map(({ path }) => path)).toEqual([]);
	});
});
