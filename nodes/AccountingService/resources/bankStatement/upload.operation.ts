import { stringifyExactly } from '../../../shared/client/json';
import { multipart } from '../../../shared/client/multipart';
import { fileProperty, inputFieldName, inputFiles } from '../../../shared/n8n/inputFile';
import { create } from '../../kinds/create';
import { bankAccountId } from '../bankAccount/bankAccountRecord';
import { statementRecord } from './statementRecord';

/** The service accepts every file type (docs/api/requests.md#bank-statements). */
export const upload = create({
	name: 'Upload',
	value: 'upload',
	action: 'Upload bank statement',
	description: 'Upload a bank statement to a bank account, in the format of the account',
	activity: 'uploading a bank statement to bank account {bankAccountId}',
	route: 'POST /v2/bankaccounts/{bankAccountId}/statements',
	basis: 'bank-statements [C]',
	path: { bankAccountId },
	sentence: 'Upload the bank statement "{fileName}" to bank account {bankAccountId}',
	record: statementRecord,
	file: {
		property: fileProperty(false),
		async encode({ form, host, itemIndex }, entered) {
			const [file] = await inputFiles(host, itemIndex, form.get(inputFieldName), false);
			const body = { name: file.name, ...entered };
			// Without Content-Disposition, as the service was seen to accept them (docs/api/requests.md#bank-statements).
			const content = multipart('related', [
				{
					headers: { 'Content-Type': 'application/json; charset=UTF-8' },
					content: Buffer.from(stringifyExactly(body)),
				},
				{
					headers: { 'Content-Type': file.mimeType },
					content: { length: file.size, read: file.read },
				},
			]);
			return { body, content, fileName: file.name };
		},
	},
	whereToLook: 'Look at the bank statements of the bank account',
});
