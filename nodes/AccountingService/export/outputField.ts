import { text } from '../../shared/fields/describe';
import { formField } from '../../shared/fields/formField';
import { type Form, requiredTextIn } from '../../shared/fields/readForm';

/** The name of the field that gets the file, in every operation that makes one. */
export const outputField = formField(
	'outputBinaryField',
	text('Put Output File in Field', 'The name of the output binary field to put the file in', {
		usual: 'data',
		placeholder: 'e.g. data',
	}),
);

/** @throws ServiceError (badInput) if it is empty */
export const outputFieldOf = (form: Form): string => requiredTextIn(form, outputField);
