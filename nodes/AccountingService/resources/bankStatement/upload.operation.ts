import { stringifyExactly } from '../../../shared/client/json';
import { multipart } from '../../../shared/client/multipart';
import { writtenReader } from '../../../shared/client/envelope';
import { advancedWith } from '../../../shared/fields/options';
import { differences } from '../../../shared/fields/differences';
import { bodyForm, bodyOf } from '../../../shared/fields/recordForm';
import { fileProperty, inputFieldName, inputFiles } from '../../../shared/n8n/inputFile';
import { fill, optionOf, pathProperties, requestOf } from '../../kinds/declared';
import { outputFields, shapeOf, simplifiedKinds } from '../../../shared/fields/output';
import type { ItemOperation } from '../../operation';
import { hintOtherValues } from '../../write/comparison';
import { bankAccountId } from '../bankAccount/fields';
import { statementRecord } from './fields';

const statementUpload = {
	name: 'Upload',
	value: 'upload',
	action: 'Upload bank statement',
	description: 'Upload a bank statement to a bank account, in the format of the account',
	doing: 'uploading a bank statement to bank account {bankAccountId}',
	request: 'POST /v2/bankaccounts/{bankAccountId}/statements',
	basis: 'bank-statements [C]',
	path: { bankAccountId },
} as const;

/** The service accepts every file type (docs/api/requests.md#bank-statements). */
export const upload: ItemOperation = {
	option: optionOf(statementUpload),
	fields: [
		...pathProperties(statementUpload),
		fileProperty(false),
		...bodyForm(statementRecord.fields),
		...outputFields(statementRecord),
		advancedWith(),
	],
	requests: [requestOf(statementUpload)],
	output: simplifiedKinds(statementRecord),
	changes: true,
	async run(call) {
		const { form, client, host, itemIndex } = call;
		const { method, path, ids, what } = fill(statementUpload, call);
		const shape = shapeOf(form, statementRecord);
		const [file] = await inputFiles(host, itemIndex, form.get(inputFieldName), false);
		const sent = { name: file.name, ...bodyOf(form, statementRecord.fields) };
		// Without Content-Disposition, as the service was seen to accept them (docs/api/requests.md#bank-statements).
		const content = multipart('related', [
			{
				headers: { 'Content-Type': 'application/json; charset=UTF-8' },
				content: Buffer.from(stringifyExactly(sent)),
			},
			{
				headers: { 'Content-Type': file.mimeType },
				content: { length: file.size, read: file.read },
			},
		]);
		const whereToLook = 'Look at the bank statements of the bank account';
		const read = writtenReader({ what, fields: statementRecord.fields });
		const sending = { method, path, ids, what, content, whereToLook, read };
		const statement = await client.request(sending);
		if (statement === undefined) return [{ uploaded: true }];
		hintOtherValues(call, differences(statementRecord.fields, sent, statement), what);
		return [shape(statement)];
	},
};
