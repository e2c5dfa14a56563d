import { refuseInput, toResult, type ServiceError } from '../../../shared/client/errors';
import { download } from '../../kinds/download';
import type { ItemOperation, OperationCall, ItemResult } from '../../operation';
import { listResponse, emptyResponse, recordResponse } from './answers';
import { apiRequestFields } from './formFields';
import { changesSomething, readsList, requestToSend } from './request';

/**
 * Any other request by its path (docs/api/writes.md#api-request), with the same token, retries, limits and proof of
 * completeness as other operations.
 */
export const send: ItemOperation = {
	option: {
		name: 'Send',
		value: 'send',
		action: 'Send API request',
		description: 'Send any other request by its path in the documentation of the service',
	},
	fields: apiRequestFields,
	// The path is the user's.
	requests: [],
	// The fields depend on the response.
	output: {},
	changes: changesSomething,
	sentence: 'Send {method} {path}',
	oncePerInput: readsList,
	async run(call) {
		const answer = await toResult(async () => await answerOf(call));
		if (answer.failure) throw onThisForm(answer.failure, call);
		return answer.value;
	},
};

async function answerOf(call: OperationCall): Promise<ItemResult[]> {
	const request = await requestToSend(call);
	switch (call.form.get('response') ?? 'record') {
		case 'record':
			return await recordResponse(call, request);
		case 'list':
			return await listResponse(call, request);
		case 'file':
			return [await download(call, request)];
		case 'nothing':
			return await emptyResponse(call, request);
		default:
			return refuseInput('response', 'Response has an unknown value', 'Choose one from the list.');
	}
}

/** Replaces advice with fields of this form, because a wrong path or response is more likely than a wrong credential. */
function onThisForm(failure: ServiceError, { form, client }: OperationCall): ServiceError {
	const { kind, status, isTransient, fields } = failure;
	const isList = form.get('response') === 'list';
	const { page, pageSize } = client.connection.settings;
	if (kind === 'rejected' && isList && fields.some((name) => [page, pageSize].includes(name))) {
		const description =
			'Choose another Response, or turn off In Pages if this list has no pages. If other lists fail as well, run Connection Check.';
		return failure.copyWith({ description });
	}
	const isAnswered = status !== undefined && status < 300;
	if (kind === 'outcomeUnknown' && isAnswered) {
		return failure.addAdvice(
			'Check Path too, because some services return this for an unknown path.',
		);
	}
	if (isTransient || (kind !== 'notFound' && kind !== 'notTheService')) return failure;
	// A response from something else than the service has a status. An unexpected body has none.
	if (status !== undefined) {
		const description =
			'Check Path and the IDs in it, then Response. If they are right, check the Base URL in the credential.';
		return failure.copyWith({ description });
	}
	const description = isList
		? 'Check Records Field and Response. If they are right, check Path.'
		: 'Choose another Response, such as List, or check Path.';
	return failure.copyWith({ description });
}
