import type { IExecuteFunctions, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import type { Operation } from '../../nodes/AccountingService/operation';
import { resources } from '../../nodes/AccountingService/resources';
import { formOf } from '../../nodes/shared/fields/form';
import { choicesOf } from './support/descriptions';
import { thrownBy } from './support/thrownBy';

/** A field of an operation, however deep it lies. */
interface Declared {
	path: string;
	operation: Operation;
	field: INodeProperties;
	isInside: boolean;
	/** What the form holds when the field holds a value, from the field on top. */
	holding(value: unknown): { name: string; value: unknown };
	/** The field of what the form gives. */
	of(given: unknown): unknown;
}

type Way = Pick<Declared, 'path' | 'holding' | 'of'>;

function inside(field: INodeProperties, operation: Operation, way: Way): Declared[] {
	const step = (inner: INodeProperties, isRow: boolean, key?: string): Declared[] => {
		const wrap = (value: unknown) => {
			const member = { [inner.name]: value };
			return key === undefined ? member : { [key]: isRow ? [member] : member };
		};
		const unwrap = (given: unknown) => {
			const group = (key === undefined ? given : (given as never)[key]) as unknown;
			return ((isRow ? (group as unknown[])[0] : group) as Record<string, unknown>)[inner.name];
		};
		return declared(inner, operation, true, {
			path: `${way.path}.${inner.name}`,
			holding: (value) => way.holding(wrap(value)),
			of: (given) => unwrap(way.of(given)),
		});
	};
	if (field.type === 'collection') {
		return ((field.options ?? []) as INodeProperties[]).flatMap((inner) => step(inner, false));
	}
	if (field.type !== 'fixedCollection') return [];
	const isRow = field.typeOptions?.multipleValues === true;
	return ((field.options ?? []) as INodePropertyCollection[]).flatMap(({ name, values }) =>
		values.flatMap((inner) => step(inner, isRow, name)),
	);
}

function declared(
	field: INodeProperties,
	operation: Operation,
	isInside: boolean,
	way: Way,
): Declared[] {
	return [{ field, operation, isInside, ...way }, ...inside(field, operation, way)];
}

const all = resources.flatMap(({ option, operations }) =>
	operations.flatMap((operation) =>
		operation.fields.flatMap((field) =>
			declared(field, operation, false, {
				path: `${option.value}.${operation.option.value}.${field.name}`,
				holding: (value) => ({ name: field.name, value }),
				of: (given) => given,
			}),
		),
	),
);

const ofType = (type: string) => all.filter(({ field }) => field.type === type);

/** What an expression of the field gives to the operation. */
function read({ operation, holding, of }: Declared, value: unknown): unknown {
	const held = holding(value);
	const host = {
		getNode: () => ({ parameters: { [held.name]: '={{ $json.value }}' } }),
		getNodeParameter: () => held.value,
		getTimezone: () => 'UTC',
	} as unknown as IExecuteFunctions;
	return of(formOf(host, 0, operation.fields, operation.mayBeNull).get(held.name));
}

const refusal = async (one: Declared, value: unknown) => await thrownBy(() => read(one, value));

describe('every switch of every operation', () => {
	const switches = ofType('boolean');

	it('is found, however deep', () => {
		expect(switches.length).toBeGreaterThan(40);
		expect(switches.map(({ path }) => path)).toEqual(
			expect.arrayContaining([
				'accountingDocument.create.amountsIncludeVat',
				'accountingDocument.create.additionalFields.payments.paid',
				'accountingDocument.create.lineItems.furtherFields.vatDeduction',
			]),
		);
	});

	it.each(switches)('$path takes what plainly means yes or no', (one) => {
		for (const yes of [true, 'true', 'TRUE', '1', 1]) {
			expect([yes, read(one, yes)]).toEqual([yes, true]);
		}
		for (const no of [false, 'false', 'False', '0', 0])
			expect([no, read(one, no)]).toEqual([no, false]);
	});

	it.each(switches)('$path refuses everything else by name', async (one) => {
		for (const odd of ['maybe', 'yes', 2, Infinity, [], [true], ['yes'], {}, { a: 1 }, NaN]) {
			expect(await refusal(one, odd)).toMatchObject({
				kind: 'badInput',
				message: expect.stringContaining(one.field.displayName) as unknown,
			});
		}
	});
});

describe('every choice of every operation', () => {
	const choices = ofType('options');

	it.each(choices)('$path takes its declared values, numbers also as text', (one) => {
		for (const { value } of choicesOf(one.field)) {
			expect(read(one, value)).toBe(value);
			if (typeof value === 'number') expect(read(one, String(value))).toBe(value);
		}
	});

	it.each(choices)('$path refuses every other value by name', async (one) => {
		for (const odd of ['Zz', 'zz', -7, 1.5, [], ['zz'], {}, { a: 1 }, NaN]) {
			expect(await refusal(one, odd)).toMatchObject({
				kind: 'badInput',
				message: expect.stringContaining(one.field.displayName) as unknown,
			});
		}
	});
});

describe('an empty choice or switch of every operation', () => {
	const chosen = ['boolean', 'options'].flatMap(ofType);

	it.each(chosen)('$path is as good as not added, or refused by name', async (one) => {
		const { displayName, default: start, required, name } = one.field;
		for (const empty of [undefined, null, '']) {
			// Its choice "Nothing" is an empty text.
			if (choicesOf(one.field).some(({ value }) => value === empty)) continue;
			if (one.isInside) expect(read(one, empty)).toBe(empty);
			else if (!required) expect([name, read(one, empty)]).toEqual([name, start]);
			else expect(await refusal(one, empty)).toMatchObject({ message: `${displayName} is empty` });
		}
	});
});

describe('every collection of every operation', () => {
	const collections = [...ofType('collection'), ...ofType('fixedCollection')];

	it.each(collections)('$path refuses what holds no fields', async (one) => {
		for (const odd of ['text', 7, [], [{ a: 1 }]]) {
			expect(await refusal(one, odd)).toMatchObject({
				kind: 'badInput',
				message: expect.stringContaining(one.field.displayName) as unknown,
			});
		}
		expect(read(one, {})).toEqual({});
	});
});
