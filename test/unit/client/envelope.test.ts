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
		for (const pagesCount of [undefined, null, '3', -1, 1.5, Number.NaN]) {
			const read = readList({ accountingDocuments: records, pagesCount }, what);
			expect(read.records).toBe(records);
			expect(read.pagesCount).toBeUndefined();
		}
	});

	it.each([
		[{}, 'an object without a list of records'],
		[{ pagesCount: 0, currentPage: 1 }, 'an object without a list of records'],
		[{ accountingDocuments: null, pagesCount: 0 }, 'an object without a list of records'],
		[{ first: [], second: [] }, 'an object without a list of records'],
		[null, 'neither a list nor an object'],
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
		[refusal, 'The request is not valid — pageSize: Too big', ['pageSize']],
		[{ error: 'nope' }, '', []],
		[{ code: 'quota', message: '' }, 'quota', []],
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

	it.each([[[]], [[{ id: 1 }]], [null], ['text'], [{}]])('refuses %j', async (body) => {
		expect(await thrownBy(() => readRecord(body, what))).toMatchObject({ kind: 'notTheService' });
	});

	it('takes a refusal for a refusal', async () => {
		expect(await thrownBy(() => readRecord(refusal, what))).toMatchObject({
			kind: 'rejected',
			fields: ['pageSize'],
		});
	});
});
