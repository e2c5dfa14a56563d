import type { IDataObject } from 'n8n-workflow';

import { json, smallService, type Arrived, type SmallService } from './smallService';

interface Kept extends IDataObject {
	id: number;
	/** When its list shows it, in terms of performance.now(). */
	shownAt: number;
}

/** A company whose lists show new records late, while a record by its ID is current. */
export interface LateService extends SmallService {
	documents: Kept[];
	orders: Kept[];
	reminders: Kept[];
}

interface LateOptions {
	/** How late the list shows a new record. */
	lagMs: () => number;
	/** Runs before a change is made, and may wait. */
	before?: (request: Arrived) => Promise<void> | void;
	/** Runs between a list as it was read and its response. */
	beforeList?: (request: Arrived) => void;
	/** Whether the response to a change is lost. */
	loses?: (request: Arrived) => boolean;
}

const pageOf = (records: Kept[], name: string, { page, pageSize }: IDataObject) => {
	const shown = records.filter(({ shownAt }) => shownAt <= performance.now()).reverse();
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
	loses,
}: LateOptions): Promise<LateService> {
	const lists = { documents: [] as Kept[], orders: [] as Kept[], reminders: [] as Kept[] };
	let count = 100;
	const add = (records: Kept[], input: IDataObject) => {
		const made = { ...input, id: ++count, shownAt: performance.now() + lagMs() };
		records.push(made);
		return visible(made);
	};
	const answerTo = ({ method, path, query, body }: Arrived) => {
		const input = JSON.parse(body || '{}') as IDataObject;
		if (path.includes('/search/')) return pageOf(lists.documents, 'accountingDocuments', input);
		if (path.endsWith('/paymentorders')) {
			if (method === 'POST') return add(lists.orders, { processingState: 0, ...input });
			return pageOf(lists.orders, 'paymentOrders', Object.fromEntries(query));
		}
		if (path.endsWith('/reminders')) {
			if (method === 'POST') return add(lists.reminders, input);
			return lists.reminders.filter(({ shownAt }) => shownAt <= performance.now()).map(visible);
		}
		if (path.includes('/bulk/')) {
			const { ids, additionalData } = input as { ids: number[]; additionalData?: object };
			for (const one of lists.documents)
				if (ids.includes(one.id)) Object.assign(one, additionalData);
			return {};
		}
		if (method === 'POST') return add(lists.documents, input);
		const found = lists.documents.find(({ id }) => path.endsWith(`/${id}`));
		if (method === 'PUT' && found) Object.assign(found, input);
		return found && visible(found);
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
