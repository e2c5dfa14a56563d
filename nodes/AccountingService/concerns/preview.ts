import type { Concern, Execution } from '../execution';
import { isChange } from '../operation';
import { refusePreviewedItem } from '../preview';

/** Refuses the output of a preview in an operation that would change something, and says that nothing was changed. */
export function preview({ host, operation, hints }: Execution): Concern {
	let previewed = 0;
	return {
		before({ form, preview: isPreviewed, itemIndex }) {
			if (isPreviewed || !isChange(operation, form)) return;
			refusePreviewedItem(host.getInputData()[itemIndex]);
		},
		after(outcome, call) {
			if (call.preview) previewed += outcome.inputs.length;
			return outcome;
		},
		end() {
			if (previewed === 0) return;
			const all = host.getInputData().length;
			const items = previewed === all ? '' : ` for ${previewed} of ${all} items`;
			hints.sumUp(`Preview: nothing was changed${items}.`);
		},
	};
}
