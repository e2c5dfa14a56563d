import type { ServerResponse } from 'node:http';

import { passTime } from './clock';
import type { CredentialStore } from './credentials';
import { json, smallService, type SmallService } from './smallService';

export type Document = Record<string, unknown> & { id: number | string };

/** Differences between services within the specification. */
export interface Behaviour {
	/** Records per page, for any requested size. */
	ownPageSize?: number;
	/** The largest page. */
	largestPage?: number;
	/** Whether lists have a page count; otherwise they are bare arrays. */
	counts?: boolean;
	/** The response to a page past the last one. */
	beyond?: 'nothing' | 'last page' | 'refusal' | 'not found';
	/** Whether the service ignores the page number and returns the first page. */
	ignoresPage?: boolean;
	/** Number of the first page. */
	firstPage?: number;
	/** The ID of the nth document, from 0 on. */
	idOf?: (index: number) => number | string;
}

/** A response that is no list. */
export class Refusal {
	constructor(
		readonly status: number,
		readonly body: unknown,
	) {}
}

/** Replaces one response. @returns undefined to keep it */
type Instead = (asked: Asked) => unknown;

interface Asked {
	/** 0-based. */
	page: number;
	size: number;
	/** Number of the search, from 1 on. */
	count: number;
}

/** A service for the trigger whose documents and responses a test controls. */
export class TriggerService {
	/** In the order of the list, newest first. */
	documents: Document[] = [];

	/** Called before each response to a search. */
	instead?: Instead;

	/** The documents that a response shows, if they are not the present ones. */
	shown?: (asked: Asked) => Document[] | undefined;

	/** How long each response takes. */
	slowMs = 0;

	/** Whether the service never responds. */
	isSilent = false;

	credentials: CredentialStore;

	private made = 0;

	private constructor(
		private readonly behaviour: Behaviour,
		readonly service: SmallService,
	) {
		this.credentials = service.credential();
	}

	static async start(documents = 0, behaviour: Behaviour = {}): Promise<TriggerService> {
		const started: { service?: TriggerService } = {};
		const service = await smallService({
			answer: ({ body, count }, response) => {
				const { page, pageSize } = JSON.parse(body) as Record<string, unknown>;
				const first = behaviour.firstPage ?? 1;
				const { service } = started;
				passTime(service?.slowMs ?? 0);
				if (service?.isSilent) return undefined;
				const asked = { page: Number(page) - first, size: Number(pageSize), count };
				return service?.answer(asked, response);
			},
		});
		started.service = new TriggerService(behaviour, service);
		started.service.create(documents);
		return started.service;
	}

	/** Number of searches. */
	get asked(): number {
		return this.service.arrived.length;
	}

	/** New documents, the newest first in the list. @returns them, oldest first */
	create(count = 1, fields: Record<string, unknown> = {}): Document[] {
		const idOf = this.behaviour.idOf ?? ((index) => 1000 + 10 * index);
		const created = Array.from({ length: count }, () => {
			const index = this.made++;
			return { ...unpaid, id: idOf(index), accountingDocumentNo: `FV-${index}`, ...fields };
		});
		this.documents = [...[...created].reverse(), ...this.documents];
		return created;
	}

	/** @param place position in the list, 0 for the newest */
	at(place: number): Document {
		return this.documents[place];
	}

	change(place: number, fields: Record<string, unknown>): void {
		this.documents[place] = { ...this.documents[place], ...fields };
	}

	remove(place: number, count = 1): Document[] {
		return this.documents.splice(place, count);
	}

	private answer(asked: Asked, response: ServerResponse): unknown {
		const { instead } = this;
		const other = instead?.(asked);
		if (other instanceof Refusal) {
			json(response, other.status, other.body);
			return undefined;
		}
		if (other !== undefined) return other;
		const { ignoresPage, beyond = 'nothing' } = this.behaviour;
		const documents = this.shown?.(asked) ?? this.documents;
		const last = Math.max(0, Math.ceil(documents.length / this.sizeOf(asked)) - 1);
		if (ignoresPage) return this.page(documents, { ...asked, page: 0 });
		if (asked.page < 0) return this.page([], { ...asked, page: 0 });
		if (asked.page <= last || beyond === 'nothing') return this.page(documents, asked);
		if (beyond === 'last page') return this.page(documents, { ...asked, page: last });
		const status = beyond === 'refusal' ? 400 : 404;
		json(response, status, { code: 'page', message: 'There is no such page' });
		return undefined;
	}

	private page(documents: Document[], asked: Asked): unknown {
		const size = this.sizeOf(asked);
		const shown = documents.slice(asked.page * size, (asked.page + 1) * size);
		if (this.behaviour.counts === false) return shown;
		const pagesCount = Math.ceil(documents.length / size);
		return { accountingDocuments: shown, pagesCount, currentPage: asked.page + 1, pageSize: size };
	}

	private sizeOf({ size }: Asked): number {
		const { ownPageSize, largestPage = 100 } = this.behaviour;
		return ownPageSize ?? Math.min(size, largestPage);
	}
}

const unpaid = {
	type: 0,
	direction: 1,
	state: 'New',
	processingState: 0,
	total: 100,
	amountPaid: 0,
	payments: { paid: false },
	description: 'Chairs',
};
