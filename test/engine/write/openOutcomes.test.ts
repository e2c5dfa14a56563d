import type { ServerResponse } from 'node:http';

import { create } from '../support/create';
import { runNode } from '../support/engine';
import { json, smallService, type Answering } from '../support/smallService';
import { goOn, type Parameters, byId } from '../support/withSandbox';

/** The node with a service of the test; fast, because two tries are enough. */
async function ran(answer: Answering, parameters: Parameters, items = [{}]) {
	const service = await smallService({ answer });
	const credentials = service.credential();
	const options = { ...(parameters.options as object), maxTries: 2 };
	const result = await runNode({
		parameters: { ...parameters, options },
		credentials,
		items,
		node: goOn,
	});
	return { service, result, errors: result.json.map(({ error }) => String(error ?? '')) };
}

const assign = (createContact: boolean): Parameters => ({
	resource: 'accountingDocument',
	operation: 'assignContact',
	accountingDocumentId: byId('12'),
	createContact,
	companyName: 'Example Ltd',
});

describe('a contact that may be created', () => {
	it.each([
		[true, 1],
		[false, 2],
	])('(%s) is sent so often after a lost answer: %d', async (createContact, times) => {
		const { service, errors } = await ran(
			(_request, _response, socket) => void socket.destroy(),
			assign(createContact),
		);
		expect(service.arrived).toHaveLength(times);
		expect(errors[0]).toMatch(/may or may not have been made.*Look at the contact/);
	});
});

const deletion: Parameters = {
	resource: 'accountingDocument',
	operation: 'delete',
	accountingDocumentId: byId('={{ $json.id }}'),
};
const items = [{ id: 11 }, { id: 12 }];

/** The bulk response is lost and nothing was done; the test decides what a later read returns. */
const lostBulk =
	(read: (path: string) => [number, unknown]): Answering =>
	({ path }, response, socket) => {
		if (path.includes('/bulk/')) return void socket.destroy();
		const [status, body] = read(path);
		return void json(response, status, body);
	};
const newest = { accountingDocuments: [{ id: 99 }], pagesCount: 1, currentPage: 1, pageSize: 10 };

it('the message claims no search for a document that cannot be searched for', async () => {
	const mixed = Array.from({ length: 12 }, (_, index) => ({ id: 20 + ((index * 5) % 12) }));
	const { service, result } = await ran(({ path }, response) => {
		if (path.includes('/search/')) return { accountingDocuments: mixed.slice(0, 10) };
		return void response.writeHead(204).end();
	}, create());
	expect(result.json).toEqual([{ created: true, existed: false }]);
	expect(result.hints.join()).toMatch(/returned no ID\. The node could not search for it/);
	expect(service.arrived.at(-1)?.path).toBe('/v2/accountingdocuments');
});

describe('documents that are not found after a lost response', () => {
	const ways: Record<string, (path: string) => [number, unknown]> = {
		'no document is shown by its id': (path) =>
			path.includes('/search/') ? [200, newest] : [404, { message: 'no route' }],
		'nothing can be listed': (path) => (path.endsWith('/99') ? [200, { id: 99 }] : [404, {}]),
		'they are still listed': (path) =>
			path.includes('/search/')
				? [200, { ...newest, accountingDocuments: [{ id: 99 }, { id: 11 }] }]
				: path.endsWith('/99')
					? [200, { id: 99 }]
					: [404, {}],
	};

	it.each(Object.entries(ways))('are not reported as deleted if %s', async (_, read) => {
		const { errors } = await ran(lostBulk(read), deletion, items);
		expect(errors).toEqual([
			expect.stringMatching(/may or may not have been made.*11 was not found/),
			expect.stringMatching(/may or may not have been made.*12 was not found/),
		]);
	});

	it('are deleted if the response has another document', async () => {
		const { result } = await ran(
			lostBulk((path) =>
				path.includes('/search/')
					? [200, newest]
					: path.endsWith('/99')
						? [200, { id: 99 }]
						: [404, {}],
			),
			deletion,
			items,
		);
		expect(result.json).toEqual([
			{ deleted: true, id: '11' },
			{ deleted: true, id: '12' },
		]);
	});

	it('are not reported as deleted because of one wrong response', async () => {
		let reads = 0;
		const { errors } = await ran(
			lostBulk((path) => {
				if (path.includes('/search/')) return [200, newest];
				if (path.endsWith('/99')) return [200, { id: 99 }];
				return reads++ === 0 ? [404, {}] : [200, { id: 11 }];
			}),
			deletion,
			[{ id: 11 }],
		);
		expect(errors[0]).toMatch(/may or may not have been made.*11 does not have the change/);
	});

	it('are reported as unread if the read failed', async () => {
		const { errors } = await ran(
			lostBulk(() => [500, {}]),
			deletion,
			items,
		);
		expect(errors[0]).toMatch(/may or may not have been made.*could not read 11/);
		expect(errors[1]).toMatch(/could not read 12/);
		expect(errors.join()).not.toContain('does not see it');
	});
});

it('a branch that is set by its ID counts as set if the record has its name', async () => {
	const set = { ...deletion, operation: 'updateMany', change: 'setpreferredbranch' };
	const { errors } = await ran(
		lostBulk(() => [200, { id: 11, preferredBranch: 'Brno' }]),
		{ ...set, preferredBranchId: '3' },
		[{ id: 11 }],
	);
	expect(errors[0]).toMatch(
		/may or may not have been made.*does not show whether it has the change/,
	);
});

describe('a bulk response', () => {
	const answered = async (body: unknown) =>
		await ran(({ path }) => (path.includes('/bulk/') ? body : { id: 11 }), deletion, items);

	it('without an envelope is read', async () => {
		const { result } = await answered([
			{ id: 11, state: 1 },
			{ id: 12, state: 1 },
		]);
		expect(result.json.map(({ deleted }) => deleted)).toEqual([true, true]);
	});

	it.each(['data', 'result'])('in a wrapper is read: %s', async (wrapper) => {
		const rows = [
			{ id: 11, state: 1 },
			{ id: 12, state: 2, validationError: { message: 'Is booked' } },
		];
		const { result, errors, service } = await answered({ [wrapper]: { result: rows } });
		expect(result.json[0]).toMatchObject({ deleted: true });
		expect(errors[1]).toMatch(/^The service refused 12 .*Is booked/);
		expect(service.arrived).toHaveLength(1);
	});

	it('with an unpublished state leaves the outcome unknown', async () => {
		const { result, errors } = await answered({
			result: [
				{ id: 11, state: 7 },
				{ id: 12, state: 1 },
			],
		});
		expect(errors[0]).toMatch(/may or may not have been made.*11 does not have the change/);
		expect(result.json[1]).toMatchObject({ deleted: true });
	});

	it('with a remark on a success is reported', async () => {
		const { result } = await answered({
			result: [
				{ id: 11, state: 1, validationError: { message: 'Has payments' } },
				{ id: 12, state: 1 },
			],
		});
		expect(result.json).toHaveLength(2);
		expect(result.hints.join()).toMatch(/11 .*Has payments/);
	});
});

describe('a payment reminder whose deletion was lost', () => {
	const removal: Parameters = {
		resource: 'reminder',
		operation: 'delete',
		accountingDocumentId: byId('12'),
		reminderId: '5',
	};
	const lost =
		(list: (response: ServerResponse) => void): Answering =>
		({ method, count }, response, socket) => {
			if (method === 'GET') return void list(response);
			return count === 1
				? void socket.destroy()
				: void json(response, 404, { message: 'no route' });
		};

	it('is unknown while it is listed, or if the list cannot be read', async () => {
		const there = await ran(
			lost((response) => json(response, 200, [{ id: 5 }])),
			removal,
		);
		expect(there.errors[0]).toMatch(/may or may not have been made.*still exists/);
		const unread = await ran(
			lost((response) => json(response, 404, {})),
			removal,
		);
		expect(unread.errors[0]).toMatch(/may or may not have been made.*could not check/);
	});

	it('is unknown if one empty list was wrong', async () => {
		let reads = 0;
		const back = await ran(
			lost((response) => json(response, 200, reads++ === 0 ? [] : [{ id: 5 }])),
			removal,
		);
		expect(back.errors[0]).toMatch(/may or may not have been made.*still exists/);
	});

	it('is deleted if it is not in the list', async () => {
		const gone = await ran(
			lost((response) => json(response, 200, [])),
			removal,
		);
		expect(gone.result.json).toEqual([{ deleted: true, id: '5' }]);
	});
});

describe('a creation whose response was lost', () => {
	const sent = { exceededDays: 7, emailTemplateId: 31 };
	const reminder: Parameters = {
		...{ resource: 'reminder', operation: 'create', accountingDocumentId: byId('12') },
		...sent,
		recipientEmails: '',
		ifExists: 'skip',
	};
	const paymentOrder: Parameters = {
		...{ resource: 'paymentOrder', operation: 'create', bankAccountId: byId('3') },
		...{ dueDate: '2026-12-01', amount: '1210.00' },
	};
	/** @param listed the lists, in order; the last one repeats */
	const lost =
		(...listed: unknown[]): Answering =>
		({ method, count }, response, socket) => {
			if (method === 'POST') return void socket.destroy();
			const list = listed[Math.min(count, listed.length) - 1];
			return list === undefined ? void json(response, 500, {}) : void json(response, 200, list);
		};

	it('is a payment reminder that is listed now, and was not before', async () => {
		const { service, result } = await ran(lost([], [], [{ id: 5, ...sent }]), reminder);
		expect(result.json).toEqual([expect.objectContaining({ id: 5, existed: false })]);
		expect(result.hints.join()).toMatch(/did not confirm creating a payment reminder.* ID 5/);
		expect(service.arrived.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	it('stays unknown while no payment reminder is listed, or the list cannot be read', async () => {
		const none = await ran(lost([], [{ id: 5, ...sent, exceededDays: 8 }]), reminder);
		expect(none.errors[0]).toMatch(/may or may not .*no payment reminder has the values/);
		const unread = await ran(lost([], undefined), reminder);
		expect(unread.errors[0]).toMatch(/may or may not .*could not read the payment reminders/);
	});

	it('may be an equal payment order, or an older one', async () => {
		const equal = { id: 17, dueDate: '2026-12-01', amount: 1210 };
		const orders = [equal, { ...equal, id: 18, amount: 1211 }, { ...equal, id: 16 }];
		const list = { paymentOrders: orders, pagesCount: 1, currentPage: 1, pageSize: 100 };
		const { service, errors } = await ran(lost(list), paymentOrder);
		expect(errors[0]).toMatch(
			/may or may not have been made.*these payment orders have the values that were sent: ID 17, 16\./,
		);
		expect(service.arrived.filter(({ method }) => method === 'POST')).toHaveLength(1);
		const none = await ran(lost({ ...list, paymentOrders: [] }), paymentOrder);
		expect(none.errors[0]).toMatch(/may or may not .*no payment order has the values/);
	});
});

describe('documents of scans that the response leaves out', () => {
	const scans: Parameters = {
		resource: 'accountingDocument',
		operation: 'createFromScans',
		filesFrom: 'ids',
		fileIds: '={{ $json.files }}',
		documentsFor: 'eachFile',
	};

	it.each([
		['one of two', [{ accountingDocumentId: 71, files: ['1'] }], /1 of the 2 .*Document ID 71/],
		['all of them', [], /0 of the 2/],
		['everything', {}, /without the ID or fields/],
	])('are an open outcome of their item: %s', async (_, answer, words) => {
		const { service, result, errors } = await ran(() => answer, scans, [{ files: '1,2' }] as never);
		expect(result.json).toHaveLength(1);
		expect(errors[0]).toMatch(/may or may not have been made/);
		expect(errors[0]).toMatch(words);
		expect(service.arrived).toHaveLength(1);
	});

	const made = { accountingDocumentId: 71, files: ['1'] };

	it.each([
		['beside one that is there', [made, { error: 'Not readable' }], /1 of the 2 .*Document ID 71/],
		['that is none', [made, { foo: 1 }], /1 of the 2 .*Document ID 71/],
		['of one that has no number', { foo: 'bar' }, /without the ID or fields/],
	])('are open with an entry %s', async (_, answer, words) => {
		const { result, errors } = await ran(() => answer, scans, [{ files: '1,2' }] as never);
		expect(result.json).toHaveLength(1);
		expect(errors[0]).toMatch(/may or may not have been made/);
		expect(errors[0]).toMatch(words);
		if (JSON.stringify(answer).includes('Not readable'))
			expect(errors[0]).toContain('Not readable');
	});

	it.each([
		[[{ error: 'Not readable' }, { error: 'Not readable' }]],
		[[{ files: ['1'], accountingDocumentId: null, error: 'Not readable' }]],
		[{ error: 'Not readable' }],
	])('are open with an error for each of them: %j', async (answer) => {
		const { errors } = await ran(() => answer, scans, [{ files: '1,2' }] as never);
		expect(errors[0]).toMatch(/may or may not have been made/);
		expect(errors[0]).toMatch(/Not readable/);
	});
});

describe('a record that was replaced without a body in the response', () => {
	const updated: Parameters = {
		...{ resource: 'reminder', operation: 'update', reminderId: '5' },
		accountingDocumentId: byId('12'),
		updateFields: { exceededDays: 9 },
	};
	/** @param staleReads after the PUT, as of a replica that lags behind */
	const replaced = async (staleReads: number) => {
		let stale = Infinity;
		const { service, result } = await ran(({ method }, response) => {
			if (method === 'GET') {
				return [{ id: 5, exceededDays: stale-- > 0 ? 7 : 9, emailTemplateId: 31 }];
			}
			stale = staleReads;
			return void response.writeHead(204).end();
		}, updated);
		const reads = service.arrived.map(({ method }) => method).lastIndexOf('PUT');
		return { ...result, reads: service.arrived.length - reads - 1 };
	};

	it.each([
		[0, 1],
		[1, 2],
	])('is read until a replica has caught up: %i stale reads', async (staleReads, reads) => {
		const result = await replaced(staleReads);
		expect(result.json).toEqual([
			expect.objectContaining({ id: 5, exceededDays: 9, emailTemplateId: 31 }),
		]);
		expect([result.hints, result.reads]).toEqual([[], reads]);
	});

	it('has a hint if a second read shows other values too', async () => {
		const { json: items, hints, reads } = await replaced(Infinity);
		expect(items).toEqual([expect.objectContaining({ exceededDays: 7 })]);
		expect(hints).toHaveLength(1);
		expect(hints[0]).toMatch(/^The service returned other values than were sent while updating/);
		expect(reads).toBe(2);
	});
});
