/** Numbered progress lines with the time that each step took. */
export class Steps {
	private number = 0;

	constructor(private readonly total: number) {}

	/** For `detail` inside a step, and for `summary(result)` at its end. */
	async step<T>(
		title: string,
		work: (detail: (line: string) => void) => Promise<T>,
		summary: (result: T) => string = () => '',
	): Promise<T> {
		const start = Date.now();
		const label = `[${++this.number}/${this.total}] ${title}`;
		console.log(label);
		const result = await work((line) => console.log(`      ${line}`));
		const seconds = ((Date.now() - start) / 1000).toFixed(1);
		const text = summary(result);
		console.log(`      done in ${seconds} s${text ? `: ${text}` : ''}`);
		return result;
	}
}
