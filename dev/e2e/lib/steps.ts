import path from 'node:path';

import { pack } from '../../release/pack';
import { ensureN8n } from './install';
import { cacheFolder } from './paths';

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

	/** The first two steps of each demo. */
	async packageAndN8n() {
		const tarball = await this.step(
			'Building and packing the package',
			async () => await pack(cacheFolder),
			({ file, contents }) => `${path.basename(file)}, ${contents.length} files`,
		);
		const installation = await this.step(
			'Bringing n8n',
			ensureN8n,
			({ version }) => `n8n ${version}`,
		);
		return { tarball, installation };
	}
}
