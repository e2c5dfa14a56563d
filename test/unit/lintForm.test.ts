import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { projectFolder } from '../../dev/release/manifest';
import { unmarkedChoices } from '../../dev/scripts/decidingChoices';
import { resources } from '../../dev/scripts/resources';
import form from '../../nodes/AccountingService/form.json';
import { choicesOf, fieldsOf } from './support/descriptions';

/** What `npm run lint:form` says about a form, as `label: rule`. */
function lint(properties: INodeProperties[]) {
	const folder = mkdtempSync(path.join(String(process.env.TEST_SCRATCH_FOLDER), 'form-'));
	const file = path.join(folder, 'form.json');
	writeFileSync(file, JSON.stringify({ properties }));
	const script = [require.resolve('tsx/cli'), 'dev/scripts/lintForm.ts'];
	const { status, stderr } = spawnSync(process.execPath, [...script, 'AccountingService', file], {
		cwd: projectFolder,
		encoding: 'utf8',
		// With "test", the rules take every file for a node and for a trigger.
		env: { ...process.env, NODE_ENV: undefined },
	});
	const reports = [...stderr.matchAll(/^AccountingService: (.*?): .*\((?:.*\/)?([\w-]+)\)$/gm)];
	return { status, stderr, reports: reports.map(([, label, rule]) => `${label}: ${rule}`).sort() };
}

function changed(): INodeProperties[] {
	const properties = structuredClone(form.properties) as INodeProperties[];
	const fields = fieldsOf(properties, 'action').map(({ field }) => field);
	const named = (label: string, isFitting: (field: INodeProperties) => unknown = () => true) => {
		const found = fields.find((field) => field.displayName === label && isFitting(field));
		if (!found) throw new Error(`There is no field ${label}`);
		return found;
	};
	named('Issue Date').displayName = 'issue date';
	named('Due Date').description = 'When the payment is due.';
	named('Company').description = ' The name of the company';
	named('Currency').placeholder = 'e.g. CZK ';
	named('Street').hint = 'x'.repeat(121);
	named('Report').default = 'none';
	const several = named('Group By', ({ options = [] }) => options.length >= 5);
	several.options = choicesOf(several).reverse();
	const [operation] = choicesOf(named('Operation')) as [INodePropertyOptions];
	delete operation.action;
	return properties;
}

it('npm run lint:form finds what breaks a rule in the form that users get', () => {
	const { status, reports, stderr } = lint(changed());
	expect([status, stderr]).toEqual([1, expect.stringContaining('issue date')]);
	expect(reports).toEqual([
		'Additional Fields → Street: hint-too-long',
		'Company: node-param-description-untrimmed',
		'Due Date: node-param-description-excess-final-period',
		'Filters → Currency: untrimmed',
		'Group By: node-param-multi-options-type-unsorted-items',
		'Operation → Get Many: node-param-operation-option-without-action',
		'Report: node-param-default-wrong-for-options',
		'issue date: node-param-display-name-miscased',
	]);
});

describe('A choice that decides what is done', () => {
	it('is found without its mark, wherever it stands', () => {
		const withoutMark = resources.map((resource) => ({
			...resource,
			operations: resource.operations.map((operation) => ({
				...operation,
				fields: JSON.parse(JSON.stringify(operation.fields)) as INodeProperties[],
			})),
		}));
		const found = unmarkedChoices(withoutMark).map((one) => one.replace(/:.*/, ''));
		expect(found).toEqual(
			expect.arrayContaining([
				'Accounting Document → Create → Amounts Include VAT',
				'Accounting Document → Create → Unique By',
				'Accounting Document → Create From Document → Line Items to Copy',
				'Accounting Document → Create From Document → Type',
				'Accounting Document → Delete → Preview Only',
				'Accounting Document → Mark as Paid → Paid',
				'Payment Reminder → Create → If It Exists',
			]),
		);
		expect(unmarkedChoices(resources)).toEqual([]);
	});
});
