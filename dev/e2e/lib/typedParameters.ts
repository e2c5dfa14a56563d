export interface TypedParameter {
	name: string;
	required: boolean;
}

/**
 * The parameters of one operation, from n8n's type definitions of a node for assistants. Throws if the operation is
 * missing.
 */
export function typedParameters(
	definitions: string,
	resource: string,
	operation: string,
): TypedParameter[] {
	const head = `  resource: '${resource}';\n  operation: '${operation}';\n`;
	const start = definitions.indexOf(head);
	if (start < 0) throw new Error(`The types do not know ${resource}, ${operation}.`);
	const body = definitions.slice(start + head.length, definitions.indexOf('\n};', start));
	const found: TypedParameter[] = [];
	let depth = 0;
	for (const line of body.replace(/\/\*\*.*?\*\//gs, '').split('\n')) {
		const field = /^\s*(\w+)(\??):/.exec(line);
		if (depth === 0 && field) found.push({ name: field[1] ?? '', required: field[2] === '' });
		depth += line.split('{').length - line.split('}').length;
	}
	return found;
}
