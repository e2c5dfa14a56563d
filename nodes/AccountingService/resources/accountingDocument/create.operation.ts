import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { optionsOfChange } from '../../../shared/fields/options';
import { simplifiedKinds } from '../../../shared/fields/output';
import type { GatheringOperation } from '../../operation';
import { documentWithoutPayment } from '../../../shared/documents/documentRecord';
import { replaceRequest } from '../../send/change';
import { searchRequest } from '../../once/newestDocuments';
import { readRequest } from '../../once/readDocument';
import { createRequest } from '../../send/create';
import { draftsOf } from '../../document/drafts';
import * as form from '../../document/formFields';
import { linesOfCreate, vatCountryCode } from '../../document/lineForm';
import { existingLookBack, uniqueBy } from '../../document/key';
import { vatRatesRequest } from '../../document/vatRateList';
import { writeDrafts } from '../../send/writeDrafts';

/** docs/api/resources.md#accounting-document. */
const creation = (option: INodePropertyOptions, options: INodeProperties): GatheringOperation => ({
	option,
	fields: [
		...form.topFields,
		vatCountryCode,
		form.contact,
		...linesOfCreate,
		...form.additionalFields,
		options,
	],
	requests: [createRequest, searchRequest, vatRatesRequest, readRequest, replaceRequest],
	output: { ...simplifiedKinds(documentWithoutPayment), existed: 'flag' },
	changes: true,
	sentence: (_form, request) =>
		request?.method === 'PUT' ? 'Update {document}[: {changes}]' : 'Create {newDocument}',
	async prepare(calls) {
		const { drafts, failed } = await draftsOf(calls);
		return { failed, run: () => writeDrafts(drafts) };
	},
});

export const create = creation(
	{
		name: 'Create',
		value: 'create',
		action: 'Create invoice or other document',
		description: 'Create invoices and other documents from items or groups of items',
	},
	optionsOfChange(existingLookBack, ...form.optionsOfCreate),
);

/** Create with Unique By and the choice Update It, under the name by which n8n's users look for it. */
export const upsert = creation(
	{
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update invoice or other document',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	{
		...optionsOfChange(existingLookBack, ...form.optionsOfUpsert),
		default: { uniqueBy: uniqueBy.default },
	},
);
