import type { INodeProperties } from 'n8n-workflow';

import { name as packageName } from '../../package.json';
import { action, choicesOf, fieldsOf, trigger } from './support/descriptions';

/** A property that the types of n8n 2.8 lack. */
interface Hinted {
	builderHint?: {
		searchHint?: string;
		propertyHint?: string;
		relatedNodes?: Array<{ nodeType: string; relationHint: string }>;
	};
}

const hintOf = (field: INodeProperties) => (field as INodeProperties & Hinted).builderHint;

describe.each([action, trigger])('$displayName for assistants', (description) => {
	const fields = fieldsOf(description.properties, description.name);

	it('says what it is for, and names the other node by its type in a workflow', () => {
		const { builderHint } = description as Hinted;
		expect(builderHint?.searchHint).toMatch(/\w+ \w+/);
		const [other] = [action, trigger].filter((one) => one !== description);
		const types = builderHint?.relatedNodes?.map(({ nodeType }) => nodeType);
		expect(types).toContain(`${packageName}.${other.name}`);
	});

	it('explains number codes and required pickers in words', () => {
		const silent = fields.filter(({ field }) => {
			const isCoded = choicesOf(field).some(({ value }) => /^\d+$/.test(String(value)));
			const isPicker = field.type === 'resourceLocator' && field.required;
			return (isCoded || isPicker) && !hintOf(field)?.propertyHint;
		});
		expect(silent.map(({ path }) => path)).toEqual([]);
	});

	// Assistants have their own syntax for expressions, and copy a quoted one unchanged.
	it('quotes no expression', () => {
		expect(JSON.stringify(fields.map(({ field }) => hintOf(field)))).not.toContain('={{');
	});
});
