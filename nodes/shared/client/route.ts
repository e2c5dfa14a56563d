import { refuseInput } from './errors';

/** Methods of the published operations and of custom paths, in the order of the form. */
export const methods = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const;

export type Method = (typeof methods)[number];

/** A request in the notation of docs/api/requests.md: "PUT /v2/templates/{templateId}". */
export type Route = `${Method} /v2/${string}`;

/** The placeholder names: "templateId". */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
	? Name | PathNames<Rest>
	: never;

/** The values of the placeholders, and their field labels for error messages. */
export type RouteIds<R extends Route> = [PathNames<R>] extends [never]
	? [ids?: Record<string, string>, labels?: Record<string, string>]
	: [ids: Record<PathNames<R>, string>, labels?: Record<string, string>];

export function splitRoute(route: Route): { method: Method; path: string } {
	const space = route.indexOf(' ');
	return { method: route.slice(0, space) as Method, path: route.slice(space + 1) };
}

/** The placeholder names, in order. */
export function placeholdersIn(path: string): string[] {
	return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
}

/**
 * Fills in the placeholders of a path.
 * @param labels field labels, for error messages
 * @throws ServiceError (badInput) for "." and "..", which change the path even when they are encoded
 */
export function fillPath(
	path: string,
	values: Record<string, string> = {},
	labels: Record<string, string> = {},
): string {
	return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
		const value = values[name] ?? '';
		if (/^\.{0,2}$/.test(value)) {
			refuseInput(
				name,
				`${labels[name] ?? name} ${value === '' ? 'is empty' : `is "${value}"`}`,
				'It is part of the request URL. Enter it exactly as the service shows it.',
			);
		}
		if (/\p{Cs}/u.test(value)) {
			refuseInput(
				name,
				`${labels[name] ?? name} contains a damaged character`,
				'It was probably cut off. Enter it exactly as the service shows it.',
			);
		}
		return encodeURIComponent(value);
	});
}

/** Decodes a part of a URL. Text that is not encoded is returned unchanged. */
export function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		// The text has a literal percent sign.
		return text;
	}
}
