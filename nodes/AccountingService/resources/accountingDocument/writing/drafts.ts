import type { IDataObject } from 'n8n-workflow';

import { refuseInput, tried, type Tried } from '../../../../shared/client/errors';
import { stringifyExactly } from '../../../../shared/client/json';
import { calendarDate } from '../../../../shared/fields/values';
import { collection, type Form } from '../../../../shared/fields/form';
import type { OperationCall, Outcome } from '../../../operation';
import { documentFields } from '../../../../shared/documents/fields';
import { lookBack } from './createForm';
import { groupOf, type ItemInput, readItem } from './createInput';
import { lineToSend } from './lines';
import { checkRules, withForcedFields } from './preconditions';
import { secondsToLook } from './settle';
import { type Unique, uniqueOf } from './unique';
import { readVatRates, type VatRate, withVat } from './vatRates';

/** A document that has passed every check and is ready to be sent. */
export interface Draft {
	/** The first of its items, whose options hold. */
	call: OperationCall;
	/** Indexes of its input items. */
	inputs: number[];
	body: IDataObject;
	/** Undefined if it is to be created whatever exists. */
	unique?: Unique;
	/** How many of the newest documents are searched for one that exists. */
	lookBack: number;
}

type Failed = Extract<Outcome, { failure: unknown }>;

/** Every document that the items ask for, checked before anything is sent. */
export async function draftsOf(
	calls: OperationCall[],
): Promise<{ drafts: Draft[]; failed: Failed[] }> {
	const drafts: Draft[] = [];
	const failed: Failed[] = [];
	const rates = new RateLists();
	for (const members of (await groupsOf(calls)).values()) {
		const inputs = members.map(({ input }) => input);
		const known = await tried(async () => await rates.of(itemsOf(members)));
		const checked = known.failure
			? members.map(({ input }) => ({ input, item: known }))
			: await Promise.all(members.map(async (member) => await checkedMember(member, known.value)));
		// A document that lacked the lines of an item would be wrong, so the whole group fails with it.
		const bad = checked.find(({ item }) => item.failure);
		const isOfItem = inputs.length > 1 && !known.failure;
		const draft: Tried<Draft> = bad?.item.failure
			? { failure: isOfItem ? bad.item.failure.at(`Item ${bad.input}`) : bad.item.failure }
			: await tried(async () => draftOf(itemsOf(checked), inputs));
		if (!draft.failure) drafts.push(draft.value);
		else failed.push({ inputs: startingWith(bad?.input, inputs), failure: draft.failure });
	}
	return { drafts, failed };
}

interface Member<Item = ItemInput> {
	input: number;
	item: Tried<Item>;
}

/** What an item says, its lines checked one by one. */
interface CheckedItem {
	said: ItemInput;
	/** As they are sent. */
	lines: IDataObject[];
}

/** Lines are counted as the item has them, so that an error is found where it stands. */
async function checkedMember(
	{ input, item }: Member,
	rates: VatRate[] | undefined,
): Promise<Member<CheckedItem>> {
	const lines = ({ lines: given, includeVat, head: { currency } }: ItemInput) =>
		given.map((one, index) => {
			const { line, rate } = withVat(one, index, rates);
			return lineToSend(line, { index, includeVat, currency, rate });
		});
	return {
		input,
		item: item.failure
			? item
			: await tried(async () => ({ said: item.value, lines: lines(item.value) })),
	};
}

/** Items that become one document, in the order in which the first of each comes. */
async function groupsOf(calls: OperationCall[]): Promise<Map<string, Member[]>> {
	const groups = new Map<string, Member[]>();
	for (const call of calls) {
		const input = call.itemIndex;
		const group = await tried(async () => groupOf(call));
		const item = group.failure ? group : await tried(async () => readItem(call));
		const alone = group.failure || group.value === undefined;
		const key = alone ? `item ${input}` : `group ${group.value}`;
		const others = groups.get(key);
		if (others) others.push({ input, item });
		else groups.set(key, [{ input, item }]);
	}
	return groups;
}

const itemsOf = <Item>(members: Array<Member<Item>>): Item[] =>
	members.flatMap(({ item }) => (item.failure ? [] : [item.value]));

/** The error is shown at the first. */
const startingWith = (first: number | undefined, all: number[]): number[] =>
	first === undefined ? all : [first, ...all.filter((one) => one !== first)];

function draftOf(group: CheckedItem[], inputs: number[]): Draft {
	refuseContradiction(group.map(({ said }) => said));
	const [{ call, head, includeVat }] = group.map(({ said }) => said);
	secondsToLook(call.form);
	const lineItems = group.flatMap((item) => item.lines);
	const forced = withForcedFields(head, includeVat);
	if (lineItems.length === 0) refuseNothingToPay(forced);
	const body = lineItems.length > 0 ? { ...forced, lineItems } : forced;
	checkRules(body);
	const unique = uniqueOf(call, forced);
	return { call, inputs, body, unique, lookBack: documentsToSearch(call.form) };
}

const documentsToSearch = (form: Form) =>
	lookBack.read(collection(form, 'options')) ?? Number(lookBack.property.default);

/** @throws ServiceError (badInput) for a document without lines that has no amount of its own either */
function refuseNothingToPay({ total, totalVatExcl, vatRecap }: IDataObject): void {
	if ([total, totalVatExcl, vatRecap].some((one) => one !== undefined)) return;
	refuseInput(
		'lineItems',
		'The document has no lines and no total',
		'Add lines, or give a Total. If the lines come from an expression or a field, check that its list is not empty.',
	);
}

/** @throws ServiceError (badInput) where items of one document say different things of it */
function refuseContradiction([first, ...others]: ItemInput[]): void {
	for (const other of others) {
		const names = new Set([...Object.keys(first.head), ...Object.keys(other.head)]);
		const differs = [...names].find(
			(name) => stringifyExactly(first.head[name]) !== stringifyExactly(other.head[name]),
		);
		if (differs === undefined && first.includeVat === other.includeVat) continue;
		const label = differs === undefined ? 'Amounts Include VAT' : labelOf(differs);
		refuseInput(
			differs ?? 'amountsIncludeVat',
			`Items ${first.call.itemIndex} and ${other.call.itemIndex} are one document by Group By, but differ in ${label}`,
			'Items of a group may differ in their lines only. Check the field, or what you group by.',
		);
	}
}

const labelOf = (name: string) => documentFields[name]?.label ?? name;

/** VAT rates, read once for each country, date, VAT country type and direction of an execution. */
class RateLists {
	private readonly lists = new Map<string, Promise<VatRate[]>>();

	/** @returns undefined where the form of the first item names no country, or no line needs one */
	async of(group: ItemInput[]): Promise<VatRate[] | undefined> {
		const vatCountryCode = group[0]?.vatCountryCode;
		if (vatCountryCode === undefined) return undefined;
		if (group.every(({ lines }) => lines.length === 0)) return undefined;
		const [{ call, head }] = group;
		const { timeZone } = call.form;
		const query = {
			countryCode: vatCountryCode,
			date: String(
				head.taxDate ?? head.issueDate ?? calendarDate(new Date(), 'issueDate', '', timeZone),
			),
			vatCountryType: Number(head.vatCountryType),
			direction: Number(head.direction),
		};
		const key = JSON.stringify(query);
		const list = this.lists.get(key) ?? readVatRates(call.client, query);
		this.lists.set(key, list);
		return await list;
	}
}
