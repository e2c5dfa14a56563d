/** Number of concurrent requests at the start. */
const initialWidth = 2;

/** Increase per good response. The width triples once all pending requests have completed. */
const growth = 2;

/**
 * The number of concurrent requests. It starts low and grows by two per good response, up to the maximum. If the service
 * refuses or fails, it is halved, once for all pending requests. After that it grows by one for every two good responses
 * per concurrent request.
 */
export class AdaptiveWidth {
	private width: number;

	private hadTrouble = false;

	private goodAnswers = 0;

	/** Number of the latest request at the last halving. Earlier requests do not halve the width again. */
	private halvedAt = 0;

	/** Requests are numbered, because several may start in the same millisecond. */
	private begun = 0;

	constructor(private readonly maximum: number) {
		this.width = Math.min(initialWidth, maximum);
	}

	get current(): number {
		return this.width;
	}

	/** Call this before each request, and the callbacks with its outcome. */
	begin(): { onTrouble: () => void; onAnswer: () => void } {
		const number = ++this.begun;
		let isTroubled = false;
		return {
			onTrouble: () => {
				isTroubled = true;
				this.halve(number);
			},
			onAnswer: () => {
				if (!isTroubled) this.onAnswer();
			},
		};
	}

	private onAnswer(): void {
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

/** @param onArrived lets the next task start while this one parses its response */
export type Task<T> = (onArrived: () => void) => Promise<T>;

/**
 * Runs tasks ahead of the consumer and yields their results in the order of the tasks, with at most `width` tasks
 * waiting for a response. No task starts after the consumer leaves the loop.
 * @param next returns the next task, or undefined if there is none at the moment
 * @throws the error of a task, when its turn comes
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
		// A failure is thrown when its turn comes. Until then it must not count as unhandled.
		promise.then(go, () => (open = false));
	};
	const fill = () => {
		// A task may call onArrived synchronously, while it is being started.
		if (filling) return;
		filling = true;
		// While one response is slow, others may start, but only a limited number may pile up behind it.
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
