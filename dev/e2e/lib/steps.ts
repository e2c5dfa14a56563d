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

	/**
	 * The first step of each demo. n8n's installation mostly downloads, so the package is built meanwhile.
	 * @throws Error of the first that failed, after both have ended
	 */
	async packageAndN8n() {
		return await this.step(
			'Building and packing the package, and bringing n8n',
			async (detail) => {
				const both = [pack(cacheFolder), ensureN8n(detail)] as const;
				await Promise.allSettled(both);
				const [tarball, installation] = await Promise.all(both);
				return { tarball, installation };
			},
			({ tarball: { file, contents }, installation: { version } }) =>
				`${path.basename(file)} with ${contents.length} files, n8n ${version}`,
		);
	}
}
