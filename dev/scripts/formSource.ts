/** A line of source, and the labels of the fields that it is in. */
export interface SourceLine {
	text: string;
	labels: string[];
}

/** n8n's rules expect a text as an author writes it: in single quotes. */
const quoted = (text: string) =>
	`'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

/** How authors write the name of a member. */
const nameOf = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name));

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

function labelOf(value: Record<string, unknown>): string[] {
	const label = value.displayName ?? value.name;
	return typeof label === 'string' ? [label] : [];
}

/** A value as source, one member per line and indented, as n8n's rules expect. */
export function literal(
	value: unknown,
	before = '',
	after = '',
	outer: string[] = [],
): SourceLine[] {
	if (!isObject(value)) {
		const text = typeof value === 'string' ? quoted(value) : JSON.stringify(value);
		return [{ text: `${before}${text}${after}`, labels: outer }];
	}
	const isList = Array.isArray(value);
	const labels = isList ? outer : [...outer, ...labelOf(value)];
	const indent = `${/^\t*/.exec(before)?.[0]}\t`;
	const members = Object.entries(value).flatMap(([name, member]) =>
		literal(member, isList ? indent : `${indent}${nameOf(name)}: `, ',', labels),
	);
	const [open, close] = isList ? '[]' : '{}';
	return [
		{ text: `${before}${open}`, labels },
		...members,
		{ text: `${indent.slice(1)}${close}${after}`, labels },
	];
}
