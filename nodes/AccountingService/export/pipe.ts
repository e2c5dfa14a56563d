/** Chunks on their way from who makes them to who stores them; no more than a few wait. */
export class Pipe {
	private readonly waiting: Buffer[] = [];

	private ended = false;

	private failure?: { reason: unknown };

	private wake = () => {};

	private woken = new Promise<void>((resolve) => (this.wake = resolve));

	/** Waits while the other side is behind. @throws what the other side has failed with */
	async push(chunk: Buffer): Promise<void> {
		this.waiting.push(chunk);
		this.change();
		while (this.waiting.length > 4 && !this.failure) await this.woken;
		if (this.failure) throw this.failure.reason;
	}

	end(): void {
		this.ended = true;
		this.change();
	}

	/** Either side: the other one fails as well. */
	fail(reason: unknown): void {
		this.failure ??= { reason };
		this.change();
	}

	async *chunks(): AsyncGenerator<Buffer> {
		for (;;) {
			if (this.failure) throw this.failure.reason;
			const chunk = this.waiting.shift();
			if (chunk) {
				this.change();
				yield chunk;
			} else if (this.ended) return;
			else await this.woken;
		}
	}

	private change(): void {
		this.wake();
		this.woken = new Promise((resolve) => (this.wake = resolve));
	}
}
