import { idOf } from '../../shared/lists/ids';
import type { ServiceRecord } from '../../shared/client/envelope';
import type { ServiceClient } from '../../shared/client/client';

/**
 * Documents that this process has created, the oldest first. A list may show one of them so late that it looks like the
 * document of a later request without a response, which may not have created anything.
 */
const created = new Set<string>();
const maxRemembered = 10_000;

const nameOf = ({ connection }: ServiceClient, record: ServiceRecord) =>
	`${connection.organization} ${idOf(record)}`;

/** Remembers a document as the result of a request. */
export function rememberCreated(client: ServiceClient, record: ServiceRecord): void {
	created.add(nameOf(client, record));
	for (const oldest of created) {
		if (created.size <= maxRemembered) return;
		created.delete(oldest);
	}
}

/** Whether a document is known to be the result of another request. */
export function wasCreatedHere(client: ServiceClient, record: ServiceRecord): boolean {
	return created.has(nameOf(client, record));
}
