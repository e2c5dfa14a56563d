import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { advancedOfChange } from '../../../shared/fields/options';
import { simplifiedKinds } from '../../../shared/fields/output';
import type { GatheringOperation } from '../../operation';
import { documentWithoutPayment } from '../../../shared/documents/record';
import { replaceRequest } from '../../write/change';
import { readRequest } from '../../write/readDocument';
import { createRequest } from '../../write/create';
import { draftsOf } from '../../write/drafts';
import * as form from '../../write/formFields';
import { linesOfCreate, vatCountryCode } from '../../write/lineForm';
import { lookAgainSeconds } from '../../write/unknownOutcome';
import { existingLookBack } from '../../write/unique';
import { vatRatesRequest } from '../../write/vatRateList';
import { writeDrafts } from '../../write/writeDrafts';

/** docs/api/resources.md#accounting-document. */
const creation = (
	option: INodePropertyOptions,
	createOptions: INodeProperties,
): GatheringOperation => ({
	option,
	fields: [
		...form.topFields,
		vatCountryCode,
		form.contact,
		...linesOfCreate,
		createOptions,
		...form.additionalFields,
		advancedOfChange(existingLookBack, lookAgainSeconds),
	],
	requests: [
		createRequest,
		{ route: 'POST /v2/search/accountingdocuments', basis: 'document-lists [S]' },
		vatRatesRequest,
		readRequest,
		replaceRequest,
	],
	output: { ...simplifiedKinds(documentWithoutPayment), existed: 'flag' },
	changes: true,
	async *runAll(calls) {
		const { drafts, failed } = await draftsOf(calls);
		yield* failed;
		yield* writeDrafts(drafts);
	},
});

export const create = creation(
	{
		name: 'Create',
		value: 'create',
		action: 'Create invoice or other document',
		description: 'Create invoices and other documents from items or groups of items',
	},
	form.createOptions,
);

/** Create with Unique By and the choice Update It, under the name by which n8n's users look for it. */
export const upsert = creation(
	{
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update invoice or other document',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	form.upsertOptions,
);
