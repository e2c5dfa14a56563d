/** docs/api/writes.md#unknown-outcomes: an unknown outcome says what was sent and where to look. */
import { longerThanTimeoutMs, passTime } from '../support/clock';
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

it.each([
	[true, 1],
	[false, 2],
])(
	'a contact that may be created (%s) is sent so often after a lost answer: %d',
	async (...row) => {
		const [createContact, times] = row;
		const { service, errors } = await ran((_request, _response, socket) => void socket.destroy(), {
			resource: 'accountingDocument',
			operation: 'assignContact',
			accountingDocumentId: byId('12'),
			...{ createContact, companyName: 'Example Ltd' },
		});
		expect(service.arrived).toHaveLength(times);
		expect(errors[0]).toMatch(/may or may not have been made.*Look at the contact/);
	},
);

const deletion: Parameters = {
	resource: 'accountingDocument',
	operation: 'delete',
	accountingDocumentId: byId('={{ $json.id }}'),
};
const items = [{ id: 11 }, { id: 12 }];

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

describe('documents whose bulk response is lost', () => {
	type Read = (path: string, count: number) => [number, unknown];
	const list = (...ids: number[]) => {
		const accountingDocuments = ids.map((id) => ({ id }));
		return { accountingDocuments, pagesCount: 1, currentPage: 1, pageSize: 10 };
	};
	/** Shows the lists and document 99 only. */
	const withList =
		(ids: number[], others: Read = () => [404, {}]): Read =>
		(path, count) => {
			if (path.includes('/search/')) return [200, list(...ids)];
			return path.endsWith('/99') ? [200, { id: 99 }] : others(path, count);
		};
	const lost = async (read: Read, parameters: Parameters) =>
		await ran(
			({ path, count }, response, socket) => {
				if (path.includes('/bulk/')) return void socket.destroy();
				return void json(response, ...read(path, count));
			},
			parameters,
			items,
		);

	const notFound = 'and the service did not find it';

	it.each<[string, Read, string, string?]>([
		[
			'no document is shown by its id',
			(path) => (path.includes('/search/') ? [200, list(99)] : [404, {}]),
			notFound,
			'the service did not return another document by its ID either',
		],
		[
			'nothing can be listed',
			(path) => (path.endsWith('/99') ? [200, { id: 99 }] : [404, {}]),
			notFound,
			'the list has no other document',
		],
		[
			'the list is forbidden',
			(path) => [path.includes('/search/') ? 403 : 404, {}],
			notFound,
			'the node could not read the list',
		],
		['they are still listed', withList([99, 11, 12]), notFound, 'the list still shows 11 and 12'],
		[
			'one response was wrong',
			withList([99], (path, count) =>
				count === 1 ? [404, {}] : [200, { id: Number(path.slice(-2)) }],
			),
			'still exists, without the change',
		],
		['they cannot be read', () => [500, {}], 'could not read'],
	])('are not reported as deleted if %s', async (_, read, says, why = '') => {
		const { errors } = await lost(read, deletion);
		const unknown = 'may or may not have been made.*';
		expect(errors).toEqual([
			expect.stringMatching(new RegExp(`${unknown}(11,? ${says}|${says} 11)`)),
			expect.stringMatching(new RegExp(`${unknown}(12,? ${says}|${says} 12)`)),
		]);
		if (says === notFound)
			for (const one of errors) expect(one).toContain(`no proof, because ${why}`);
		if (says === 'could not read') expect(errors.join()).not.toContain('does not see it');
	});

	it('are deleted if another document is shown', async () => {
		const { result } = await lost(withList([99]), deletion);
		expect(result.json).toEqual([
			{ deleted: true, id: 11 },
			{ deleted: true, id: 12 },
		]);
	});

	it('are deleted if the list shows them for some more seconds', async () => {
		const late = 4;
		const { result } = await lost((path, count) => {
			const listed = path.includes('/search/') && count <= late ? [99, 11, 12] : [99];
			return withList(listed)(path, count);
		}, deletion);
		expect(result.json.map(({ deleted }) => deleted)).toEqual([true, true]);
		expect(result.hints.join()).toContain('did not confirm deleting accounting documents');
	});

	it('are not known to be deleted a moment after they were created: a late replica lacks them too', async () => {
		const service = await smallService({
			answer: ({ path, method }, response, socket) => {
				if (path.includes('/bulk/')) return void socket.destroy();
				if (method === 'POST' && !path.includes('/search/')) return { id: 11 };
				return void json(response, ...withList([99])(path, 1));
			},
		});
		await service.run(create());
		const deleted = async (id: string) =>
			await service.run({ ...deletion, accountingDocumentId: byId(id) });
		const { error } = await deleted('11');
		expect(error?.message).toMatch(/may or may not have been made/);
		expect(error?.description).toContain('n8n created document 11 a moment ago');
		expect((await deleted('12')).json).toEqual([{ deleted: true, id: 12 }]);
		passTime(longerThanTimeoutMs);
		expect((await deleted('11')).json).toEqual([{ deleted: true, id: 11 }]);
	});

	it('may have a branch that was set by its ID, if they have its name', async () => {
		const set = { operation: 'updateMany', change: 'setpreferredbranch', preferredBranchId: '3' };
		const { errors } = await lost(
			(path) => [200, { id: Number(path.slice(-2)), preferredBranch: 'Brno' }],
			{ ...deletion, ...set },
		);
		expect(errors[0]).toMatch(
			/may or may not have been made.*does not show whether it has the change/,
		);
	});
});

describe('a bulk response', () => {
	const answered = async (body: unknown) =>
		await ran(({ path }) => (path.includes('/bulk/') ? body : { id: 11 }), deletion, items);

	const refused = { id: 12, state: 2, validationError: { message: 'Is booked' } };

	it.each([
		['without an envelope', [{ id: 11, state: 1 }, refused]],
		['in data', { data: { result: [{ id: 11, state: 1 }, refused] } }],
		['in result', { result: { result: [{ id: 11, state: 1 }, refused] } }],
	])('%s is read', async (_, body) => {
		const { result, errors, service } = await answered(body);
		expect(result.json[0]).toMatchObject({ deleted: true });
		expect(errors[1]).toMatch(/^The service refused 12 .*Is booked/);
		expect(service.arrived).toHaveLength(1);
	});

	it('with an unpublished state leaves the outcome unknown, and a remark on a success is reported', async () => {
		const remark = { id: 12, state: 1, validationError: { message: 'Has payments' } };
		const { result, errors } = await answered({ result: [{ id: 11, state: 7 }, remark] });
		expect(errors[0]).toMatch(
			/may or may not have been made.*Document 11 still exists, without the change/,
		);
		expect(result.json[1]).toMatchObject({ deleted: true });
		expect(result.hints.join()).toMatch(/document 12, but reported: Has payments/);
	});
});

describe('a payment reminder whose deletion was lost', () => {
	const removal: Parameters = {
		resource: 'reminder',
		operation: 'delete',
		accountingDocumentId: byId('12'),
		reminderId: '5',
	};
	it.each<[string, Array<[number, unknown]>, RegExp | undefined]>([
		['deleted if it is not in the list', [[200, []]], undefined],
		[
			'deleted if the list shows it for some more seconds',
			[
				[200, [{ id: 5 }]],
				[200, [{ id: 5 }]],
				[200, [{ id: 5 }]],
				[200, []],
			],
			undefined,
		],
		['unknown while it is listed', [[200, [{ id: 5 }]]], /The list still shows the record/],
		['unknown if the list cannot be read', [[404, {}]], /could not check/],
		[
			'unknown if one empty list was wrong',
			[
				[200, []],
				[200, [{ id: 5 }]],
			],
			/The list still shows the record/,
		],
	])('is %s', async (_, lists, doubt) => {
		const { result, errors } = await ran(({ method, count }, response, socket) => {
			if (method !== 'GET' && count === 1) return void socket.destroy();
			if (method !== 'GET') return void json(response, 404, { message: 'no route' });
			return void json(response, ...(lists[count - 1] ?? lists[lists.length - 1]));
		}, removal);
		if (doubt === undefined) expect(result.json).toEqual([{ deleted: true, id: 5 }]);
		else {
			expect(errors[0]).toMatch(/may or may not have been made/);
			expect(errors[0]).toMatch(doubt);
		}
	});

	it('is unknown if the service never answers, although the list does not show it', async () => {
		const { errors } = await ran(
			({ method }, response, socket) =>
				method === 'GET' ? json(response, 200, []) : void socket.destroy(),
			removal,
		);
		expect(errors[0]).toMatch(
			/may or may not have been made.*does not show the record.* may be out of date/,
		);
	});
});

describe('a creation whose response was lost', () => {
	const sent = { exceededDays: 7, emailTemplateId: 31 };
	const reminder: Parameters = {
		...{ resource: 'reminder', operation: 'create', accountingDocumentId: byId('12') },
		...sent,
		ifExists: 'skip',
	};
	const paymentOrder: Parameters = {
		...{ resource: 'paymentOrder', operation: 'create', bankAccountId: byId('3') },
		...{ dueDate: '2026-12-01', amount: '1210.00' },
	};
	/** @param listed the lists, in order; the last one repeats */
	const lost =
		(...listed: unknown[]): Answering =>
		({ method, path, count }, response, socket) => {
			if (method === 'POST') return void socket.destroy();
			if (path.endsWith('/12')) return { id: 12 };
			const list = listed[Math.min(count, listed.length) - 1];
			return list === undefined ? void json(response, 500, {}) : void json(response, 200, list);
		};

	it('is a payment reminder that is listed now, and was not before', async () => {
		const { service, result } = await ran(lost([], [], [{ id: 5, ...sent }]), reminder);
		expect(result.json).toEqual([expect.objectContaining({ id: 5, existed: false })]);
		expect(result.hints.join()).toMatch(/did not confirm creating a payment reminder.* \(ID 5\)/);
		expect(service.arrived.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	it('stays unknown while no payment reminder is listed, or the list cannot be read', async () => {
		const none = await ran(lost([], [{ id: 5, ...sent, exceededDays: 8 }]), reminder);
		expect(none.errors[0]).toMatch(/may or may not .*No payment reminder in it has the values/);
		const unread = await ran(lost([], undefined), reminder);
		expect(unread.errors[0]).toMatch(/may or may not .*could not read the payment reminders/);
	});

	it('may be an equal payment order, or an older one', async () => {
		const equal = { id: 17, dueDate: '2026-12-01', amount: 1210 };
		const orders = [equal, { ...equal, id: 18, amount: 1211 }, { ...equal, id: 16 }];
		const list = { paymentOrders: orders, pagesCount: 1, currentPage: 1, pageSize: 100 };
		const { service, errors } = await ran(lost(list), paymentOrder);
		expect(errors[0]).toMatch(
			/may or may not have been made.*These payment orders have the values that were sent: ID 17, 16\./,
		);
		expect(service.arrived.filter(({ method }) => method === 'POST')).toHaveLength(1);
		const none = await ran(lost({ ...list, paymentOrders: [] }), paymentOrder);
		expect(none.errors[0]).toMatch(/may or may not .*No payment order in it has the values/);
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

	const made = { accountingDocumentId: 71, files: ['1'] };
	const unread = { error: 'Not readable' };
	const oneOfTwo = /1 of the 2 .*Document ID 71/;

	it.each<[string, unknown, RegExp]>([
		['one of two', [made], oneOfTwo],
		['all of them', [], /0 of the 2/],
		['everything', {}, /without the ID or fields/],
		['one with an error', [made, unread], oneOfTwo],
		['the error of one', [made, unread], /Not readable/],
		['one that is none', [made, { foo: 1 }], oneOfTwo],
		['the number of one', { foo: 'bar' }, /without the ID or fields/],
		['all with an error', [unread, unread], /Not readable/],
		['the ID', [{ ...made, accountingDocumentId: null, ...unread }], /Not readable/],
		['all but an error', unread, /Not readable/],
	])('are an open outcome of their item: %s', async (_, answer, words) => {
		const { service, result, errors } = await ran(() => answer, scans, [{ files: '1,2' }] as never);
		expect(result.json).toHaveLength(1);
		expect(errors[0]).toMatch(/may or may not have been made/);
		expect(errors[0]).toMatch(words);
		expect(service.arrived).toHaveLength(1);
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

	it.each([
		[
			'document',
			{
				...{ resource: 'accountingDocument', updateFields: { orderNo: 'A-18' } },
				options: { output: 'raw' },
			},
			[{ id: '12' }],
		],
		[
			'record',
			{ resource: 'reminder', reminderId: '5', updateFields: { exceededDays: 9 } },
			[{ updated: true, accountingDocumentId: '12', reminderId: '5' }],
		],
	])('is a success even if the %s cannot be read afterwards', async (one, changes, output) => {
		const document = { id: 12, type: 0, direction: 1, currency: 'CZK', vatCountryType: 1 };
		let isUpdated = false;
		const { result } = await ran(
			({ method }, response) => {
				if (isUpdated) return void json(response, 404, {});
				isUpdated = method === 'PUT';
				if (isUpdated) return void response.writeHead(204).end();
				return one === 'record' ? [{ id: 5, exceededDays: 7, emailTemplateId: 31 }] : document;
			},
			{
				...{ operation: 'update', accountingDocumentId: byId('12') },
				...(changes as Parameters),
			},
		);
		expect(result.json).toEqual(output);
		const says = `, but the node could not read the ${one} afterwards, so the output does not show it.`;
		expect(result.hints).toEqual([
			expect.stringMatching(`^The service confirmed updating .*${says}$`),
		]);
	});
});
