import { vatRatesRequest } from '../../document/vatRateList';
import { list } from '../../kinds/list';
import { vatRateQuery, vatRateRecord } from './vatRateRecord';

export const getAll = list({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many VAT rates',
	description: 'List the VAT rates for a country, a day and a kind of document',
	activity: 'listing VAT rates',
	...vatRatesRequest,
	path: {},
	query: vatRateQuery,
	record: vatRateRecord,
	listName: 'vatRates',
	paged: false,
});
