import type { Growth, Hostile } from '../lib/results';

export const perMegabyte = ({ ms, megabytes }: Hostile['runs'][number]): number => ms / megabytes;

/** Milliseconds of a megabyte at the largest size, where what an execution costs in any case no longer counts. */
export const perMegabyteAtMost = ({ runs }: Hostile): number => {
	const last = runs.at(-1);
	return last ? perMegabyte(last) : 0;
};

/** The time of a megabyte at the largest size, of that at half of it: 1 where time grows as size does, 2 where by its square. */
export function growthOf({ runs }: Hostile): number {
	const [half, whole] = runs.slice(-2);
	return half && whole ? perMegabyte(whole) / perMegabyte(half) : 1;
}

/** The exponent of the line through the points on logarithmic scales, by least squares; 1 where time grows as size does. */
export function slopeOf({ points }: Growth): number {
	const logs = points.map(({ documents, ms }) => [Math.log(documents), Math.log(ms)] as const);
	const mean = (axis: 0 | 1) => logs.reduce((sum, point) => sum + point[axis], 0) / logs.length;
	const [meanX, meanY] = [mean(0), mean(1)];
	const rise = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
	const run = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
	return rise / run;
}
