import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { readJson, type Parser, type RawAnswer } from '../../shared/client/answer';
import type { ServiceRecord } from '../../shared/client/envelope';
import { refuseInput, ServiceError } from '../../shared/client/errors';
import type { ServiceClient } from '../../shared/client/client';
import {
	fillPath,
	type Method,
	type PathNames,
	type Route,
	splitRoute,
} from '../../shared/client/route';
import type { ServiceFields } from '../../shared/fields/describe';
import { differences, listed } from '../../shared/fields/differences';
import type { Form } from '../../shared/fields/form';
import { locatorOf } from '../../shared/fields/recordForm';
import { positiveId } from '../../shared/fields/values';
import type { DeclaredRequest, OperationCall } from '../operation';

/** A field of the form that fills a name in the path of a request. */
export interface PathField {
	property: INodeProperties;
	/** What a person calls the value. */
	label: string;
	/** @throws ServiceError (badInput) when it cannot be a part of a path */
	read(form: Form): string;
}

/** An int64 id that is typed in. */
export function idField(
	name: string,
	displayName: string,
	description: string,
	placeholder: string,
): PathField {
	return {
		property: {
			displayName,
			name,
			type: 'string',
			default: '',
			required: true,
			placeholder,
			description,
		},
		label: displayName,
		read: (form) => positiveId(form.get(name), name, displayName),
	};
}

/**
 * An int64 id that is picked from a list or typed in.
 * @param searchListMethod the method of the node that lists what can be picked, with ids as values
 */
export function idLocator(
	name: string,
	displayName: string,
	description: string,
	placeholder: string,
	searchListMethod: string,
): PathField {
	const described = { label: displayName, description, placeholder, required: true } as const;
	const property = locatorOf(name, described, searchListMethod);
	const label = `${displayName} ID`;
	return { property, label, read: (form) => positiveId(form.get(name), name, label) };
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
	/** The section of docs/api/requests.md that describes the request, with its tag. */
	basis: string;
	/** What is assumed, and the name of the path in the credential, where the basis is an inference. */
	assumption?: string;
	/** Where to look when a change may or may not have been made, a sentence without its end. */
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

/** How a record is read as it is now, before it is changed and after an answer that was lost. */
export interface Current {
	request: DeclaredRequest;
	/**
	 * @param parser {@link parseToSend} for a record that is sent back
	 * @throws ServiceError of every kind, notFound if there is no such record
	 */
	read(call: OperationCall, filled: FilledRequest, parser?: Parser): Promise<ServiceRecord>;
}

/**
 * A record that is found in the answer of a request whose path has the same names.
 * @param find undefined where the record is not there
 */
export function currentFrom(
	request: DeclaredRequest,
	find: (answer: unknown, ids: FilledRequest['ids'], what: string) => ServiceRecord | undefined,
): Current {
	return {
		request,
		async read({ client }, { ids, what: purpose }, parser) {
			const { method, path } = splitRoute(routeOf(client, request.route));
			const what = `reading what is there before ${purpose}`;
			const read = (answer: RawAnswer) => readJson(answer, what, parser);
			const answer = await client.request({ method, path: fillPath(path, ids), ids, what, read });
			const found = find(answer, ids, what);
			if (found !== undefined) return found;
			throw new ServiceError('notFound', `The service found nothing while ${what}`, {
				description: 'Check the ID. It may be mistyped, deleted or from another organization.',
			});
		},
	};
}

/**
 * A stated rule of the service that only what it holds already can break (docs/api/writes.md#refused-before-sending).
 */
export interface Precondition {
	/** How what it holds is read. */
	request: DeclaredRequest;
	/** @throws ServiceError (badInput) that names the field and the rule, and that of the reading */
	check(call: OperationCall, filled: FilledRequest, body: IDataObject): Promise<void>;
}

/**
 * Refuses a body that the service would refuse by its stated rules (docs/api/writes.md#refused-before-sending), beyond
 * what the descriptions of its fields say.
 * @throws ServiceError (badInput) that names the field and the rule
 */
export type BodyCheck = (body: IDataObject) => void;

/** @throws ServiceError (badInput) of the check, which names the field to fill in, then for an empty body */
export function checkedBody(body: IDataObject, check?: BodyCheck): IDataObject {
	check?.(body);
	if (Object.keys(body).length === 0) {
		refuseInput('additionalFields', 'There is nothing to send', 'Fill in at least one field.');
	}
	return body;
}

/**
 * Says beside the output what of a change is not in the record that came back
 * (docs/api/writes.md#compared-with-what-was-sent).
 */
export function hintDifferences(
	fields: ServiceFields,
	sent: IDataObject,
	response: object,
	what: string,
	hint: (message: string) => void,
): void {
	const different = differences(fields, sent, response);
	if (different.length === 0) return;
	hint(
		`The service answered with other values than were sent while ${what}: ${listed(different)}. Check them in the output.`,
	);
}
