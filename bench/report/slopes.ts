import type { Growth, Hostile } from '../lib/results';

export const perMegabyte = ({ ms, megabytes }: Hostile['runs'][number]): number => ms / megabytes;

/** How many times as long a megabyte takes at the largest size as at the smallest; 1 where time grows as size does. */
export function growthOf({ runs }: Hostile): number {
	const [first, last] = [runs.at(0), runs.at(-1)];
	return first && last ? perMegabyte(last) / perMegabyte(first) : 1;
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
