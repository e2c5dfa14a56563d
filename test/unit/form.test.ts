import type { IExecuteFunctions, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import type { Operation } from '../../nodes/AccountingService/operation';
import { resources } from '../../dev/scripts/resources';
import { formsOf } from '../../nodes/shared/fields/forms';
import { choicesOf } from './support/descriptions';
import { thrownBy } from './support/thrownBy';

/** A field of an operation, at any depth. */
interface Declared {
	path: string;
	operation: Operation;
	field: INodeProperties;
	/** Names and places from the top-level value of the form to that of the field. */
	way: Array<string | 0>;
}

function declared({ field, path, operation, way }: Declared): Declared[] {
	const inner = (options: INodeProperties[], ...between: Declared['way']) =>
		options.flatMap((one) =>
			declared({
				field: one,
				path: `${path}.${one.name}`,
				operation,
				way: [...way, ...between, one.name],
			}),
		);
	const own = { field, path, operation, way };
	const { options = [], typeOptions } = field;
	if (field.type === 'collection') return [own, ...inner(options as INodeProperties[])];
	if (field.type !== 'fixedCollection') return [own];
	const row = typeOptions?.multipleValues === true ? [0 as const] : [];
	const groups = options as INodePropertyCollection[];
	return [own, ...groups.flatMap(({ name, values }) => inner(values, name, ...row))];
}

/** Where n8n's editor sets a column that is dragged onto a picker. */
const modeOfDragged = ({ modes = [] }: INodeProperties) =>
	(modes.find(({ name }) => name === 'id') ?? modes.find(({ name }) => name !== 'list'))?.name;

const all = resources.flatMap(({ option, operations }) =>
	operations.flatMap((operation) =>
		operation.fields.flatMap((field) => {
			const path = `${option.value}.${operation.option.value}.${field.name}`;
			return declared({ field, path, operation, way: [] });
		}),
	),
);

/** Its operation reads the field itself, because its values come from files and must not stop the run. */
const isCell = ({ path }: Declared) => path === 'accountingDocument.matchPayments.money';

const ofType = (type: string) => all.filter((one) => one.field.type === type && !isCell(one));

/** The value that an expression in the field passes to the operation. */
function read({ operation, path, way }: Declared, value: unknown): unknown {
	const name = path.split('.')[2];
	const held = way.reduceRight((inner, key) => (key === 0 ? [inner] : { [key]: inner }), value);
	const host = {
		getNode: () => ({ parameters: { [name]: '={{ $json.value }}' } }),
		getNodeParameter: () => held,
		getTimezone: () => 'UTC',
	} as unknown as IExecuteFunctions;
	const given = formsOf(host, operation.fields).at(0).get(name);
	return way.reduce((inner, key) => (inner as Record<string, unknown>)[key], given);
}

/** The fields that accept one of the values, or refuse it without their label. */
async function takingAny(fields: Declared[], values: unknown[]): Promise<unknown[]> {
	const odd = fields.flatMap((one) => values.map((value) => ({ one, value })));
	const results = await Promise.all(
		odd.map(async ({ one, value }) => {
			const { kind, message } = await thrownBy(() => read(one, value));
			const isRefused = kind === 'badInput' && message.includes(one.field.displayName);
			return isRefused ? [] : [[one.path, value, message]];
		}),
	);
	return results.flat();
}

describe('every switch of every operation', () => {
	const switches = ofType('boolean');

	it('is found at any depth', () => {
		expect(switches.length).toBeGreaterThan(40);
		expect(switches.map(({ path }) => path)).toEqual(
			expect.arrayContaining([
				'accountingDocument.create.amountsIncludeVat',
				'accountingDocument.create.additionalFields.payments.paid',
				'accountingDocument.create.lineItems.furtherFields.vatDeduction',
			]),
		);
	});

	it('accepts what n8n accepts as true or false', () => {
		for (const one of switches) {
			for (const yes of [true, 'true', 'TRUE', '1', 1]) {
				expect([one.path, yes, read(one, yes)]).toEqual([one.path, yes, true]);
			}
			for (const no of [false, 'false', 'False', '0', 0]) {
				expect([one.path, no, read(one, no)]).toEqual([one.path, no, false]);
			}
		}
	});

	it('refuses everything else by name', async () => {
		const odd = ['maybe', 'yes', 2, Infinity, [], [true], ['yes'], {}, { a: 1 }, NaN];
		expect(await takingAny(switches, odd)).toEqual([]);
	});
});

describe('every choice of every operation', () => {
	const choices = ofType('options');

	it('accepts its declared values, numbers also as text', () => {
		expect(choices.length).toBeGreaterThan(80);
		for (const one of choices) {
			for (const { value } of choicesOf(one.field)) {
				expect([one.path, read(one, value)]).toEqual([one.path, value]);
				if (typeof value === 'number') expect(read(one, String(value))).toBe(value);
			}
		}
	});

	it('refuses every other value by name', async () => {
		const odd = ['Zz', 'zz', -7, 1.5, [], ['zz'], {}, { a: 1 }, NaN];
		expect(await takingAny(choices, odd)).toEqual([]);
	});
});

it('a choice that its operation reads itself comes as it is', () => {
	const cells = all.filter(isCell);
	expect(cells).toHaveLength(1);
	for (const value of ['RC', 'zz', 7, [], {}, '', null])
		expect(cells.map((one) => read(one, value))).toEqual([value]);
});

describe('an empty choice or switch of every operation', () => {
	it('counts as not added, or is refused by name', async () => {
		for (const one of ['boolean', 'options'].flatMap(ofType)) {
			const { displayName, default: start, required, name } = one.field;
			for (const empty of [undefined, null, '']) {
				// Its choice "Nothing" is empty text.
				if (choicesOf(one.field).some(({ value }) => value === empty)) continue;
				if (one.way.length > 0) expect([one.path, read(one, empty)]).toEqual([one.path, empty]);
				else if (!required) expect([name, read(one, empty)]).toEqual([name, start]);
				// Refused with the others before the first request (test/engine/common).
				else expect([displayName, read(one, empty)]).toEqual([displayName, empty]);
			}
		}
	});
});

describe('every collection of every operation', () => {
	const collections = [...ofType('collection'), ...ofType('fixedCollection')];

	it('refuses a value that is no object', async () => {
		expect(collections.length).toBeGreaterThan(50);
		expect(await takingAny(collections, ['text', 7, [], [{ a: 1 }]])).toEqual([]);
		for (const one of collections) expect(read(one, {})).toEqual({});
	});
});

it('Contact begins with Existing Contact', () => {
	const groups = all.filter(({ field }) => field.name === 'contact' && field.type === 'collection');
	expect(groups.length).toBeGreaterThan(2);
	for (const { field } of groups) expect(field.options?.[0].name).toBe('contactId');
});

it('a document by its ID says how an ID looks, and can also be a link', () => {
	const path = 'accountingDocument.downloadPdf.accountingDocumentId';
	const { field } = all.find((one) => one.path === path)!;
	const byId = field.modes?.find(({ name }) => name === 'id');
	expect(byId?.hint).toMatch(/^Such as 10004567, not the number on the document$/);
	expect(field.modes?.map(({ displayName }) => displayName)).toContain('By URL');
});

it('Get Many and Search of documents point to each other in a notice', () => {
	for (const [name, other] of [
		['getAll', 'Search'],
		['search', 'Get Many'],
	]) {
		const { operation } = all.find(({ path }) => path.startsWith(`accountingDocument.${name}.`))!;
		const notice = operation.fields.find(({ type }) => type === 'notice');
		expect(notice?.displayName).toContain(`operation ${other}`);
		expect(operation.option.description).toContain(`use ${other}`);
	}
});

it('a column that is dragged onto VAT Rate is a percentage', () => {
	const rates = all.filter(({ field }) => field.displayName === 'VAT Rate');
	expect(rates.length).toBeGreaterThan(0);
	expect(rates.map(({ field }) => modeOfDragged(field))).toEqual(rates.map(() => 'percentage'));
});
