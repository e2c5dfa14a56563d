/** The requests to the sandbox and their results. Contains no secret and no token: they are removed on entry. */

export type JournalEntry = {
	/** Counts from 1; rises in the order in which requests arrived. */
	number: number;
	/** Milliseconds since 1970. */
	arrivedAtMs: number;
	method: string;
	path: string;
	query: unknown;
	/** The JSON body, with integers beyond 2^53 as bigints. Null if there was none, or an unreadable one. */
	body: unknown;
	/** The text of a write's body, with every digit. */
	rawBody?: string;
	/** For a request that changes something: whether it did, even without a response. */
	committed?: boolean;
	/** Number of the request's token, in order of issue; absent for no token or an unknown one. */
	tokenId?: number;
	/** The application that the token was issued to. */
	appId?: string;
	/** Absent before the response, or if there never was a status. */
	status?: number;
	/** Kind of the fault that changed the response. */
	fault?: string;
	/** The connection ended before the response was complete. */
	isAborted?: true;
	/** Requests in progress when this one arrived, including itself. */
	inFlight: number;
};

export type JournalReport = {
	entries: JournalEntry[];
	counts: Record<string, number>;
	mostInFlight: number;
};

/** A long export must not fill the memory: older entries are dropped, the counts stay correct. */
const MOST_ENTRIES = 20_000;
const STRUCK_OUT = '***';

export class Journal {
	private entries: JournalEntry[] = [];
	private counts: Record<string, number> = {};
	private mostInFlight = 0;
	private inFlight = 0;
	private arrived = 0;
	private readonly secrets = new Set<string>();
	/** The length of the shortest secret: most texts are shorter, and there are thousands of tokens. */
	private shortest = Infinity;

	/** Text that must never be in an entry. */
	addSecret(secret: string): void {
		this.secrets.add(secret);
		this.shortest = Math.min(this.shortest, secret.length);
	}

	/** `countedAs` is the operation's path pattern, so that permalinks count together. */
	open(method: string, path: string, query: unknown, countedAs: string): JournalEntry {
		this.inFlight++;
		this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
		const count = `${method} ${countedAs}`;
		this.counts[count] = (this.counts[count] ?? 0) + 1;
		const entry: JournalEntry = {
			number: ++this.arrived,
			arrivedAtMs: Date.now(),
			method,
			path: this.strike(path),
			query: this.strikeAll(query),
			body: null,
			inFlight: this.inFlight,
		};
		this.entries.push(entry);
		if (this.entries.length > MOST_ENTRIES * 1.1) this.entries = this.entries.slice(-MOST_ENTRIES);
		return entry;
	}

	/** Records the body of a request. */
	receive(entry: JournalEntry, body: unknown, rawBody?: string): void {
		entry.body = this.strikeAll(body ?? null);
		if (rawBody !== undefined) entry.rawBody = this.strike(rawBody);
	}

	close(entry: JournalEntry, isComplete: boolean): void {
		this.inFlight--;
		if (!isComplete) entry.isAborted = true;
	}

	report(): JournalReport {
		return {
			entries: structuredClone(this.entries),
			counts: { ...this.counts },
			mostInFlight: this.mostInFlight,
		};
	}

	clear(): void {
		this.entries = [];
		this.counts = {};
		this.mostInFlight = this.inFlight;
	}

	private strike(text: string): string {
		if (text.length < this.shortest) return text;
		let struck = text;
		for (const secret of this.secrets) struck = struck.replaceAll(secret, STRUCK_OUT);
		return struck;
	}

	private strikeAll(value: unknown): unknown {
		if (typeof value === 'string') return this.strike(value);
		if (Array.isArray(value)) return value.map((member) => this.strikeAll(member));
		if (typeof value !== 'object' || value === null) return value;
		const isSecret = (name: string): boolean => /secret|token|password|authorization/i.test(name);
		return Object.fromEntries(
			Object.entries(value).map(([name, member]) => [
				this.strike(name),
				isSecret(name) ? STRUCK_OUT : this.strikeAll(member),
			]),
		);
	}
}
