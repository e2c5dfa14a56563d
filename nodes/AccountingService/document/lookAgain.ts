import { whole } from '../../shared/fields/describe';
import { formField } from '../../shared/fields/formField';
import { collection, type Form, numberIn } from '../../shared/fields/readForm';

export const lookAgainSeconds = formField(
	'lookAgainSeconds',
	whole(
		'Look Again (Seconds)',
		'How long to look for the document, or for its new values, if the service did not confirm the change. After that, the outcome counts as unknown.',
		{ minimum: 0, maximum: 600, usual: 30 },
	),
);

/**
 * Reads the option Look Again. Call it before the first request, because a later error would hide an open outcome.
 * @throws ServiceError (badInput)
 */
export function secondsToLook(form: Form): number {
	return numberIn(collection(form, 'options'), lookAgainSeconds);
}
