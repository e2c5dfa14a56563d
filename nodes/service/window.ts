import type { ServiceError } from './errors';

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

/**
 * Runs tasks ahead of the consumer, never more than the window's width at once, and hands out their
 * results in the order of the tasks. Leaving the loop early starts nothing further.
 * @param next the next task, or undefined when there is none at the moment it is asked
 * @throws whatever a task throws, at the place of that task in the order
 */
export async function* inOrder<T>(
	width: AdaptiveWidth,
	next: () => (() => Promise<T>) | undefined,
): AsyncGenerator<T> {
	const started: Array<Promise<T>> = [];
	let underWay = 0;
	let open = true;
	const fill = () => {
		// One slow answer must not leave the window idle, nor pile up many others behind it.
		while (open && underWay < width.current && started.length < 2 * width.current) {
			const task = next();
			if (!task) return;
			underWay++;
			const promise = task();
			started.push(promise);
			promise.then(
				() => {
					underWay--;
					fill();
				},
				// A failure is thrown at its turn; until then it must not count as unhandled.
				() => (open = false),
			);
		}
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
