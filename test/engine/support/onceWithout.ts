import type { IDataObject } from 'n8n-workflow';

import type { GivenFault } from '../../../dev/sandbox/http/faults';
import { create } from './create';
import { creationFaults, random } from './onceFaults';
import { untilQuiet, untold } from './onceModel';
import { goOn, type Bench } from './withSandbox';

/** The model of "never twice" without a unique key, or with a list that hides old documents. */

const arm = ({ sandbox: { admin } }: Bench, seed: number, next: (below: number) => number) => {
	admin.clearFaults();
	admin.clearJournal();
	for (let count = 1; count < 3; count++) {
		admin.addFault({
			...creationFaults[next(creationFaults.length)],
			times: 0,
			match: { path: 'createDocument', rate: 0.3, seed: seed * 10 + count },
		} as GivenFault);
	}
};

const lines =
	'={{ JSON.stringify([{ description: "Chairs", qt: $json.qt, price: 100, vatRate: 21, vatRateType: 1 }]) }}';

const quantityOf = (one: unknown) =>
	Number(((one as IDataObject).lineItems as IDataObject[] | undefined)?.[0]?.qt);

/** Items without a key, while others create documents with the same header and other lines. */
export async function runWithoutKey(bench: Bench, seed: number): Promise<void> {
	const next = random(seed);
	const { admin } = bench.sandbox;
	arm(bench, seed, next);
	const header = { type: 0, direction: 1, currency: 'CZK', vatCountryType: 1 } as const;
	const lineItems = [{ description: 'Chairs', qt: 5, unitPriceVatExcl: 999, vatRate: 21 }];
	admin.addFault({
		kind: 'insert',
		times: 0,
		match: { path: 'search', rate: 0.5, seed },
		fields: { ...header, lineItems },
	});
	const items = Array.from({ length: next(4) + 2 }, () => ({ qt: next(3) + 1 }));
	const before = new Set(admin.createdDocuments().map(({ id }) => String(id)));
	const options = { maxTries: 2 };
	const result = await bench.run(create({ lineItemsJson: lines, options }), {
		items,
		node: { ...goOn },
	});
	await untilQuiet(bench);
	const known = admin
		.createdDocuments()
		.map((one) => ({ id: String(one.id), key: String(quantityOf(one)) }))
		.filter(({ id }) => !before.has(id));
	const keys = items.map(({ qt }) => String(qt));
	const ids = result.json.flatMap(({ id }) => (id === undefined ? [] : [String(id)]));
	const problem =
		new Set(ids).size < ids.length ? 'a document for two items' : untold(result, keys, known, []);
	if (problem !== undefined) throw new Error(`seed ${seed} (without key): ${problem}`);
}

/** A list sorted by date: backdated documents are beyond Look Back at once. */
export function fillByDate({ sandbox }: Bench): void {
	for (let day = 1; day <= 28; day++) {
		const issueDate = `2026-10-${String(day).padStart(2, '0')}`;
		sandbox.admin.createDocuments({ fields: { issueDate } });
	}
}

/** If a document is created twice, the first one was reported. */
export async function runBackdated(bench: Bench, seed: number): Promise<void> {
	const next = random(seed);
	const keys = Array.from({ length: next(3) + 1 }, () => `9${seed}0${next(3)}`);
	const told: string[] = [];
	const documents = () =>
		bench.sandbox.admin.createdDocuments().filter(({ orderNo }) => keys.includes(String(orderNo)));
	arm(bench, seed, next);
	for (let run = 0; run < 3; run++) {
		const before = documents();
		const result = await bench.run(
			create({
				issueDate: '2020-01-01',
				additionalFields: { orderNo: '={{ $json.key }}' },
				options: { uniqueBy: 'orderNo', maxTries: 2, lookBack: 10 },
			}),
			{ items: keys.map((key) => ({ key })), node: { ...(next(2) === 0 && goOn) } },
		);
		await untilQuiet(bench);
		const texts = [...result.hints, ...result.json.map(({ error }) => String(error ?? ''))];
		texts.push(`${result.error?.message} ${result.error?.description}`);
		const isOpen = texts.some((text) => /may or may not/.test(text));
		const fresh = documents().filter(({ id }) => !before.some((one) => one.id === id));
		for (const { id, orderNo } of fresh) {
			const again = before.find((one) => one.orderNo === orderNo);
			if (again && !told.includes(String(again.id))) {
				throw new Error(`seed ${seed} (backdated): document ${again.id} again as ${id}`);
			}
			const isNamed = texts.some((text) => /Look Back/.test(text) && text.includes(String(id)));
			if (isNamed || isOpen) told.push(String(id));
		}
	}
}
