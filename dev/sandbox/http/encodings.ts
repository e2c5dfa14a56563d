/** Bodies in gzip, sound and broken. */
import { gzipSync } from 'node:zlib';

import type { Answer } from './answers';

/** Sound; cut in half; or with bytes that no gzip has in its middle. */
export function gzipped(answer: Answer, state: 'sound' | 'cut' | 'broken'): Answer {
	const body = gzipSync(answer.body);
	const headers = { ...answer.headers, 'content-encoding': 'gzip' };
	const half = Math.floor(body.length / 2);
	if (state === 'cut') return { ...answer, headers, body: body.subarray(0, half) };
	if (state === 'broken') body.fill(0xff, half, half + 16);
	return { ...answer, headers, body };
}
