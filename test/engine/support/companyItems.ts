import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import type { JournalEntry } from '../../../dev/sandbox';

/** A credential with the App ID and App Secret of the item. */
export const ofItem = { appId: '={{ $json.appId }}', appSecret: '={{ $json.appSecret }}' };

/** An input item of a company. Its App ID is in every request of the tests, so that the sandbox can compare it. */
export interface CompanyItem extends IDataObject {
	appId: string;
	appSecret: string;
}

export type ItemOf = (name: string, more?: IDataObject) => CompanyItem;

/** The items of companies by their names, e.g. 'A', with new secrets: tokens are shared per address and secret. */
export function companyItems(): ItemOf {
	const own = randomUUID();
	return (name, more = {}) => ({
		...{ appId: `company-${name}-end`, appSecret: `secret-${name}-${own}` },
		...more,
	});
}

/** The App ID in a text. */
export const appIdIn = (text: string): string | undefined => /company-\w+-end/.exec(text)?.[0];

/** The company that a request names. */
export function companyIn({ path, query, body }: JournalEntry): string | undefined {
	return appIdIn(`${path} ${JSON.stringify([query, body], bigints)}`);
}

const bigints = (_name: string, value: unknown) =>
	typeof value === 'bigint' ? String(value) : value;
