import { fieldsOf, membersOf } from '../../../dev/scripts/formParameters';
import type { Parameters } from './withSandbox';

/** With the output Raw, where the form of the operation has Output: at its top, in Options, or not at all. */
export function withRaw(parameters: Parameters): Parameters {
	const fields = fieldsOf(parameters);
	const has = (members: Array<{ name: string }>) => members.some(({ name }) => name === 'output');
	if (has(fields)) return { ...parameters, output: 'raw' };
	const options = fields.find(({ name }) => name === 'options');
	if (!options || !has(membersOf(parameters, options))) return parameters;
	return { ...parameters, options: { ...(parameters.options as object), output: 'raw' } };
}
