import type { INodeProperties } from 'n8n-workflow';

import { resources } from '../../dev/scripts/resources';

/**
 * n8n keeps the value of a parameter when the operation is switched. So two fields share a name only if they mean the
 * same. The order of choices, texts and defaults may differ.
 */

/** Equal names with other labels, types or choices, and why the kept value does no harm. */
const allowed: Record<string, string> = {
	'additionalFields.paymentType': 'scans accept fewer ways to pay; both create documents',
	'additionalFields.state': 'of a document or a task; a value of the other is refused',
	binaryPropertyName: 'one input file or several',
	'updateFields.clearFields': 'optional fields of the record; others are refused',
	columns: 'the columns of the chosen rows',
	otherList: 'a notice',
	outputFields: 'what the node returns',
	rowsPer: 'Export Changes has no row per line item, and refuses the kept value',
	'options.outputFields': 'what the node returns; a new document has no payments',
};

/** What a value means: label, type, choices and rows. */
const meaning = ({ displayName, type, options = [], modes = [] }: INodeProperties): string =>
	JSON.stringify([
		displayName,
		type,
		type === 'collection'
			? []
			: options.map((option) =>
					'values' in option ? option.values.map(meaning) : 'value' in option && option.value,
				),
		modes.map(({ name }) => name),
	]);

interface Use {
	operation: string;
	field: INodeProperties;
}

const withMembers = (
	field: INodeProperties,
	path = field.name,
): Array<[string, INodeProperties]> => [
	[path, field],
	...(field.type === 'collection' ? (field.options as INodeProperties[]) : []).flatMap((member) =>
		withMembers(member, `${path}.${member.name}`),
	),
];

const uses = new Map<string, Use[]>();
for (const { option, operations } of resources) {
	for (const one of operations) {
		for (const [path, field] of one.fields.flatMap((each) => withMembers(each))) {
			const operation = `${String(option.value)}.${String(one.option.value)}`;
			uses.set(path, [...(uses.get(path) ?? []), { operation, field }]);
		}
	}
}

const shared = [...uses]
	.filter(([, found]) => new Set(found.map(({ operation }) => operation)).size > 1)
	.map(([path, found]) => ({ path, meanings: new Set(found.map(({ field }) => meaning(field))) }));

it('fields of several operations with the same name mean the same', () => {
	const different = shared.filter(({ meanings }) => meanings.size > 1).map(({ path }) => path);
	expect(different.sort()).toEqual(Object.keys(allowed).sort());
});

it('Update shares with Create only what changes nothing', () => {
	const of = (operation: string) =>
		[...uses].filter(([, found]) => found.some((use) => use.operation === operation));
	const ofUpdate = new Set(of('accountingDocument.update').map(([path]) => path));
	const both = of('accountingDocument.create').flatMap(([path]) =>
		ofUpdate.has(path) && !path.startsWith('options') ? [path] : [],
	);
	expect(both).toEqual([]);
});
