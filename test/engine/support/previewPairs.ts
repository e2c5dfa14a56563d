import type { IDataObject } from 'n8n-workflow';

import { combineItemsBy } from '../../../nodes/AccountingService/document/formFields';
import type { JournalEntry } from '../../../dev/sandbox';
import fc from '../../property';
import { create } from './create';
import { itemOf, listed, type Listed, parametersOf, scan, type Which } from './samples';
import { type Bench, byId, type Parameters } from './withSandbox';

/** Every operation that changes data. API Request does so by its method. */
export const changing = listed.filter(({ operation }) => operation.changes !== undefined);

export const writesOf = ({ asked }: Bench): JournalEntry[] =>
	asked().filter(({ method, path }) => method !== 'GET' && !path.startsWith('/v2/search/'));

/** Parameters of an operation that changes data. */
export const changeBy = (one: Listed, changes: Parameters = {}): Parameters =>
	parametersOf(one, {
		...(one.operation.changes !== true && {
			...{ method: 'PUT', body: 'json', jsonBody: '{"name":"Rent","content":{}}' },
		}),
		...changes,
	});

/** A workflow that changes something: a node and its items. */
export interface ChangePlan {
	title: string;
	parameters: Parameters;
	/** The field whose equal values make one document of several items. */
	groupedBy?: string;
	itemsFor(made: Bench): IDataObject[];
}

const places = fc.array(fc.constantFrom<Which>(0, 1, 2), { minLength: 1, maxLength: 3 });

/** Any operation with its usual values, for documents that may repeat. */
const anyOperation = fc
	.record({ one: fc.constantFrom(...changing), places })
	.map(({ one, places: chosen }): ChangePlan => ({
		title: one.title,
		parameters: changeBy(one),
		itemsFor: ({ sandbox }) => chosen.map((which) => itemOf(one, sandbox, which)),
	}));

/** One wrong value among right ones. */
const mostly = <T>(right: T[], ...wrong: T[]) =>
	fc.oneof(
		{ weight: 9, arbitrary: fc.constantFrom(...right) },
		{ weight: 1, arbitrary: fc.constantFrom(...wrong) },
	);

const row = fc.record({
	orderNo: mostly(['A-1', 'A-2', 'A-3'], ''),
	description: fc.constantFrom('Chairs', 'Tables', '', null),
	dueDate: mostly(['2026-12-01', '2026-12-02', ''], 'tomorrow'),
	price: mostly(['100', '0.30'], 'free'),
});

const cell = (name: string) => `={{ $json.${name} }}`;

/** Create with keys that repeat, and that existing documents may have. */
const creation = fc
	.record({
		operation: fc.constantFrom('create', 'upsert'),
		ifExists: fc.constantFrom('return', 'fail', 'update', 'create'),
		isGrouped: fc.boolean(),
		hasEarlier: fc.boolean(),
		rows: fc.array(row, { minLength: 1, maxLength: 5 }),
	})
	.map(({ operation, ifExists, isGrouped, hasEarlier, rows }): ChangePlan => ({
		title: `${operation} ${ifExists}`,
		groupedBy: isGrouped ? 'orderNo' : undefined,
		parameters: create({
			operation,
			vatCountryCode: 'CZ',
			lineItemsJson: '=[{"description":"Chairs","qt":1,"price":"{{ $json.price }}","vatRate":21}]',
			options: {
				uniqueBy: 'orderNo',
				...(operation === 'create' && { ifExists }),
				...(isGrouped && { [combineItemsBy.name]: 'orderNo' }),
			},
			additionalFields: {
				orderNo: cell('orderNo'),
				description: cell('description'),
			},
			dueDate: cell('dueDate'),
		}),
		itemsFor({ sandbox }) {
			const { id } = sandbox.admin.documentAt(1);
			if (hasEarlier) {
				const key = {
					type: 0,
					direction: 1,
					orderNo: 'A-2',
					currency: 'CZK',
					exchRate: null,
				} as const;
				sandbox.admin.changeDocument(String(id), { ...key, processingState: 0 });
			}
			return rows;
		},
	}));

/** For Replace All Fields. */
const required = { type: 0, direction: 1, currency: 'CZK', vatCountryType: 1 };

/** Changes of documents that repeat, and that may not exist. */
const changes = fc
	.record({
		rows: fc.array(
			fc.record({
				place: mostly([0, 1, 2], 99),
				note: fc.constantFrom('Chairs', 'Tables'),
				paid: mostly<boolean | string>([true, false], 'maybe'),
				dueDate: mostly<unknown>(['2026-12-01', null, undefined], 'tomorrow'),
			}),
			{ minLength: 1, maxLength: 4 },
		),
		operation: fc.constantFrom('update', 'markPaid'),
		mode: fc.constantFrom('change', 'replace'),
	})
	.map(({ rows, operation, mode }): ChangePlan => ({
		title: `${operation} ${mode}`,
		parameters: {
			...{ resource: 'accountingDocument', operation },
			accountingDocumentId: byId(cell('id')),
			...(operation === 'update'
				? {
						mode,
						updateFields: {
							...(mode === 'replace' && required),
							description: cell('note'),
							dueDate: cell('dueDate'),
						},
					}
				: { paid: cell('paid') }),
		} as Parameters,
		itemsFor: ({ sandbox: { admin } }) =>
			rows.map(({ place, ...others }) => {
				const id = place === 99 ? '1' : String(admin.documentAt(place).id);
				if (place !== 99) admin.changeDocument(id, { processingState: 0 });
				return { id, ...others } as IDataObject;
			}),
	}));

export const plans: fc.Arbitrary<ChangePlan> = fc.oneof(
	{ weight: 2, arbitrary: anyOperation },
	{ weight: 2, arbitrary: creation },
	{ weight: 1, arbitrary: changes },
);

export const filesFor = (items: IDataObject[]) => items.map((_item, index) => scan(String(index)));
