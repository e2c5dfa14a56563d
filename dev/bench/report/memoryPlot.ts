import { linePlot } from '../../e2e/lib/linePlot';
import type { MemoryCurve } from '../lib/results';
import { number } from './names';

/** Megabytes of n8n by the second, a line for each format. */
export function memoryPlot(all: MemoryCurve[]): string {
	const curves = all.filter(({ semiSpaceMegabytes }) => semiSpaceMegabytes === undefined);
	const [{ documents, heapMegabytes }] = curves;
	const last = Math.max(...curves.map(({ curve }) => curve.at(-1)?.[0] ?? 0));
	const lines = curves.map(({ idleMegabytes, curve }) => [[0, idleMegabytes] as const, ...curve]);
	const title = `Memory of n8n with a heap of ${heapMegabytes} MB while it exports ${number(documents)} documents, MB`;
	return linePlot({
		label: title,
		names: curves.map(({ format }) => format.toUpperCase()),
		panels: [{ title, lines }],
		ends: ['0 s', `${last.toFixed(0)} s`],
	});
}
