import { criteriaOf, refuseRollingFilters } from '../../../nodes/shared/documents/criteria';
import type { Form } from '../../../nodes/shared/fields/form';
import { thrownBy } from '../support/thrownBy';

const formWith = (filters: object): Form => ({
	timeZone: 'Europe/Prague',
	get: (name) => (name === 'filters' ? filters : undefined),
});

describe('filters that a later run has to compare', () => {
	it.each([
		[{ period: 'lastMonth' }, /^Period is Last Month, which means other documents every day$/],
		[{ period: 'last7Days' }, /^Period is Last 7 Days, /],
		[{ paymentStatus: 'overdue' }, /^Payment Status is Overdue, /],
	])('%j is refused, with the advice what to do instead', async (filters, message) => {
		const refusal = await thrownBy(() => {
			refuseRollingFilters(formWith(filters));
		});
		expect(refusal.kind).toBe('badInput');
		expect(refusal.message).toMatch(message);
		expect(refusal.description).toMatch(/could not compare .*(Issued From|Unpaid)/);
	});

	it.each([
		{},
		{ period: '' },
		{ period: 'custom', issueDateFrom: '2026-01-01' },
		{ issueDateFrom: '2026-01-01', paymentStatus: 'unpaid' },
		{ paymentStatus: 'any' },
	])('%j is not', (filters) => {
		expect(() => {
			refuseRollingFilters(formWith(filters));
		}).not.toThrow();
	});

	it('are equal on another day', () => {
		const filters = { issueDateFrom: '2026-01-01', paymentStatus: 'unpaid', variableSymbol: '017' };
		const criteriaAt = (now: string) => {
			jest.useFakeTimers({ now: new Date(now), doNotFake: ['nextTick', 'setImmediate'] });
			try {
				return criteriaOf(formWith(filters));
			} finally {
				jest.useRealTimers();
			}
		};
		expect(criteriaAt('2026-01-31T12:00:00Z')).toEqual(criteriaAt('2026-02-01T12:00:00Z'));
	});
});
