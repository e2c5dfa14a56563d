import type { Concern, Execution } from '../execution';
import { rowAtStart } from '../inputRows';
import { isChange, ItemWithFiles } from '../operation';
import { refusePreviewedItem } from '../preview';

/** How many sentences stand above the table too. */
const maxRows = 5;

/** Refuses the output of a preview in an operation that would change something, and says that nothing was changed. */
export function preview({ host, operation, hints, forAgent }: Execution): Concern {
	let previewed = 0;
	const sentences: string[] = [];
	let more = 0;
	return {
		before({ form, preview: isPreviewed, itemIndex }) {
			// Also a row that another concern refuses: not to count it would read as if it was changed.
			if (isPreviewed) previewed++;
			else if (isChange(operation, form)) refusePreviewedItem(host.getInputData()[itemIndex]);
		},
		after(outcome, call) {
			if (!call.preview) return outcome;
			if ('results' in outcome) {
				const [first] = outcome.results.map((one) => (one instanceof ItemWithFiles ? {} : one));
				if (typeof first?.summary !== 'string') return outcome;
				if (sentences.length === maxRows) more++;
				else sentences.push(`${rowAtStart(outcome.inputs[0])}: ${first.summary}.`);
			}
			return outcome;
		},
		end() {
			if (previewed === 0) return;
			const all = host.getInputData().length;
			const items = previewed === all ? '' : ` for ${previewed} of ${all} items`;
			const next = forAgent ? '' : ' To make the changes, turn off Preview Only.';
			hints.sumUp(`Preview: nothing was changed${items}.${next}`);
			// In the table, a long request makes its row higher than the window.
			if (more > 0) sentences.push(`${more} more: see the column summary.`);
			if (sentences.length > 1 && !forAgent) hints.note(sentences.join(' '));
		},
	};
}
