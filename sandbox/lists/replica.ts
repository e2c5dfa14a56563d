/** A second copy of the documents that lags behind: it holds them as they were when it was last brought up to date. */
import type { SandboxOptions } from '../options';
import type { Store } from '../resources/accountingDocuments/store';
import { Pages } from './pages';
import { Queries } from './queries';

export type Readable = { store: Store; pages: Pages };

export function readable(store: Store, options: SandboxOptions): Readable {
	return { store, pages: new Pages(store, new Queries(store, options), options) };
}

export class Replica {
	private copy: Readable | undefined;

	constructor(
		private readonly current: Readable,
		private readonly options: SandboxOptions,
	) {}

	bringUpToDate(): void {
		this.copy = readable(this.current.store.frozen(), this.options);
	}

	/** What a request reads. */
	readBy({ isStale }: { isStale: boolean }): Readable {
		return (isStale ? this.copy : undefined) ?? this.current;
	}
}
