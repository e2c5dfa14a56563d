import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { ServiceClient } from '../../shared/client/client';
import {
	fillPath,
	splitRoute,
	type Method,
	type PathNames,
	type Route,
} from '../../shared/client/route';
import type { Form } from '../../shared/fields/values';
import type { DeclaredRequest, OperationCall } from '../operation';

/** A field of the form that fills a name in the path of a request. */
export interface PathField {
	property: INodeProperties;
	/** What a person calls the value. */
	label: string;
	/** @throws ServiceError (badInput) when it cannot be a part of a path */
	read(form: Form): string;
}

/** What every declared operation says of itself. */
export interface Declared<R extends Route> {
	name: string;
	value: string;
	/** In the node panel: "Update a payment reminder". */
	action: string;
	description: string;
	/** Finishes sentences, with names of the path: "updating payment reminder {reminderId}". */
	doing: string;
	request: R;
	/** The section of the specification, or the fact and its tag. */
	basis: string;
	/** What is assumed, and the name of the path in the credential, where the basis is an inference. */
	assumption?: string;
	/** Where to look when a change may or may not have been done, a sentence without its end. */
	whereToLook?: string;
	/** A name of the path that is missing here, or one too many, does not compile. */
	path: { [Name in PathNames<R>]: PathField };
}

/** The same of whichever request. */
export interface AnyDeclared extends Omit<Declared<Route>, 'path'> {
	path: Record<string, PathField>;
}

/** A request of a declared operation, filled in for one item. */
export interface FilledRequest {
	method: Method;
	path: string;
	/** Finishes sentences. */
	what: string;
	/** The values in the path, by name. */
	ids: Record<string, string>;
}

export function optionOf(declared: AnyDeclared): INodePropertyOptions {
	const { name, value, action, description } = declared;
	return { name, value, action, description };
}

export function requestOf({ request, basis, assumption }: AnyDeclared): DeclaredRequest {
	return { route: request, basis, ...(assumption !== undefined && { assumption }) };
}

/** The fields of the path, in its order. */
export function pathProperties(declared: AnyDeclared): INodeProperties[] {
	return Object.values(declared.path).map(({ property }) => property);
}

/** Reads the path's fields. @throws ServiceError (badInput) for one that cannot be used */
export function fill(declared: AnyDeclared, { form, client }: OperationCall): FilledRequest {
	const fields = Object.entries(declared.path);
	const ids = Object.fromEntries(fields.map(([name, field]) => [name, field.read(form)]));
	const labels = Object.fromEntries(fields.map(([name, { label }]) => [name, label]));
	const { method, path } = splitRoute(routeOf(client, declared.request));
	return {
		method,
		path: fillPath(path, ids, labels),
		what: declared.doing.replace(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? ''),
		ids,
	};
}

/** A path that nobody published may be another one at the user's service: the credential says which. */
export function routeOf(client: ServiceClient, route: Route): Route {
	return client.connection.settings.routes[route] ?? route;
}
