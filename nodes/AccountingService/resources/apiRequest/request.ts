import type { IDataObject } from 'n8n-workflow';

import { refuseChangeByAgent } from '../../../shared/agents';
import { refuseInput } from '../../../shared/client/errors';
import { isTooDeep, maxLevels, tryParse } from '../../../shared/client/json';
import { multipart, quotedName } from '../../../shared/client/multipart';
import type { ServiceCall } from '../../../shared/client/client';
import type { Method } from '../../../shared/client/route';
import { extraOf, pairsIn } from '../../../shared/fields/extraFields';
import { collection, type Form } from '../../../shared/fields/readForm';
import { isBlank } from '../../../shared/fields/values';
import { refuseUnsendable } from '../../../shared/fields/readValue';
import { inputFieldName, inputFiles } from '../../../shared/n8n/inputFile';
import type { OperationCall } from '../../operation';
import { bodyFields, queryParameters } from './formFields';
import { apiPath } from './path';

/** The checked request of the form. @throws ServiceError (badInput) that names the field */
export async function requestToSend(call: OperationCall): Promise<ServiceCall> {
	const { form } = call;
	const method = methodOf(form);
	const path = apiPath(form.get('path'));
	const changes = changesSomething(form);
	if (changes) refuseChangeByAgent(call, method);
	const query = enteredQuery(form);
	return {
		method,
		path,
		isOwnPath: true,
		ids: { path },
		activity: `sending ${method} ${path.slice(0, 120)}`,
		...(Object.keys(query).length > 0 && { query }),
		...(await requestBody(call)),
		...(changes ? { changes: true as const } : { onlyReads: true as const }),
	};
}

/** By the method, or by the option for a POST or GET. PUT, PATCH and DELETE always change data. */
export function changesSomething(form: Form): boolean {
	const option = collection(form, 'options').changesSomething;
	const method = methodOf(form);
	return option === 'yes' || (method !== 'GET' && !(method === 'POST' && option === 'no'));
}

/** Whether items with the same values need only one request. The files of two items may differ. */
export const readsList = (form: Form): boolean =>
	form.get('response') === 'list' && form.get('body') !== 'file' && !changesSomething(form);

const methodOf = (form: Form) => (form.get('method') ?? 'GET') as Method;

async function requestBody(call: OperationCall): Promise<Pick<ServiceCall, 'body' | 'content'>> {
	const { form, host, itemIndex } = call;
	const kind = form.get('body') ?? 'none';
	if (kind !== 'none' && methodOf(form) === 'GET') {
		refuseInput(
			'body',
			'A GET request cannot have a Body',
			'Set Body to None and use Query Parameters, or choose another Method.',
		);
	}
	switch (kind) {
		case 'fields':
			return {
				body: extraOf(form.get(bodyFields.name), {}, { named: bodyFields, empty: 'asEntered' }),
			};
		case 'json':
			return jsonBody(form.get('jsonBody'));
		case 'file': {
			const [file] = await inputFiles(host, itemIndex, form.get(inputFieldName), false);
			const field = String(form.get('fileFieldName') ?? '').trim();
			const type = file.mimeType;
			if (field === '') return { content: { type, length: file.size, body: file.read } };
			const disposition = `form-data; name=${quotedName(field)}; filename=${quotedName(file.name)}`;
			const headers = { 'Content-Disposition': disposition, 'Content-Type': type };
			const content = { length: file.size, read: file.read };
			return { content: multipart('form-data', [{ headers, content }]) };
		}
		default:
			return {};
	}
}

/** Sends JSON text unchanged, because long numbers would lose digits if it were parsed. */
function jsonBody(value: unknown): Pick<ServiceCall, 'body' | 'content'> {
	if (isBlank(value)) {
		refuseInput(
			'jsonBody',
			'JSON is empty',
			'Enter the JSON of the body, or correct the expression. To send no body, set Body to None.',
		);
	}
	if (isTooDeep(typeof value === 'string' ? tryParse(value) : value)) {
		refuseInput(
			'jsonBody',
			`JSON is nested more than ${maxLevels} levels deep`,
			'Correct the JSON of the body.',
		);
	}
	if (typeof value !== 'string') {
		refuseUnsendable(value, 'jsonBody', 'JSON');
		return { body: value };
	}
	const body = tryParse(value);
	if (body === undefined) {
		refuseInput('jsonBody', 'JSON is not valid', 'Correct the JSON of the body.');
	}
	return { body, content: { type: 'application/json', body: Buffer.from(value) } };
}

/** The parameters as entered, without null values. A repeated name is sent repeatedly. */
function enteredQuery(form: Form): IDataObject {
	const { name: path } = queryParameters;
	const query = new Map<string, string[]>();
	for (const { name, value } of pairsIn(form.get(path), queryParameters)) {
		if (value === undefined || value === null) continue;
		query.set(name, [...(query.get(name) ?? []), queryText(value)]);
	}
	return Object.fromEntries(
		[...query].map(([name, texts]) => [name, texts.length === 1 ? texts[0] : texts]),
	);
}

function queryText(value: unknown): string {
	// A DateTime becomes its ISO text.
	return typeof value === 'object' ? JSON.stringify(value).replace(/^"|"$/g, '') : String(value);
}
