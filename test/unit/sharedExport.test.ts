/** The code of the example shared-export that plans a round. In the real n8n, dev/e2e/tests/queue.ts runs the example. */
import { nodeNamed, readExample } from '../../dev/e2e/lib/example';

interface Item {
	json: Record<string, unknown>;
	pairedItem?: { item: number };
}

type Planned = { complete: boolean; missing: Array<{ month: string; file: string }> };

const { jsCode } = nodeNamed(readExample('shared-export'), 'Plan').parameters;

/** A month of the service: number, amount and checksum of its documents. */
interface Month {
	documents: number;
	total: string;
	checksum: string;
}

const march: Month = { documents: 2, total: '242', checksum: 'ff'.repeat(16) };
const april: Month = { documents: 3, total: '363', checksum: '0'.repeat(31).concat('5') };

const failed = (message: string, code?: string) => ({ error: { message, code } });

const fileOf = (month: string, { documents, total, checksum }: Month) => ({
	...{ month, documents, totals: { CZK: total }, checksum, complete: true },
	details: { parts: 1, documentsRead: documents },
});

/** The plan after rounds of these responses: by month, the file or the error. */
function plan(rounds: Array<Record<string, object>>, now = { '2026-03': march, '2026-04': april }) {
	const asked = (round: number) => Object.keys(rounds[round]).map((month) => ({ json: { month } }));
	const answers = (round: number) =>
		Object.values(rounds[round]).map((json, item) => ({ json, pairedItem: { item } }) as Item);
	const nodes: Record<string, object> = {
		Months: { first: () => ({ json: { first: '2026-03', last: '2026-04' } }) },
		'Missing Months': { all: (_: number, round: number) => asked(round) },
		'Export Months': { all: (_: number, round: number) => answers(round) },
	};
	const counted = Object.entries(now).map(([issueMonth, month]) => ({
		json: { issueMonth, currency: 'CZK', ...month },
	}));
	const input = { all: () => (rounds.length === 0 ? [] : counted) };
	// n8n runs the code as the body of a function with these names.
	const run = new Function('$', '$input', '$runIndex', '$execution', String(jsCode)) as (
		...values: unknown[]
	) => [{ json: Planned }];
	const [{ json }] = run((name: string) => nodes[name], input, rounds.length, { id: '7' });
	return json;
}

const whole = { '2026-03': fileOf('2026-03', march), '2026-04': fileOf('2026-04', april) };
const monthsOf = ({ missing }: Planned) => missing.map(({ month }) => month);

describe('shared-export', () => {
	it('exports every month, and is complete if the files are those of the service', () => {
		expect(monthsOf(plan([]))).toEqual(['2026-03', '2026-04']);
		expect(plan([whole])).toMatchObject({ complete: true, missing: [] });
	});

	it.each([
		['a worker that died', failed('500 - "Error in workflow"')],
		['a connection that broke', failed('socket hang up', 'ECONNRESET')],
		['a timeout', failed('timeout of 3600000ms exceeded', 'ECONNABORTED')],
		['a response without a file', {}],
	])('repeats all months that failed: %s', (_, failure) => {
		const first = plan([{ '2026-03': failure, '2026-04': failure }]);
		expect(monthsOf(first)).toEqual(['2026-03', '2026-04']);
		expect(monthsOf(plan([{ ...whole, '2026-04': failure }]))).toEqual(['2026-04']);
		expect(plan([{ ...whole, '2026-04': failure }, { '2026-04': whole['2026-04'] }]).complete).toBe(
			true,
		);
	});

	it.each([
		failed('404 - "The requested webhook is not registered"'),
		failed('403 - "Authorization data is wrong!"'),
		failed('connect ECONNREFUSED 127.0.0.1:5678', 'ECONNREFUSED'),
		failed('', 'ENOTFOUND'),
	])('ends at once if no execution ever ran: %j', (failure) => {
		const none = { '2026-03': failure, '2026-04': failure };
		expect(() => plan([none])).toThrow(/not complete\. 2026-03: its export failed/);
		// After a month that ran, the address and the authentication are right.
		expect(monthsOf(plan([{ ...none, '2026-03': failed('500 - {}') }]))).toHaveLength(2);
	});

	it('gives up after the fourth round, with the reasons', () => {
		const failure = { '2026-03': failed('500 - {}'), '2026-04': failed('500 - {}') };
		expect(monthsOf(plan([failure, failure, failure]))).toHaveLength(2);
		expect(() => plan([failure, failure, failure, failure])).toThrow(/2026-04: .*500/);
	});

	it('repeats months whose checksum differs, although number and amounts are equal', () => {
		const changed = { ...march, checksum: '0'.repeat(31).concat('1') };
		const now = { '2026-03': changed, '2026-04': april };
		expect(monthsOf(plan([whole], now))).toEqual(['2026-03']);
		expect(() => plan([whole, whole, whole, whole], now)).toThrow(
			/2026-03: 2 documents \(242 CZK\) in the file, with other dates or amounts in the service/,
		);
	});

	it('repeats months with another number or sum', () => {
		const more = { documents: 3, total: '250', checksum: '0'.repeat(31).concat('1') };
		const now = { '2026-03': more, '2026-04': april };
		expect(() => plan([whole, whole, whole, whole], now)).toThrow(
			/2 documents \(242 CZK\) in the file, but 3 \(250 CZK\) in the service/,
		);
	});
});
