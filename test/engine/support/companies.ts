import { randomUUID } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import type { JournalEntry, SandboxOptions } from '../../../dev/sandbox';
import { bench, tokenPath, type Bench } from './withSandbox';

/** A credential with the App ID and App Secret of the item. */
export const ofItem = { appId: '={{ $json.appId }}', appSecret: '={{ $json.appSecret }}' };

/** An input item of a company. Its App ID is in every request of the tests, so that the sandbox can compare it. */
export interface CompanyItem extends IDataObject {
	appId: string;
	appSecret: string;
}

export interface Companies extends Bench {
	/** The item of a company, e.g. 'A'. */
	of(name: string, more?: IDataObject): CompanyItem;
	exchanges(): JournalEntry[];
	/** Requests that name a company, but have another company's token or none. */
	crossed(): JournalEntry[];
	/** Requests that name a company. */
	named(): JournalEntry[];
}

/** A sandbox with several applications, and a credential for all of them. */
export async function companies(
	names: string[],
	options: SandboxOptions = {},
	credential: ICredentialDataDecryptedObject = ofItem,
): Promise<Companies> {
	const made = await bench({ documents: 20, ...options }, credential);
	const own = randomUUID();
	const of = (name: string, more: IDataObject = {}) => ({
		...{ appId: `company-${name}-end`, appSecret: `secret-${name}-${own}` },
		...more,
	});
	for (const name of names) made.sandbox.admin.register(of(name).appId, of(name).appSecret);
	const named = () => made.asked().filter((entry) => companyIn(entry) !== undefined);
	return {
		...made,
		of,
		exchanges: () => made.asked(tokenPath),
		named,
		crossed: () => named().filter((entry) => companyIn(entry) !== entry.appId),
	};
}

function companyIn({ path, query, body }: JournalEntry): string | undefined {
	const text = `${path} ${JSON.stringify([query, body], bigints)}`;
	return /company-\w+-end/.exec(text)?.[0];
}

const bigints = (_name: string, value: unknown) =>
	typeof value === 'bigint' ? String(value) : value;
