import { valueInWords } from '../../../shared/fields/changesInWords';
import { valueAt } from '../../../shared/fields/describe';
import { schedulerFields } from './templateRecord';

/**
 * For the sentence of a preview: "monthly from 2026-12-01, until 2027-11-30, each document moves out of Draft"; '' for no scheduler.
 * @param scheduler as it is sent
 */
export function scheduleInWords(scheduler: unknown): string {
	const value = (name: string) => valueInWords(schedulerFields[name], valueAt(scheduler, name));
	if (value('start') === '') return '';
	const [end, count, emails] = ['end', 'generateMaxCount', 'emailRecipients'].map(value);
	const parts = [
		`${value('frequency').toLowerCase()} from ${value('start')}`,
		value('generateOnEndOfMonth') === 'yes' && 'on the last day of the month',
		end && `until ${end}`,
		count && `at most ${count} document${count === '1' ? '' : 's'}`,
		value('useWorkflow') === 'yes'
			? 'each document moves out of Draft'
			: 'each document stays in Draft',
		// Brackets and braces have a meaning in a sentence (sentence.ts).
		emails && `emails to ${emails.replace(/[[\]{}]/g, '')}`,
	];
	return parts.filter((part) => part !== false && part !== '').join(', ');
}
