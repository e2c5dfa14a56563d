import type { Concern, Execution } from '../execution';
import { rowAtStart } from '../inputRows';
import { isChange, ItemWithFiles } from '../operation';
import { refusePreviewedItem } from '../preview';

/** How many sentences stand above the table too. */
const maxRows = 5;

/** Refuses the output of a preview in an operation that would change something, and says that nothing was changed. */
export function preview({ host, operation, hints, forAgent }: Execution): Concern {
	let previewed = 0;
	/** Of the first rows: batches end in another order. */
	const sentences: Array<{ row: number; sentence: string }> = [];
	let described = 0;
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
				const [row] = outcome.inputs;
				const remark =
					typeof first.remark === 'string' ? ` ${first.remark.replace(/\.$/, '')}.` : '';
				sentences.push({ row, sentence: `${rowAtStart(row)}: ${first.summary}.${remark}` });
				sentences.sort((a, b) => a.row - b.row).splice(maxRows);
				described++;
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
			const more = described - sentences.length;
			const rest = more > 0 ? [`${more} more: see the column summary.`] : [];
			const listed = [...sentences.map(({ sentence }) => sentence), ...rest];
			if (described > 1 && !forAgent) hints.note(listed.join(' '));
		},
	};
}
