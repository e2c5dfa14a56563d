import type { AccountingDocument, DocumentFields, RunningSandbox } from '../../sandbox';
import { dayAfter, type Day, type Dice } from './calendar';

/** A row of the sheet: one line of an order. */
export interface Row {
	order: string;
	customer: string;
	item: string;
	/** Text, as in a sheet. */
	quantity: string;
	price: string;
	vat: number;
	issued: string;
	due: string;
}

const customers = [
	'Example Ltd',
	'Sample GmbH',
	'Vzorová s.r.o.',
	'O\'Neil & "Sons"; export',
	'=SUM(A1:A9) a.s.',
	'<b>Bold</b> Ventures',
	'Ubytování U Káva ☕',
	'Pattern & Partners',
];
const goods = ['Chair', 'Table "XL"', 'Delivery, express', 'Consulting; hourly', 'Káva 1 kg'];
const payAfterDays = { from: 4, to: 26 };
const neverPaid = 0.01;
/** A payment is undone this many days later, when the trigger has reported it. */
const unpayAfterDays = 25;
const deleteAfterDays = 7;

const idOf = ({ id }: AccountingDocument): string => String(id);

/** A line of an order. */
export function newRow(dice: Dice, order: string, customer: string, { date }: Day): Row {
	const cents = dice.between(100, 99_999);
	return {
		...{ order, customer, item: dice.pick(goods), vat: dice.pick([21, 12]) },
		quantity: dice.pick(['1', '2', '3', '0.5', '12']),
		price: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
		...{ issued: date, due: dayAfter(date, 14) },
	};
}

/** The people of a small company: what they enter in their sheet and their shop, and what they do in the service. */
export class Company {
	/** All rows of each order number. */
	readonly orders = new Map<string, Row[]>();

	/** Order numbers of the shop's webhook, with the ordered line. */
	readonly drafts = new Map<string, Row>();

	/** Documents that appeared in the service since the start, deleted ones included. */
	readonly appeared = new Set<string>();

	/** How often each document was paid. */
	readonly payments = new Map<string, number>();

	/** Fields that people changed by hand, by document. */
	readonly edits = new Map<string, Set<string>>();

	/** Rows that the workflow has not confirmed yet; they stay in the sheet. */
	readonly open = new Set<string>();

	private readonly known = new Set<string>();

	private readonly deleted = new Set<string>();

	/** Created manually, and neither paid nor deleted. */
	private own: Array<{ id: string; day: number }> = [];

	private readonly due = new Map<number, string[]>();

	private readonly toUnpay = new Map<number, string[]>();

	private readonly recent: string[][] = [];

	constructor(
		private readonly sandbox: RunningSandbox,
		private readonly dice: Dice,
	) {
		const { admin } = sandbox;
		for (let at = 0; at < admin.count(); at++) this.known.add(idOf(admin.documentAt(at)));
	}

	/** New invoices of a day: 5 in January, 40 in December. */
	private volume({ number }: Day): number {
		return Math.round((5 + (35 * number) / 365) * (0.8 + 0.4 * this.dice.share()));
	}

	/** The sheet of a day: new rows, open ones, and once a week those of the last days again. */
	sheet(day: Day): Row[] {
		const fresh: string[] = [];
		for (let count = Math.ceil(this.volume(day) * 0.55); count > 0; count--) {
			const order = `O-${day.date}-${count}`;
			const customer = this.dice.pick(customers);
			const lines = this.dice.between(1, 4);
			this.orders.set(
				order,
				Array.from({ length: lines }, () => newRow(this.dice, order, customer, day)),
			);
			fresh.push(order);
			this.open.add(order);
		}
		const again = day.isMonday ? this.recent.slice(-3).flat() : [];
		this.recent.push(fresh);
		return [...new Set([...this.open, ...again])].flatMap((order) => this.orders.get(order) ?? []);
	}

	/** Removes the rows from the sheet after the workflow succeeded. */
	confirm(rows: Row[]): void {
		for (const { order } of rows) this.open.delete(order);
	}

	/** Orders of the shop; one of them is sent twice. */
	shopOrders(day: Day): object[] {
		const numbers = Array.from({ length: this.dice.between(1, 3) }, (_, at) => at);
		const all = numbers.map((at) => {
			const order = `W-${day.date}-${at}`;
			const row = newRow(this.dice, order, this.dice.pick(customers), day);
			this.drafts.set(order, row);
			const line = {
				...{ description: row.item, qt: Number(row.quantity), price: Number(row.price) },
				...{ vatRate: row.vat, vatRateType: 1 },
			};
			return { orderNo: order, customer: { companyName: row.customer }, lines: [line] };
		});
		return [...all, ...all.slice(0, 1)];
	}

	/** The steps of people in the service on that day. */
	steps(day: Day): Array<() => void> {
		const { dice } = this;
		const created = Array.from({ length: Math.ceil(this.volume(day) * 0.35) }, () => () => {
			this.create(day);
		});
		const edited = Array.from({ length: dice.between(1, 5) }, () => () => this.edit());
		const paid = (this.due.get(day.number) ?? []).map((id) => () => this.pay(id, day));
		const unpaid = (this.toUnpay.get(day.number) ?? []).map((id) => () => this.unpay(id));
		const deleted = dice.happens(0.5) ? [() => this.delete(day)] : [];
		return dice.shuffled([...created, ...edited, ...paid, ...unpaid, ...deleted]);
	}

	/** What people still do before the last night of a month: one of each. */
	lastHour(day: Day): void {
		this.edit();
		this.create(day);
		this.delete(day);
	}

	private create(day: Day): void {
		const { dice } = this;
		const issueDate = dice.happens(0.1) ? dayAfter(day.date, -dice.between(1, 40)) : day.date;
		const fields: DocumentFields = {
			type: dice.pick([0, 0, 0, 0, 1, 3]),
			direction: dice.pick([0, 1, 1]),
			currency: dice.pick(['CZK', 'CZK', 'EUR', 'USD']),
			total: dice.between(100, 9_999_999) / 100,
			...{ issueDate, dueDate: dayAfter(issueDate, 14), amountPaid: 0, payments: { paid: false } },
			state: dice.pick(['Draft', 'Waiting For Approval']),
			contact: { companyName: dice.pick(customers) },
		};
		const [document] = this.sandbox.admin.createDocuments({ fields });
		if (document) this.own.push({ id: idOf(document), day: day.number });
	}

	/** Only new documents of people, so that the comparisons of orders and the trigger's watched documents stay valid. */
	private edit(): void {
		const { id } = this.dice.pick(this.own.slice(-25)) ?? {};
		if (id === undefined) return;
		const [field, fields] = this.dice.pick<[string, DocumentFields]>([
			['total', { total: this.dice.between(100, 9_999_999) / 100 }],
			['dueDate', { dueDate: `2027-0${this.dice.between(1, 9)}-15` }],
			['state', { state: this.dice.pick(['Draft', 'Waiting For Approval']) }],
		]);
		this.sandbox.admin.changeDocument(id, fields);
		this.edits.set(id, (this.edits.get(id) ?? new Set()).add(field));
	}

	private pay(id: string, day: Day): void {
		if (this.deleted.has(id)) return;
		this.sandbox.admin.payDocument(id);
		this.payments.set(id, (this.payments.get(id) ?? 0) + 1);
		this.own = this.own.filter((one) => one.id !== id);
		if (this.dice.happens(0.03)) this.plan(this.toUnpay, day.number + unpayAfterDays, id);
	}

	private unpay(id: string): void {
		this.sandbox.admin.changeDocument(id, { amountPaid: 0, payments: { paid: false } });
	}

	/** One that was created manually some days ago: a day may take only a second, and every trigger must have read it. */
	private delete({ number }: Day): void {
		const old = this.own.filter(({ day }) => day <= number - deleteAfterDays);
		if (old.length === 0) return;
		const { id } = this.dice.pick(old);
		this.sandbox.admin.deleteDocument(id);
		this.deleted.add(id);
		this.own = this.own.filter((one) => one.id !== id);
	}

	private plan(where: Map<number, string[]>, day: number, id: string): void {
		where.set(day, [...(where.get(day) ?? []), id]);
	}

	/** Records the new documents of that day; issued invoices will be paid later. */
	evening(day: Day): void {
		const { admin } = this.sandbox;
		for (let at = admin.count() - 1; at >= 0; at--) {
			const document = admin.documentAt(at);
			const id = idOf(document);
			if (this.known.has(id)) return;
			this.known.add(id);
			this.appeared.add(id);
			const isIssued = document.type === 0 && document.direction === 1;
			if (!isIssued || this.dice.happens(neverPaid)) continue;
			const wait = this.dice.between(payAfterDays.from, payAfterDays.to);
			this.plan(this.due, day.number + wait, id);
		}
	}
}
