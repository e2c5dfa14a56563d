import type { IDataObject } from 'n8n-workflow';

import type { SandboxOptions } from '../../../../sandbox';
import { bench } from '../withSandbox';
import { CredentialStore } from '../credentials';
import type { Service, Truth } from './truth';

/** A sandbox that speaks as a truth says. */
export function sandboxService(truth: Truth, envelope: SandboxOptions['envelope']): Service {
	const options: SandboxOptions = {
		documents: truth.documents,
		names: {
			page: truth.page,
			pageSize: truth.pageSize,
			searchText: truth.searchText,
			sortDirection: truth.sortDirection,
			value: truth.singleValue,
			type: truth.type,
			direction: truth.direction,
			issueDateFrom: truth.issueDateFrom,
			issueDateTo: truth.issueDateTo,
		},
		pageCounts: truth.counts,
		firstPage: truth.firstPage,
		pageSizeMaximum: truth.most,
		pageSizeOutside: truth.outside,
		fixedPageSize: truth.fixed,
		searchParametersIn: truth.searchIn,
		unknownParameters: truth.unknown === 'ignored' ? 'ignored' : 'refused',
		refusals: truth.unknown === 'refusedUnnamed' ? 'unnamed' : 'named',
		envelope: truth.count === 'none' && envelope !== 'array' ? 'objectWithoutCount' : envelope,
		listOrder: truth.order === 'oldest' ? 'asc' : 'desc',
		orderBy: truth.order === 'dates' ? 'issueDate' : 'id',
		beyondLastPage: {
			empty: 'empty',
			refused: 'refuse404',
			last: 'repeatLast',
			first: 'repeatFirst',
		}[truth.beyond] as SandboxOptions['beyondLastPage'],
	};
	return {
		title: `sandbox, ${envelope}`,
		truth,
		async start() {
			const { sandbox, credentials } = await bench(options);
			return {
				credential: (changes = {}) =>
					new CredentialStore({ ...credentials.stored, ...(changes as object) }),
				documents: () =>
					Array.from(
						{ length: sandbox.admin.count() },
						(_, at) => sandbox.admin.documentAt(at) as unknown as IDataObject,
					),
				requests: () => sandbox.admin.journal().entries.length,
			};
		},
	};
}
