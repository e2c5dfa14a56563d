import { pageSizeLimits } from '../../../shared/client/settings';
import { fillPath, splitRoute } from '../../../shared/client/route';
import { pagesOf } from '../../../shared/documents/sources';
import { differences } from '../../../shared/fields/differences';
import type { Similar } from '../../kinds/create';
import { paymentOrderRecord } from './fields';

const ordersRequest = {
	route: 'GET /v2/bankaccounts/{bankAccountId}/paymentorders',
	basis: 'payment-orders [D]',
} as const;

/** The same payment may be ordered twice on purpose, so an equal order is no proof. It tells the user where to look. */
export const sameOrders: Similar = {
	request: ordersRequest,
	async find({ client }, { ids, what: purpose }, body) {
		const { method, path } = splitRoute(client.routeFor(ordersRequest.route));
		const what = `reading the payment orders after ${purpose}`;
		const request = { method, path: fillPath(path, ids), ids, what };
		const nouns = paymentOrderRecord;
		const list = pagesOf(client, { ...request, listName: 'paymentOrders', nouns, parameters: {} });
		const { records } = await list.fetch(0, pageSizeLimits.maximum);
		return records.filter((one) => differences(nouns.fields, body, one).length === 0);
	},
};
