import { shorterAnswers } from './answer';
import { ServiceError, cancelledWhile, type FailureDetails, type FailureKind } from './errors';
import { codeMayPass, effectOfCode } from './retry';

/** Codes of a certificate that was not accepted, which is looked at before the request goes out. */
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL/;

/**
 * The failure of a connection.
 * @param code of Node.js or of n8n's HTTP client; empty when there is none
 */
export function failureOfCode(code: string, what: string): ServiceError {
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
	if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') {
		return failure(
			'timeout',
			'No answer came in time',
			'Try again later, or raise the Timeout in the options.',
			{ withOption: shorterAnswers },
		);
	}
	if (code.startsWith('Z_')) {
		return failure(
			'notTheService',
			'The packed answer was broken',
			'Try again later; if it stays, look whether a proxy or gateway in between changes or cuts answers.',
		);
	}
	if (code === 'ERR_CANCELED') return cancelledWhile(what, true);
	return failure(
		'unreachable',
		'The service could not be reached',
		code === 'ENOTFOUND' || code === 'EAI_AGAIN'
			? 'The host name in the Base URL was not found. Check it for typing mistakes, and that n8n can resolve names.'
			: 'Check the Base URL in the credential, and that this n8n may connect to it (firewall, proxy).',
	);
}
