import type { ServiceError } from '../client/errors';

/**
 * How many requests may be under way at once. Halves when the service asks for fewer requests (429)
 * or has trouble twice in a row, and widens by one after a run of answers without trouble.
 */
export class AdaptiveWidth {
	private width: number;

	private calmAnswers = 0;

	private troublesInARow = 0;

	constructor(private readonly maximum: number) {
		this.width = maximum;
	}

	get current(): number {
		return this.width;
	}

	onAnswer(): void {
		this.troublesInARow = 0;
		this.calmAnswers++;
		if (this.calmAnswers >= this.width * 4 && this.width < this.maximum) {
			this.width++;
			this.calmAnswers = 0;
		}
	}

	onTrouble(failure: ServiceError): void {
		this.calmAnswers = 0;
		this.troublesInARow++;
		const overloaded = failure.kind === 'rateLimited' || this.troublesInARow >= 2;
		if (overloaded) this.width = Math.max(1, Math.floor(this.width / 2));
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
