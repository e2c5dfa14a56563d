import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { ServiceError, type FailureKind } from '../client/errors';
import { displayText, quote } from '../client/redact';

/**
 * Turns anything thrown into an error that n8n shows well: what happened, what to do next, and the
 * item it happened at. Holds no cause, since n8n saves a thrown error with the execution.
 */
export function toNodeError(
	node: INode,
	thrown: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) {
		// Wrapping one again would drop the index.
		if (itemIndex !== undefined) thrown.context.itemIndex = itemIndex;
		return thrown;
	}
	if (!(thrown instanceof ServiceError)) {
		return new NodeOperationError(node, thrown instanceof Error ? thrown : String(thrown), {
			itemIndex,
		});
	}
	const { kind, status } = thrown;
	// Names and numbers of records stand in them as well.
	const message = displayText(thrown.message);
	const description = displayText(thrown.description);
	if (kind === 'badInput' || kind === 'incomplete' || kind === 'cancelled') {
		return new NodeOperationError(node, message, { description, itemIndex });
	}
	const failure = failureDeclaration(thrown);
	const options = {
		message,
		description,
		itemIndex,
		...(status !== undefined && { httpCode: String(status) }),
		// Read by the poll back-off of n8n 2.37 and newer; older versions ignore it.
		...(failure && { failure }),
	};
	return new NodeApiError(node, { message, description }, options);
}

/** n8n's words for why a poll should back off; only causes that can wait carry a waiting time. */
const backOffCauses: Partial<Record<FailureKind, { cause: string; canWait: boolean }>> = {
	wrongCredential: { cause: 'credential-invalid', canWait: false },
	forbidden: { cause: 'configuration-invalid', canWait: false },
	notTheService: { cause: 'configuration-invalid', canWait: false },
	redirected: { cause: 'configuration-invalid', canWait: false },
	rateLimited: { cause: 'rate-limited', canWait: true },
	serviceTrouble: { cause: 'temporarily-unavailable', canWait: true },
	unreachable: { cause: 'temporarily-unavailable', canWait: true },
	timeout: { cause: 'temporarily-unavailable', canWait: true },
};

function failureDeclaration({ kind, retryAfterMs }: ServiceError): object | undefined {
	const known = backOffCauses[kind];
	if (!known) return undefined;
	const wait = known.canWait && retryAfterMs !== undefined ? { retryAfterMs } : {};
	return { cause: known.cause, ...wait };
}

/** An item's error goes on to other nodes and to agents, so that it is bounded whatever it quotes. */
const longestText = 2000;

/** One line for an item that took the error path: what happened and what to do next. */
export function errorText(thrown: unknown): string {
	if (thrown instanceof ServiceError) {
		return quote(`${thrown.message}. ${thrown.description}`, longestText);
	}
	return quote(thrown instanceof Error ? thrown.message : String(thrown), longestText);
}

/** A cancelled execution must end, also where single items may fail. */
export function isCancelled(thrown: unknown): boolean {
	return thrown instanceof ServiceError && thrown.kind === 'cancelled';
}
