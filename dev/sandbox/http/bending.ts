/** Responses of faults: other responses, or changed ones. All are complete HTTP responses. */
import { type Answer, empty, htmlPage, json, Refusal } from './answers';
import { gzipped } from './encodings';
import { type Fault, pick } from './faults';

/** The request, for a response that repeats it. */
export type Sent = { headers: unknown; body: unknown };

function withRetryAfter(answer: Answer, retryAfter: string | undefined): Answer {
	if (retryAfter === undefined) return answer;
	return { ...answer, headers: { ...answer.headers, 'retry-after': retryAfter } };
}

/** The response of a fault instead of the service's own; undefined if there is none. */
export function replacedAnswer(faults: readonly Fault[], sent: Sent): Answer | undefined {
	const status = pick(faults, 'status');
	if (status) {
		const { status: code, body, retryAfter } = status;
		const message = `Answered ${code} by a fault`;
		const answer =
			body === undefined
				? new Refusal(code, `status_${code}`, message).answer
				: json(code, JSON.stringify(body));
		return withRetryAfter(answer, retryAfter);
	}
	const html = pick(faults, 'html');
	if (html) return htmlPage(html.status);
	const redirect = pick(faults, 'redirect');
	if (redirect) return { ...empty(redirect.status), headers: { location: redirect.location } };
	const raw = pick(faults, 'raw');
	if (raw) {
		const body = Buffer.from(raw.body, raw.encoding);
		return { status: raw.status, headers: { 'content-type': raw.contentType }, body };
	}
	const echo = pick(faults, 'echo');
	if (echo) return { ...json(echo.status, JSON.stringify(sent)), status: echo.status };
	return undefined;
}

/** The response to a request that was done, changed by the late faults. */
export function bentAnswer(answer: Answer, faults: readonly Fault[], sent: Sent): Answer {
	const replaced = replacedAnswer(faults, sent);
	if (replaced) return replaced;
	const emptied = pick(faults, 'emptyBody');
	if (emptied) return { ...empty(emptied.status), headers: answer.headers };
	if (pick(faults, 'errorBody')) {
		const message = 'An error under status 200, by a fault';
		return { ...new Refusal(400, 'validation_failed', message).answer, status: 200 };
	}
	if (pick(faults, 'truncatedJson'))
		return { ...answer, body: answer.body.subarray(0, Math.floor(answer.body.length / 2)) };
	const gzip = pick(faults, 'gzip');
	if (gzip) return gzipped(answer, gzip.state);
	// For a list, the page does this, and keeps the rest of the envelope.
	if (pick(faults, 'noRecords') && !answer.body.includes('"currentPage"'))
		return { ...answer, body: Buffer.from('{}') };
	return answer;
}
