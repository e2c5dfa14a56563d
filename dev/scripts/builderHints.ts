import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyMode,
	INodePropertyOptions,
} from 'n8n-workflow';

/**
 * Hints for n8n's assistant and MCP server (`builderHint`). They build workflows from type definitions, which show only
 * the values of a field and treat a field with a default as optional. The types of n8n 2.8 lack `builderHint`, and that
 * version ignores it.
 */

type Choice = INodePropertyOptions | INodeProperties | INodePropertyCollection;

/** Adds hints to fields whose type alone would mislead, including fields in collections. */
export function withBuilderHints(properties: INodeProperties[]): INodeProperties[] {
	return properties.map((property) => {
		const hint = hintFor(property);
		return {
			...property,
			...(property.options && { options: property.options.map(withHintsInside) }),
			...(hint !== undefined && { builderHint: { propertyHint: hint } }),
		};
	});
}

function withHintsInside(option: Choice): Choice {
	if ('values' in option) return { ...option, values: withBuilderHints(option.values) };
	return 'type' in option ? (withBuilderHints([option])[0] ?? option) : option;
}

function hintFor({ type, options = [], modes = [], required }: INodeProperties) {
	if (type === 'options' || type === 'multiOptions') return labelledValues(options);
	return type === 'resourceLocator' && required === true ? locatorHint(modes) : undefined;
}

/** Numeric values need their labels. */
function labelledValues(options: Choice[]): string | undefined {
	const choices = options.filter((option) => 'value' in option);
	const isCoded = choices.some(({ value }) => /^\d+$/.test(String(value)));
	return isCoded ? choices.map(({ name, value }) => `${value} = ${name}`).join(', ') : undefined;
}

function locatorHint(modes: INodePropertyMode[]): string | undefined {
	const typed = modes.find((mode) => mode.type === 'string');
	return typed && `Required. Use the mode "${typed.name}" with a value or an expression.`;
}
