import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { readJson, type Parser, type HttpResponse } from '../../shared/client/answer';
import type { ServiceRecord } from '../../shared/client/envelope';
import { refuseInput, ServiceError } from '../../shared/client/errors';
import type { Method, PathNames, Route } from '../../shared/client/route';
import { type ServiceField, type ServiceFields, text } from '../../shared/fields/describe';
import type { Form } from '../../shared/fields/readForm';
import { bodyForm } from '../../shared/fields/recordForm';
import { inWords } from '../../shared/fields/values';
import { positiveId } from '../../shared/fields/readValue';
import type { ListedChange } from '../once/listed';
import type { Unseen } from '../once/memories';
import type { DeclaredRequest, OperationCall } from '../operation';
import { formField, locatorOf } from '../../shared/fields/formField';

/** A form field for a placeholder in the path of a request. */
export interface PathField {
	property: INodeProperties;
	/** The label in messages. */
	label: string;
	/** @throws ServiceError (badInput) for a value that cannot be part of a path */
	read(form: Form): string;
}

/** An int64 ID that the user types. @param hint where the user finds it */
export function idField(
	name: string,
	displayName: string,
	description: string,
	placeholder: string,
	hint: string,
): PathField {
	return {
		property: formField(
			name,
			text(displayName, description, { required: true, placeholder, hint }),
		),
		label: displayName,
		read: (form) => positiveId(form.get(name), name, displayName),
	};
}

/**
 * An int64 ID that the user picks from a list or types.
 * @param searchListMethod the list search method, with IDs as values
 * @param more the hint below a typed ID, and whether it can also be a link
 */
export function idLocator(
	name: string,
	displayName: string,
	description: string,
	placeholder: string,
	searchListMethod: string,
	more: Pick<ServiceField, 'hint' | 'byLink'> = {},
): PathField {
	const base = { label: displayName, description, placeholder, required: true } as const;
	const described = { ...base, ...more };
	const property = locatorOf(name, described, searchListMethod);
	const label = `${displayName} ID`;
	const whatToDo = 'Enter the ID. To find it, choose From List, or run Get Many.';
	return { property, label, read: (form) => positiveId(form.get(name), name, label, whatToDo) };
}

/** What every operation declares. */
export interface Declared<R extends Route> extends DeclaredRequest<R> {
	name: string;
	value: string;
	/** In the node panel: "Update a payment reminder". */
	action: string;
	description: string;
	/** Completes sentences, with placeholders of the path: "updating payment reminder {reminderId}". */
	activity: string;
	/** Advice for an unknown outcome, without a period: "Look at the newest documents". */
	whereToLook?: string;
	/** By placeholder. A missing or extra one does not compile. */
	path: { [Name in PathNames<R>]: PathField };
}

/** A declaration without the type of its path. */
interface AnyDeclared extends Omit<Declared<Route>, 'path'> {
	path: Record<string, PathField>;
}

/** A declared request with the values of one item. */
export interface FilledRequest {
	method: Method;
	path: string;
	/** Completes sentences: "updating payment reminder 6001". */
	activity: string;
	/** The values in the path, by placeholder. */
	ids: Record<string, string>;
}

export function optionOf(declared: AnyDeclared): INodePropertyOptions {
	const { name, value, action, description } = declared;
	return { name, value, action, description };
}

export function requestOf({ route, basis, assumption }: AnyDeclared): DeclaredRequest {
	return { route, basis, ...(assumption !== undefined && { assumption }) };
}

/** The fields of the path, in its order. */
export function pathProperties(declared: AnyDeclared): INodeProperties[] {
	return Object.values(declared.path).map(({ property }) => property);
}

/** Reads the fields of the path. @throws ServiceError (badInput) for an invalid one */
export function fill(declared: AnyDeclared, { form, client }: OperationCall): FilledRequest {
	const fields = Object.entries(declared.path);
	const ids = Object.fromEntries(fields.map(([name, field]) => [name, field.read(form)]));
	const labels = Object.fromEntries(fields.map(([name, { label }]) => [name, label]));
	return {
		...client.target(declared.route, ids, labels),
		activity: declared.activity.replace(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? ''),
		ids,
	};
}

/** How to read the current record, before a change and after a lost response. */
export interface Current {
	request: DeclaredRequest;
	/**
	 * @param parser {@link parseToSend} for a record to send back
	 * @throws ServiceError of every kind; notFound if the record does not exist
	 */
	read(call: OperationCall, filled: FilledRequest, parser?: Parser): Promise<ServiceRecord>;
	/** After a change, if only a list shows the record: while the list is late, `read` returns what the change left. */
	remember?(call: OperationCall, ids: FilledRequest['ids'], change: ListedChange): void;
}

/**
 * Finds a record in the response to another request with the same placeholders.
 * @param find returns undefined if the record is not there
 * @param words of the response, for the sentence of a preview
 */
export function currentFrom(
	request: DeclaredRequest,
	find: (
		answer: unknown,
		ids: FilledRequest['ids'],
		activity: string,
		read: { call: OperationCall; readAt: number; parser?: Parser },
	) => ServiceRecord | undefined,
	words?: (answer: unknown) => Record<string, string>,
): Current {
	return {
		request,
		async read(call, { ids, activity: purpose }, parser) {
			const { client, preview } = call;
			const readAt = performance.now();
			const activity = `reading the current record before ${purpose}`;
			const read = (response: HttpResponse) => {
				const answer = readJson(response, activity, parser);
				if (preview && words) Object.assign(preview.words, words(answer));
				return find(answer, ids, activity, { call, readAt, parser });
			};
			const found = await client.request({ ...client.target(request.route, ids), activity, read });
			if (found !== undefined) return found;
			throw new ServiceError('notFound', `The service found nothing while ${activity}`, {
				description: 'Check the ID. It may be mistyped, deleted or from another organization.',
			});
		},
	};
}

/**
 * A published rule that depends on existing records of the service (docs/api/writes.md#refused-before-sending), and on
 * similar ones that this process has made and the list may not show yet.
 * @returns what to check in the record that was made
 * @throws ServiceError (badInput) that names the field and the rule; as the request that reads the records
 */
export type Precondition = (
	call: OperationCall,
	filled: FilledRequest,
	body: IDataObject,
	similar: Unseen[],
) => Promise<((made: ServiceRecord) => void) | undefined | void>;

/**
 * Rejects a body that breaks a published rule between fields (docs/api/writes.md#refused-before-sending).
 * @throws ServiceError (badInput) that names the field and the rule
 */
export type BodyCheck = (body: IDataObject) => void;

/** @throws ServiceError (badInput) of the check, which names the field to fill in, then for an empty body */
export function checkedBody(
	fields: ServiceFields,
	body: IDataObject,
	check?: BodyCheck,
): IDataObject {
	check?.(body);
	if (Object.keys(body).length > 0) return body;
	const labels = bodyForm(fields).map(({ displayName }) => displayName);
	return refuseInput(
		'additionalFields',
		`${inWords(labels)} are empty`,
		'Fill in at least one of them.',
	);
}
