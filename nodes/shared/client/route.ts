import { refuseInput } from './errors';

/** The methods of the service's published operations, and those that a user's own path may need. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request as docs/api/requests.md writes it: "PUT /v2/templates/{templateId}". */
export type Route = `${Method} /v2/${string}`;

/** The names in braces: "templateId". */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | PathNames<Rest>
	: never;

/** Method and path of a route. */
export function splitRoute(route: Route): { method: Method; path: string } {
	const space = route.indexOf(' ');
	return { method: route.slice(0, space) as Method, path: route.slice(space + 1) };
}

/** The names in braces, in order. */
export function namesIn(path: string): string[] {
	return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
}

/**
 * The path with its names replaced.
 * @param values by name, as text
 * @param labels what a person calls them
 * @throws ServiceError (badInput) for dots alone, which walk the path even when they are encoded
 */
export function fillPath(
	path: string,
	values: Record<string, string>,
	labels: Record<string, string> = {},
): string {
	return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
		const value = values[name] ?? '';
		if (/^\.{0,2}$/.test(value)) {
			refuseInput(
				name,
				`${labels[name] ?? name} ${value === '' ? 'is empty' : 'consists of dots only'}`,
				'It is a part of the address of the request: enter it as the service gave it.',
			);
		}
		return encodeURIComponent(value);
	});
}

/** A part of an address without its percent signs; what is not encoded stays as it is. */
export function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		// A percent sign of its own.
		return text;
	}
}
