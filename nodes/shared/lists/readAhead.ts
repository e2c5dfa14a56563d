/** A reading begins with this many requests at once. */
const first = 2;

/** So many more for each good answer: three times as many once all that were under way have come. */
const growth = 2;

/** An answer is slow that takes this much longer than the fastest one, times and milliseconds. */
const slow = { times: 3, ms: 100 };

/**
 * How many requests may be under way at once: few at first, two more for each good answer, up to the
 * maximum. Half as many, once for all that are under way, when the service refuses, fails or gets slow;
 * from then on one more only after every one of them was answered well twice.
 */
export class AdaptiveWidth {
	private width: number;

	private hadTrouble = false;

	private goodAnswers = 0;

	private fastestMs = Number.POSITIVE_INFINITY;

	/** When it was last halved; what was sent before says nothing of the new width. */
	private halvedAt = 0;

	/** Counts requests, since several begin in one millisecond. */
	private begun = 0;

	/** @param maximum 1 or more */
	constructor(private readonly maximum: number) {
		this.width = Math.min(first, maximum);
	}

	get current(): number {
		return this.width;
	}

	/** To be called when a request is sent; hears how it went. */
	begin(): { onTrouble: () => void; onAnswer: () => void } {
		const number = ++this.begun;
		const at = Date.now();
		let isTroubled = false;
		return {
			onTrouble: () => {
				isTroubled = true;
				this.halve(number);
			},
			onAnswer: () => {
				// With its waits and repetitions in it the time says nothing.
				if (!isTroubled) this.onAnswer(number, Date.now() - at);
			},
		};
	}

	private onAnswer(number: number, ms: number): void {
		this.fastestMs = Math.min(this.fastestMs, ms);
		if (ms > this.fastestMs * slow.times + slow.ms) {
			this.halve(number);
			return;
		}
		this.goodAnswers++;
		if (this.width >= this.maximum) return;
		if (this.hadTrouble && this.goodAnswers < 2 * this.width) return;
		this.width = Math.min(this.width + (this.hadTrouble ? 1 : growth), this.maximum);
		this.goodAnswers = 0;
	}

	private halve(number: number): void {
		if (number <= this.halvedAt) return;
		this.width = Math.max(1, Math.floor(this.width / 2));
		this.hadTrouble = true;
		this.goodAnswers = 0;
		this.halvedAt = this.begun;
	}
}

/** @param onArrived lets the next task begin while this one works on what came */
export type Task<T> = (onArrived: () => void) => Promise<T>;

/**
 * Runs tasks ahead of the consumer and hands out their results in the order of the tasks. Never more
 * than the window's width wait for an answer at once. Leaving the loop early starts nothing further.
 * @param next the next task, or undefined when there is none at the moment it is asked
 * @throws whatever a task throws, at the place of that task in the order
 */
export async function* inOrder<T>(
	width: AdaptiveWidth,
	next: () => Task<T> | undefined,
): AsyncGenerator<T> {
	const started: Array<Promise<T>> = [];
	let underWay = 0;
	let open = true;
	let filling = false;
	const start = (task: Task<T>) => {
		underWay++;
		let waiting = true;
		const go = () => {
			if (waiting) underWay--;
			waiting = false;
			fill();
		};
		const promise = task(go);
		started.push(promise);
		// A failure is thrown at its turn; until then it must not count as unhandled.
		promise.then(go, () => (open = false));
	};
	const fill = () => {
		// A task that has arrived at once calls this while it is being started.
		if (filling) return;
		filling = true;
		// One slow answer must not leave the window idle, nor pile up many others behind it.
		while (open && underWay < width.current && started.length < 2 * width.current) {
			const task = next();
			if (!task) break;
			start(task);
		}
		filling = false;
	};
	try {
		fill();
		for (let head = started.shift(); head; head = started.shift()) {
			const result = await head;
			fill();
			yield result;
			fill();
		}
	} finally {
		open = false;
	}
}
