import { ok } from 'node:assert/strict';

import type { Checks } from '../../e2e/lib/checks';
import { allWords, maxWords } from '../../scripts/prose';

export function pageChecks(checks: Checks): void {
	checks.add('the pages have no more words than a reader gets through', () => {
		const words = allWords();
		ok(words > maxWords / 2, `only ${words} words were found`);
		const over = `${words} words, the limit is ${maxWords}: npx tsx dev/scripts/prose.ts lists them by page`;
		ok(words <= maxWords, over);
	});
}
