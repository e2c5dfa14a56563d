import { filtersInWords } from '../../nodes/AccountingService/summary/words';
import type { ItemForm } from '../../nodes/shared/fields/readForm';

const formWith = (value: string): ItemForm => ({
	entered: { filters: { contactId: { mode: 'list', value, cachedResultName: 'Example Ltd' } } },
	get: (name) => (name === 'filters' ? { contactId: '5012' } : undefined),
	isBlank: (name) => name !== 'filters',
});

it('a picked contact has its name', () => {
	expect(filtersInWords(formWith('5012'), {})).toBe('Contact Example Ltd');
});

// The editor keeps the name of what was picked before.
it('a contact that an expression gives has its ID', () => {
	expect(filtersInWords(formWith('={{ $json.contactId }}'), {})).toBe('Contact 5012');
});
