import type { ServiceRecord } from '../../shared/client/envelope';
import { idOf } from '../../shared/lists/ids';
import { differencesOf } from '../document/documentDifferences';
import type { Draft } from '../document/drafts';
import type { Since, KnownDocuments } from './knownDocuments';
import { hasKey } from './unique';
import { type OutcomeProbe, probeAgain, probeUntilListed } from './unknownOutcome';

export const creating = 'creating an accounting document';

/**
 * Looks for a document after a creation whose response was lost, instead of sending it again. Others may create documents at
 * the same time, so it must be known to be new and have all values that were sent, including lines and amounts.
 */
export class LostDocument implements OutcomeProbe<ServiceRecord> {
	/** Documents that may be the created one. With a key, the service may have changed other values. */
	private similar: ServiceRecord[] = [];

	/** First pages that could be read and showed no such document. */
	private vainProbes = 0;

	readonly limits = probeUntilListed;

	constructor(
		private readonly draft: Draft,
		private readonly known: KnownDocuments,
	) {}

	/** The first of them, by ID. */
	get candidates(): string {
		return this.similar.slice(0, 10).map(idOf).join(', ');
	}

	async search(): Promise<ServiceRecord | undefined> {
		return await probeAgain(this.draft.call, creating, this.probe, this.limits);
	}

	readonly probe = async () => this.findIn(await this.known.createdSince(this.draft.call.client));

	readonly probeFirstPage = async () => {
		const since = await this.known.createdSinceOnFirstPage(this.draft.call.client);
		const found = this.findIn(since);
		if (since && this.similar.length === 0) this.vainProbes++;
		return found;
	};

	/** Without a key, a repeated item would be sent unseen. */
	provesNothingDone(): boolean {
		return this.draft.unique !== undefined && this.vainProbes > 1;
	}

	private findIn({ created, unclear }: Since = { created: [], unclear: [] }) {
		const { body, unique } = this.draft;
		const fits = (record: ServiceRecord) => differencesOf(body, record).length === 0;
		this.similar = [...created, ...unclear].filter((record) =>
			unique ? hasKey(record, unique, body) : fits(record),
		);
		const [one, ...others] = this.similar.filter(fits);
		return others.length === 0 && created.includes(one) ? one : undefined;
	}

	explainFound(found: ServiceRecord): string {
		return `The document was created once, with the ID ${idOf(found)}.`;
	}

	explainDoubt(): string {
		const { candidates } = this;
		return candidates && `It may be one of the documents ${candidates}.`;
	}
}
