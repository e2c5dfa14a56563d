import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import type { JournalEntry } from '../../../dev/sandbox';
import { companyIn, companyItems, ofItem, type CompanyItem } from './companyItems';
import { bench, tokenPath, type Bench } from './withSandbox';

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
	credential: ICredentialDataDecryptedObject = ofItem,
): Promise<Companies> {
	const made = await bench({ documents: 20 }, credential);
	const of = companyItems();
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
