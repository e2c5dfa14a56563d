import { shorterAnswers } from './answer';
import { ServiceError, cancelledWhile, type FailureDetails, type FailureKind } from './errors';
import { codeMayPass, effectOfCode, isOfPacking } from './retry';

/** Codes of a certificate that was not accepted, which is looked at before the request goes out. */
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL/;

/**
 * The failure of a connection.
 * @param code of Node.js or of n8n's HTTP client; empty when there is none
 * @param hasBegun whether the head of an answer had come
 */
export function failureOfCode(code: string, what: string, hasBegun = false): ServiceError {
	const failure = (
		kind: FailureKind,
		happened: string,
		description: string,
		more: Partial<FailureDetails> = {},
	) =>
		new ServiceError(kind, `${happened} while ${what}`, {
			description,
			code,
			effect: effectOfCode(code),
			mayPass: codeMayPass(code),
			...more,
		});
	if (certificate.test(code)) {
		return failure(
			'unreachable',
			'The certificate of the service was not accepted',
			'If the service uses a certificate of your own, turn on "Ignore SSL Issues (Insecure)" in the credential, or make n8n trust the certificate.',
		);
	}
	const isTimeout = code === 'ECONNABORTED' || code === 'ETIMEDOUT';
	if (isTimeout && hasBegun) {
		return failure(
			'timeout',
			'The answer did not come to its end in time',
			'It came too slowly, or less came than was announced. Try again later, or raise the Timeout in the options.',
			{ withOption: shorterAnswers },
		);
	}
	if (isTimeout) {
		return failure(
			'timeout',
			'No answer came in time',
			'Try again later, or raise the Timeout in the options.',
			{ withOption: shorterAnswers },
		);
	}
	if (isOfPacking(code)) {
		return failure(
			'notTheService',
			'The packed answer was broken',
			'Try again later; if it stays, look whether a proxy or gateway in between changes or cuts answers.',
		);
	}
	if (code === 'ERR_CANCELED') return cancelledWhile(what, true);
	if (code.startsWith('HPE_')) {
		return failure(
			'notTheService',
			'The answer was not valid HTTP',
			'Check the Base URL in the credential, and whether a proxy or gateway in between changes answers.',
		);
	}
	if (hasBegun && codeMayPass(code)) {
		return failure(
			'unreachable',
			'The answer was cut off in the middle',
			'The connection ended before the answer did. Try again later; if it stays, look whether a proxy or gateway in between ends answers early.',
			{ withOption: shorterAnswers },
		);
	}
	return failure(
		'unreachable',
		'The service could not be reached',
		code === 'ENOTFOUND' || code === 'EAI_AGAIN'
			? 'The host name in the Base URL was not found. Check it for typing mistakes, and that n8n can resolve names.'
			: 'Check the Base URL in the credential, and that this n8n may connect to it (firewall, proxy).',
	);
}
