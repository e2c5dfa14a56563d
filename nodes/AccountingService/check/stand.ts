import type { ServiceError } from '../../shared/client/errors';
import { isGood, type RawAnswer } from '../../shared/client/answer';
import type { Asking, Reply } from './asking';
import type { Report } from './report';

/** Requests at the same time, as far as the check has any left. */
const together = 4;

/** How a made-up token is answered: as the node expects it of one that has ended, or in another way. */
export function tellWrongToken(
	report: Report,
	answered: RawAnswer | ServiceError,
	right: Reply,
): void {
	const difference = `the right one was answered with ${right.ids.length} documents`;
	if (!('statusCode' in answered)) {
		report.unsure('wrongToken', 'A made-up token was not answered.');
		return;
	}
	const { statusCode, body } = answered;
	const start = body.subarray(0, 100).toString('latin1').trimStart().charAt(0);
	const told = `A made-up token was answered with HTTP ${statusCode}, ${difference}.`;
	const isPage = isGood(answered) && start === '<';
	const isKnown = [400, 401, 403].includes(statusCode) || (statusCode >= 300 && statusCode < 400);
	if (isPage || isKnown) report.holds('wrongToken', isPage ? `${told} It was a web page.` : told);
	else if (isGood(answered) && right.ids.some((id) => body.includes(id))) {
		report.fails('wrongToken', `${told} Both hold the same documents: tokens are not checked.`);
	} else if (isGood(answered)) {
		report.unsure('wrongToken', `${told} Whether that is a refusal cannot be seen.`);
	} else if (statusCode >= 500 || statusCode === 429) report.unsure('wrongToken', told);
	else report.fails('wrongToken', told);
}

/**
 * Sends some requests at the same time. The times are told, not judged: they differ from hour to hour.
 * @param alone what one request for the same took by itself
 */
export async function checkWidth(
	asking: Asking,
	ask: () => Promise<Reply>,
	report: Report,
	alone: Reply,
): Promise<void> {
	const count = Math.min(together, asking.left);
	if (count < 2) {
		report.unsure('width', 'Not asked: the requests were used up.');
		return;
	}
	const started = performance.now();
	const replies = await Promise.all(Array.from({ length: count }, ask));
	const ms = Math.round(performance.now() - started);
	const refused = replies.filter(({ failure }) => failure !== undefined).length;
	const times = `One page of ${alone.ids.length} took ${Math.round(alone.ms)} ms alone, ${count} at the same time took ${ms} ms`;
	if (refused === 0) report.holds('width', `${times}; all were answered.`);
	else {
		report.fails(
			'width',
			`${times}; ${refused} of them were refused. Set Parallel Pages to 1 in the options of lists.`,
		);
	}
}
