import { readList, readRecord } from '../../../nodes/shared/client/envelope';
import { thrownBy } from '../support/thrownBy';

const what = 'listing accounting documents';
const records = [{ id: 2, total: 1.5 }, { id: '9007199254740993' }];
const refusal = {
	code: 'validation_failed',
	message: 'The request is not valid',
	params: {},
	fieldsAffected: [{ name: 'pageSize', message: 'Too big', code: 'too_big', params: {} }],
};

describe('readList', () => {
	const read = (body: unknown, range?: unknown) =>
		readList(body, what, 'accountingDocuments', range);

	it.each([
		[records],
		[{ accountingDocuments: records, pagesCount: 3 }],
		[{ items: records, pagesCount: 1 }],
		[{ data: { accountingDocuments: records, pagesCount: 3 } }],
		[{ result: { accountingDocuments: records, pagesCount: 3 } }],
		[{ data: { items: records, pagesCount: 3 }, success: true, error: null }],
		[{ accountingDocuments: records, error: null, errors: [], warnings: null }],
		[{ accountingDocuments: records, warnings: ['old API'], links: [{ a: 1 }] }],
		[{ accountingDocuments: records, code: 0, message: 'All is well', success: true }],
		[{ accountingDocuments: records, errorCode: 17, errorMessage: 'Old API', state: 'failed' }],
	])('reads %j', (body) => {
		expect(read(body).records).toBe(records);
	});

	it.each([
		{ code: 1, message: 'Success' },
		{ code: 20000, msg: 'ok' },
		{ errorCode: 0, errorMessage: '', error: null, success: true },
		{ errorCode: '0', errorMessage: 'Success', statusCode: 200 },
		{ hasErrors: 'false', errorCount: '0', status: 'ok', state: 'done' },
	])('reads an empty list beside %j', (beside) => {
		for (const body of [undefined, [], { ...beside, accountingDocuments: [], pagesCount: 0 }])
			expect(read(body).records).toEqual([]);
	});

	it('reads the counts next to the list, else those in the outer object', () => {
		const counts = { pagesCount: 8, pageSize: 20, total: 160 };
		const list = { accountingDocuments: records };
		expect(read({ ...list, ...counts })).toEqual({ records, ...counts });
		expect(read({ data: list, ...counts })).toEqual({ records, ...counts });
		expect(read({ data: { ...list, pagesCount: 3 }, pagesCount: 8 }).pagesCount).toBe(3);
		expect(read({ ...list, totalCount: '45' }).total).toBe(45);
	});

	it.each([null, '', 'many', '1e3', -1, 1.5, NaN, 2 ** 53])(
		'takes no count from %j',
		(pagesCount) => {
			expect(read({ accountingDocuments: records, pagesCount })).toEqual({ records });
		},
	);

	it.each([
		[{ has_more: true }, true],
		[{ hasMore: false, next: 'https://service.example/v2/list?page=2' }, false],
		[{ next: '/v2/list?page=2' }, true],
		[{ nextPage: 2 }, true],
		[{ next_page: null }, false],
		[{ next: '' }, false],
		[{ pagesCount: 1 }, undefined],
		[{ has_more: 'perhaps' }, undefined],
	])('reads from %j whether records follow', (beside, hasMore) => {
		const list = { accountingDocuments: records, ...beside };
		expect(read(list).hasMore).toBe(hasMore);
		expect(read({ data: list }).hasMore).toBe(hasMore);
	});

	it('reads the total from Content-Range, unless the envelope states one', () => {
		expect(read(records, 'items 0-1/250').total).toBe(250);
		expect(read({ items: records }, 'items 0-1/250').total).toBe(250);
		expect(read({ items: records, total: 2 }, 'items 0-1/250').total).toBe(2);
		for (const unknown of ['items 0-1/*', '', undefined]) {
			expect(read(records, unknown).total).toBeUndefined();
		}
	});

	it.each([
		[{}, 'an object without a list of records'],
		[{ pagesCount: 0, currentPage: 1 }, 'an object without a list of records'],
		[{ first: [{ id: 1 }], second: [] }, 'an object with several lists (first, second)'],
		['text', 'a single value instead of a list'],
		[null, 'a single value instead of a list'],
		[[1, 2], 'a list with entries that are not records'],
		[{ accountingDocuments: [[1]] }, 'a list with entries that are not records'],
	])('takes %j for trouble, never for an empty list', async (body, says) => {
		const failure = await thrownBy(() => read(body));
		expect(failure).toMatchObject({ kind: 'notTheService' });
		expect(failure.message).toBe(`The response was ${says} while ${what}`);
		expect(failure.description).not.toBe('');
	});

	it.each([
		[refusal, 'The request is not valid — pageSize: Too big'],
		[{ ...refusal, accountingDocuments: [] }, 'The request is not valid — pageSize: Too big'],
		[{ errors: [{ code: 'e1', message: 'first' }, { message: 'second' }] }, 'first; second'],
		[{ error: { code: 7, message: 'inside' } }, 'inside'],
		[{ error: 'no rights', accountingDocuments: records }, 'no rights'],
		[{ success: false, message: 'no rights', data: null }, 'no rights'],
		[{ data: { errors: [{ message: 'deep inside' }] } }, 'deep inside'],
		[{ validationError: { code: 'x', message: 'no licence' } }, 'no licence'],
	])('takes a refusal for one, as readRecord does: %j', async (body, says) => {
		for (const reading of [read, (one: unknown) => readRecord(one, what)]) {
			const failure = await thrownBy(() => reading(body));
			expect(failure).toMatchObject({ kind: 'rejected', effect: 'refused' });
			expect(failure.message).toBe(
				`The service answered the request, but reported an error while ${what}: ${says}`,
			);
		}
	});

	it.each([
		[[records[0], { error: { message: 'no rights' } }]],
		[{ items: [{ success: false, message: 'no rights' }] }],
		[[{ code: 'x', message: 'no rights' }]],
	])('takes an entry for a refusal that is an error, not a record: %j', async (body) => {
		const failure = await thrownBy(() => read(body));
		expect(failure.message).toMatch(/answered the request, but reported an error .*: no rights$/);
	});

	it('reads a list of messages as a list of records', () => {
		const messages = [{ message: 'The due date is missing' }];
		expect(read(messages).records).toBe(messages);
	});
});

describe('readRecord', () => {
	const fields = { number: {}, message: {} };

	const own = { id: 1, message: 'a note', code: 'x', error: null, data: { a: 1 } };
	const embedded = { number: 'A-1', _embedded: { contact: { id: 7 } } };
	it.each([
		[own, own],
		[embedded, embedded],
		[{ data: own }, own],
		[{ data: embedded, success: true, message: 'OK' }, embedded],
		[{ result: own }, own],
	])('returns the record itself, without what wraps it: %j', (body, record) => {
		expect(readRecord(body, what, fields)).toBe(record);
		expect(readRecord({ any: 1 }, what)).toEqual({ any: 1 });
	});

	it.each([
		[[{ id: 1 }]],
		...[null, undefined, 'text', {}, { data: null }, { data: {} }],
		{ id: null, number: null, foo: 'bar' },
		{ accountingDocuments: [{ id: 1 }], pagesCount: 1 },
	])('refuses %j', async (body) => {
		const failure = await thrownBy(() => readRecord(body, what, fields));
		expect(failure).toMatchObject({ kind: 'notTheService', effect: 'open' });
	});
});
