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
	it('reads a bare array', () => {
		expect(readList(records, what)).toEqual({ records });
		expect(readList([], what)).toEqual({ records: [] });
	});

	it('reads an object with one list beside the counts', () => {
		const counts = { pagesCount: 3, currentPage: 2, pageSize: 100 };
		expect(readList({ accountingDocuments: records, ...counts }, what)).toEqual({
			records,
			...counts,
		});
		expect(readList({ items: records, pagesCount: 1 }, what)).toMatchObject({
			records,
			pagesCount: 1,
		});
	});

	it('prefers the expected name where an object holds several lists', () => {
		const body = { warnings: [], accountingDocuments: records, links: [{ id: 9 }] };
		expect(readList(body, what, 'accountingDocuments').records).toBe(records);
	});

	it('does without a count that is missing or no whole number', () => {
		for (const pagesCount of [
			undefined,
			null,
			'',
			'many',
			'3.5',
			'-1',
			'1e3',
			-1,
			1.5,
			Number.NaN,
		]) {
			const read = readList({ accountingDocuments: records, pagesCount }, what);
			expect(read.records).toBe(records);
			expect(read.pagesCount).toBeUndefined();
		}
	});

	it.each([
		[{}, 'an object without a list of records'],
		[{ pagesCount: 0, currentPage: 1 }, 'an object without a list of records'],
		[{ pagesCount: null, currentPage: null }, 'an object without a list of records'],
		[{ errors: [], warnings: [] }, 'an object without a list of records'],
		[{ first: [], second: [] }, 'an object with several lists (first, second)'],
		['text', 'neither a list nor an object'],
		[7, 'neither a list nor an object'],
		[[1, 2], 'a list whose entries are not records'],
		[[null], 'a list whose entries are not records'],
		[{ accountingDocuments: [[1]] }, 'a list whose entries are not records'],
	])('takes %j for trouble, never for an empty list', async (body, says) => {
		const failure = await thrownBy(() => readList(body, what));
		expect(failure).toMatchObject({ kind: 'notTheService' });
		expect(failure.message).toBe(`The answer was ${says} while ${what}`);
		expect(failure.description).not.toBe('');
	});

	it.each([
		[{ data: { accountingDocuments: records, pagesCount: 3 } }],
		[{ result: { accountingDocuments: records, pagesCount: 3 } }],
		[{ data: records, pagesCount: 3 }],
		[{ data: { items: records, pagesCount: 3 }, success: true, error: null }],
		[{ accountingDocuments: records, pagesCount: 3, error: null, errors: [], warnings: null }],
		[{ accountingDocuments: records, pagesCount: 3, warnings: ['old API'], links: [{ a: 1 }] }],
		[{ accountingDocuments: records, pagesCount: 3, code: 0, message: 'All is well' }],
		[{ accountingDocuments: records, pagesCount: 3, error: '', errors: {}, success: true }],
	])('reads a list in whatever wraps it: %j', (body) => {
		expect(readList(body, what, 'accountingDocuments').records).toBe(records);
	});

	it.each([
		[undefined],
		[null],
		[{ accountingDocuments: null }],
		[{ accountingDocuments: null, pagesCount: 0, warnings: null }],
		[{ accountingDocuments: null, pagesCount: 1, warnings: [] }],
		[{ data: null, success: true }],
		[{ data: { accountingDocuments: null } }],
		[{ accountingDocuments: [], code: 0, message: 'OK' }],
	])('reads an empty list, however it is told: %j', (body) => {
		expect(readList(body, what, 'accountingDocuments').records).toEqual([]);
	});

	it('reads counts that are told as texts, beside the list or around it', () => {
		const texts = { pagesCount: '8', currentPage: '02', pageSize: '20' };
		const counts = { pagesCount: 8, currentPage: 2, pageSize: 20 };
		const list = { accountingDocuments: records };
		for (const body of [
			{ ...list, ...texts },
			{ data: list, ...texts },
		]) {
			expect(readList(body, what, 'accountingDocuments')).toEqual({ records, ...counts });
		}
		const both = { data: { ...list, pagesCount: 3 }, pagesCount: '8' };
		expect(readList(both, what, 'accountingDocuments').pagesCount).toBe(3);
	});

	it.each([
		[{ has_more: true }, true],
		[{ hasMore: false, next: 'https://service.example/v2/list?page=2' }, false],
		[{ next: '/v2/list?page=2' }, true],
		[{ nextPage: 2 }, true],
		[{ next_page: null }, false],
		[{ next: '' }, false],
		[{ links: { next: null } }, false],
		[{ links: { next: { href: '/v2/list?page=2' } } }, true],
		[{ pagesCount: 1 }, undefined],
		[{ has_more: 'perhaps' }, undefined],
	])('reads from %j whether records follow', (beside, hasMore) => {
		const list = { accountingDocuments: records, ...beside };
		expect(readList(list, what, 'accountingDocuments').hasMore).toBe(hasMore);
		expect(readList({ data: list }, what).hasMore).toBe(hasMore);
		expect(readList({ items: null, ...beside }, what)).toMatchObject({ records: [] });
	});

	it('reads the total from Content-Range, unless the envelope states one', () => {
		const totalOf = (body: unknown, range: unknown) => readList(body, what, '', range).total;
		expect(totalOf(records, 'items 0-1/250')).toBe(250);
		expect(totalOf({ items: records }, 'items 0-1/250')).toBe(250);
		expect(totalOf({ items: records, total: 2 }, 'items 0-1/250')).toBe(2);
		for (const unknown of ['items 0-1/*', '', undefined]) {
			expect(totalOf(records, unknown)).toBeUndefined();
		}
	});

	it('reads null as an empty page, and leaves it to the reading what the count says of it', () => {
		const read = readList(
			{ accountingDocuments: null, pagesCount: 8 },
			what,
			'accountingDocuments',
		);
		expect(read).toMatchObject({ records: [], pagesCount: 8 });
	});

	it.each([4e8, 2 ** 53, Infinity, 1e300, '400000000', '9'.repeat(400)])(
		'does not believe a count of %s pages',
		(pagesCount) => {
			const read = readList({ accountingDocuments: records, pagesCount, pageSize: 1e9 }, what);
			expect([read.pagesCount, read.pageSize]).toEqual([undefined, undefined]);
		},
	);

	it.each([
		[{ errors: ['nope'] }, 'nope'],
		[{ errors: [{ code: 'e1', message: 'first' }, { message: 'second' }] }, 'first; second'],
		[{ errors: { pageSize: ['is odd', 'is big'] } }, 'pageSize: is odd, is big'],
		[{ error: { code: 7, message: 'inside' } }, 'inside'],
		[{ error: 'told', accountingDocuments: records }, 'told'],
		[{ success: false }, ''],
		[{ success: false, message: 'no rights', data: null }, 'no rights'],
		[{ message: 'try to sign in' }, 'try to sign in'],
		[{ data: { errors: [{ message: 'deep inside' }] } }, 'deep inside'],
	])('takes a refusal of any usual shape for one: %j', async (body, says) => {
		const failure = await thrownBy(() => readList(body, what, 'accountingDocuments'));
		expect(failure).toMatchObject({ kind: 'rejected', effect: 'refused' });
		expect(failure.message).toMatch(says === '' ? /while listing/ : new RegExp(`: ${says}$`));
		expect(await thrownBy(() => readRecord(body, what))).toMatchObject({ kind: 'rejected' });
	});

	it.each([
		[{ accountingDocuments: [], message: 'Nothing was found' }],
		[{ accountingDocuments: [], status: 'ok', hasErrors: false, resultCode: 0 }],
		[{ accountingDocuments: null, message: 'OK' }],
	])('takes an empty list for one: %j', (body) => {
		expect(readList(body, what, 'accountingDocuments').records).toEqual([]);
	});

	it('names the lists where there are several', async () => {
		const body = { invoices: [{ id: 1 }], currencies: [{ id: 2 }] };
		const failure = await thrownBy(() => readList(body, what));
		expect(failure.message).toMatch(/several lists \(invoices, currencies\) while/);
		expect(readList(body, what, 'invoices').records).toEqual([{ id: 1 }]);
	});

	it.each([
		[[records[0], { error: { message: 'no rights' } }]],
		[[{ code: 'a', message: 'no rights' }, records[0]]],
		[{ items: [{ success: false, message: 'no rights' }] }],
	])('takes an entry for a refusal that is an error, not a record: %j', async (body) => {
		const failure = await thrownBy(() => readList(body, what));
		expect(failure.message).toMatch(/refusal inside .*: no rights$/);
	});

	it('takes a list of messages for what it is', () => {
		const messages = [{ message: 'The due date is missing' }];
		expect(readList(messages, what).records).toBe(messages);
	});

	it.each([
		[refusal, 'The request is not valid — pageSize: Too big', ['pageSize']],
		[{ error: 'nope' }, '', []],
		[{ ...refusal, accountingDocuments: [] }, 'The request is not valid', ['pageSize']],
	])('takes a refusal under status 200 for a refusal: %j', async (body, says, fields) => {
		const failure = await thrownBy(() => readList(body, what));
		expect(failure).toMatchObject({ kind: 'rejected', fields });
		expect(failure.message).toContain(says);
		expect(failure.message).toContain(what);
	});
});

describe('readRecord', () => {
	it('hands out the very record', () => {
		const record = { id: 1, message: 'a note', code: 'x', error: null };
		expect(readRecord(record, what)).toBe(record);
	});

	it.each([
		[{ data: { id: 1, name: 'a' } }],
		[{ data: { id: 1, name: 'a' }, success: true, message: 'OK' }],
		[{ template: { id: 1, name: 'a' } }],
		[{ result: { id: 1, name: 'a' } }],
	])('takes it out of what wraps it: %j', (body) => {
		expect(readRecord(body, what)).toEqual({ id: 1, name: 'a' });
	});

	it('leaves a record alone that has such a member itself', () => {
		for (const record of [
			{ number: 'A-1', _embedded: { contact: { id: 7 } } },
			{ id: 1, data: { a: 1 } },
			{ vatRate: 21, note: null, lines: [1] },
		]) {
			expect(readRecord(record, what)).toBe(record);
		}
	});

	it.each([
		[[]],
		[[{ id: 1 }]],
		[null],
		[undefined],
		['text'],
		[{}],
		[{ data: null }],
		[{ data: {} }],
		[{ accountingDocuments: [], pagesCount: 0 }],
		[{ accountingDocuments: [{ id: 1 }], pagesCount: 1 }],
	])('refuses %j', async (body) => {
		expect(await thrownBy(() => readRecord(body, what))).toMatchObject({ kind: 'notTheService' });
	});

	it('takes a refusal for a refusal', async () => {
		expect(await thrownBy(() => readRecord(refusal, what))).toMatchObject({
			kind: 'rejected',
			fields: ['pageSize'],
		});
	});
});
