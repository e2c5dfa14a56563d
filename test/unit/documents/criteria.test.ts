import { criteriaOf, refuseRollingFilters } from '../../../nodes/shared/documents/criteria';
import type { Form } from '../../../nodes/shared/fields/readForm';

const formWith = (filters: object): Form => ({
	timeZone: 'Europe/Prague',
	get: (name) => (name === 'filters' ? filters : undefined),
});

it.each([
	{},
	{ period: '' },
	{ period: 'custom', issueDateFrom: '2026-01-01' },
	{ issueDateFrom: '2026-01-01', paymentStatus: 'unpaid', variableSymbol: '017' },
	{ paymentStatus: 'any' },
])('a later run can compare %j, which means the same on another day', (filters) => {
	const criteriaAt = (now: string) => {
		jest.useFakeTimers({ now: new Date(now), doNotFake: ['nextTick', 'setImmediate'] });
		try {
			refuseRollingFilters(formWith(filters));
			return criteriaOf(formWith(filters));
		} finally {
			jest.useRealTimers();
		}
	};
	expect(criteriaAt('2026-01-31T12:00:00Z')).toEqual(criteriaAt('2026-02-01T12:00:00Z'));
});
