/** docs/reference/errors.md: what is said about each item of a change. */
import { longerThanTimeoutMs, passTime } from '../support/clock';
import { create, line, posted } from '../support/create';
import { json, smallService } from '../support/smallService';
import { bench, getAll, getTemplate, type Parameters, byId } from '../support/withSandbox';

/** The error on a service that returns one status for everything. */
async function refused(status: number, parameters: Parameters) {
	const service = await smallService({
		answer: (_, response) => json(response, status, { message: 'No' }),
	});
	return (await service.run(parameters)).error;
}

const reminder: Parameters = {
	resource: 'reminder',
	operation: 'create',
	accountingDocumentId: byId('12'),
	exceededDays: 7,
	emailTemplateId: '31',
};

it('an item that differs from the document with its key is reported with its fields', async () => {
	const parameters = create({
		uniqueBy: 'orderNo',
		lineItemsJson: '={{ JSON.stringify([$json.line]) }}',
		dueDate: '={{ $json.due }}',
		additionalFields: { orderNo: 'A' },
	});
	const first = { line: line(), due: '2026-12-01' };
	const other = { line: line({ qt: 5 }), due: '2026-12-24' };
	const b = await bench();
	// Within an execution, and against existing documents.
	for (const items of [[first, other], [other]]) {
		const { hints, error } = await b.run(parameters, { items });
		expect(error).toBeUndefined();
		expect(hints).toHaveLength(1);
		expect(hints[0]).toMatch(
			/^Row (1: the existing document with the Order Number A \(ID \d+\) was returned unchanged|2 created nothing, because row 1 created the document with the Order Number A)\. It differs from the row in: /,
		);
		expect(hints[0]).toContain(
			'Due Date (2026-12-24 in the row, 2026-12-01 in the accounting document)',
		);
		expect(hints[0]).toContain(
			'Quantity of Line Item 1 (5 in the row, 2 in the accounting document)',
		);
	}
	expect(posted(b)).toHaveLength(1);
});

it.each([
	['without an ID in the address', create(), false],
	['without an ID in the address: a list', getAll(), false],
	['with an ID in the address', reminder, true],
	['with an ID in the address: one record', getTemplate('5'), true],
])('a record that was not found is advised on %s', async (_, parameters, hasId) => {
	const error = await refused(404, parameters);
	expect(error?.description?.includes('Check the ID or token')).toBe(hasId);
	if (!hasId) expect(error?.description).toMatch(/does not recognize the URL.*Base URL/);
});

const once = { options: { maxTries: 1 } };

it.each([
	['a list', getAll(once), true],
	['one record', getTemplate('5', once), false],
	['a write', { resource: 'task', operation: 'create', title: 'A', ...once }, false],
])('advice names Parallel Pages and Page Size only where the form has them: %s', async (...row) => {
	const [, parameters, has] = row;
	const error = await refused(429, parameters);
	expect(error?.message).toMatch(/^Rate limit reached \(HTTP 429\)/);
	expect(error?.description?.includes('Parallel Pages')).toBe(has);
	expect(error?.description).toMatch(/Raise Options > Max Tries .* 3 minutes/);
	for (const part of ['{"id": 1', undefined]) {
		const service = await smallService({
			answer: (_request, response) =>
				void (part ? response.end(part) : passTime(longerThanTimeoutMs)),
		});
		const broken = (await service.run(parameters)).error;
		expect(broken?.description?.includes('Page Size')).toBe(has);
	}
});
