import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyMode,
	INodePropertyOptions,
} from 'n8n-workflow';

/**
 * What n8n's own assistant and its MCP server read beside the descriptions. They build workflows from type
 * definitions, which show the bare values of a field and call it optional when it has a default. n8n calls
 * these texts `builderHint`; the types of n8n 2.8 do not know them, and an n8n that old passes them by.
 */

type Choice = INodePropertyOptions | INodeProperties | INodePropertyCollection;

/** Of a node: shown with it when nodes are searched. To be spread into the description. */
export function searchHint(text: string): object {
	return { builderHint: { searchHint: text } };
}

/** The same fields, those within collections as well, with hints where the type alone would mislead. */
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
	if (type === 'options' || type === 'multiOptions') return valuesInWords(options);
	return type === 'resourceLocator' && required === true ? locatorHint(modes) : undefined;
}

/** Numbers say nothing about what they choose. */
function valuesInWords(options: Choice[]): string | undefined {
	const choices = options.filter((option) => 'value' in option);
	const isCoded = choices.some(({ value }) => /^\d+$/.test(String(value)));
	return isCoded ? choices.map(({ name, value }) => `${value} = ${name}`).join(', ') : undefined;
}

function locatorHint(modes: INodePropertyMode[]): string | undefined {
	const typed = modes.find((mode) => mode.type === 'string');
	return (
		typed &&
		`Required. Take the mode "${typed.name}", with the value itself or an expression that gives it.`
	);
}
