import type { IDataObject } from 'n8n-workflow';

import { json, smallService, type Arrived, type SmallService } from './smallService';

interface Kept extends IDataObject {
	id: number;
	/** When its list shows it, in terms of performance.now(). */
	shownAt: number;
}

/** How a list shows a record that has been changed or deleted. */
interface Old {
	record: Kept;
	until: number;
}

/** A company whose lists show changes late, while a record by its ID is current. */
export interface LateService extends SmallService {
	documents: Kept[];
	orders: Kept[];
	reminders: Kept[];
}

interface LateOptions {
	/** How late the list shows a change. */
	lagMs: () => number;
	/** Runs before a change is made, and may wait. */
	before?: (request: Arrived) => Promise<void> | void;
	/** Runs between a list as it was read and its response. */
	beforeList?: (request: Arrived) => void;
	/** Whether a bulk change is refused. */
	refuses?: () => boolean;
	/** Whether the response to a change is lost. */
	loses?: (request: Arrived) => boolean;
}

/** What a list shows, by ID. */
function shownOf(records: Kept[], old: Old[]): Kept[] {
	const now = performance.now();
	const byId = new Map(records.map((record) => [record.id, record]));
	// The first change that the list does not show yet decides.
	for (const { record, until } of old.toReversed()) {
		if (until > now) byId.set(record.id, record);
	}
	return [...byId.values()]
		.filter(({ shownAt }) => shownAt <= now)
		.sort((one, other) => one.id - other.id);
}

const pageOf = (records: Kept[], name: string, { page, pageSize }: IDataObject) => {
	const shown = records.reverse();
	const [number, size] = [Number(page), Number(pageSize)];
	return {
		[name]: shown.slice((number - 1) * size, number * size).map(visible),
		...{ pagesCount: Math.ceil(shown.length / size), currentPage: number, pageSize: size },
	};
};

const visible = ({ shownAt: _own, ...record }: Kept): IDataObject => record;

export async function lateService({
	lagMs,
	before,
	beforeList,
	refuses,
	loses,
}: LateOptions): Promise<LateService> {
	const lists = { documents: [] as Kept[], orders: [] as Kept[], reminders: [] as Kept[] };
	let count = 100;
	const old = { documents: [] as Old[], orders: [] as Old[], reminders: [] as Old[] };
	type ListName = keyof typeof lists;
	const listed = (name: ListName) => shownOf(lists[name], old[name]);
	const keepOld = (name: ListName, record: Kept) =>
		old[name].push({ record: { ...record }, until: performance.now() + lagMs() });
	const change = (name: ListName, record: Kept, changes: object = {}) => {
		keepOld(name, record);
		return visible(Object.assign(record, changes));
	};
	const remove = (name: ListName, record: Kept) => {
		keepOld(name, record);
		lists[name].splice(lists[name].indexOf(record), 1);
		return {};
	};
	const add = (records: Kept[], input: IDataObject) => {
		const made = { ...input, id: ++count, shownAt: performance.now() + lagMs() };
		records.push(made);
		return visible(made);
	};
	const answerTo = ({ method, path, query, body }: Arrived) => {
		const input = JSON.parse(body || '{}') as IDataObject;
		if (path.includes('/search/')) return pageOf(listed('documents'), 'accountingDocuments', input);
		if (method === 'GET' && path.endsWith('/accountingdocuments')) {
			return pageOf(listed('documents'), 'accountingDocuments', Object.fromEntries(query));
		}
		if (path.endsWith('/paymentorders')) {
			if (method === 'POST') return add(lists.orders, { processingState: 0, ...input });
			return pageOf(listed('orders'), 'paymentOrders', Object.fromEntries(query));
		}
		if (path.endsWith('/reminders')) {
			if (method === 'POST') return add(lists.reminders, input);
			return listed('reminders').map(visible);
		}
		const reminder = lists.reminders.find(({ id }) => path.endsWith(`/reminders/${id}`));
		if (reminder) {
			return method === 'DELETE'
				? remove('reminders', reminder)
				: change('reminders', reminder, input);
		}
		if (path.includes('/bulk/')) {
			const { ids, ...more } = input as { ids: number[]; additionalData?: object };
			if (refuses?.()) return ids.map((id) => ({ id, state: 2 }));
			for (const one of lists.documents.filter(({ id }) => ids.includes(id))) {
				if (input.operation === 'remove') remove('documents', one);
				else change('documents', one, more.additionalData);
			}
			return ids.map((id) => ({ id, state: 1 }));
		}
		if (method === 'POST') return add(lists.documents, input);
		const found = lists.documents.find(({ id }) => path.endsWith(`/${id}`));
		return found && (method === 'PUT' ? change('documents', found, input) : visible(found));
	};
	const service = await smallService({
		answer: async (request, response, socket) => {
			const isChange = request.method !== 'GET' && !request.path.includes('/search/');
			if (isChange) await before?.(request);
			const answer = answerTo(request);
			if (!isChange) beforeList?.(request);
			if (isChange && loses?.(request)) return void socket.destroy();
			return answer ?? void json(response, 404, { message: 'Not found' });
		},
	});
	return Object.assign(service, lists);
}
