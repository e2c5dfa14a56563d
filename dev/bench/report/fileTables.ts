import type { Changes, Exports, FileMeasure, Growth, MemoryCurve } from '../lib/results';
import { section, table } from './markdown';
import { number } from './names';
import { slopeOf } from './slopes';

const told = (value: number): string => `${value.toFixed(1)} s`;

const head = [
	'',
	'Time',
	'Documents a second',
	'Processor time',
	'File',
	'Memory above idle',
	'Saved execution',
];

const rowOf = (name: string, one: FileMeasure): string[] => [
	name,
	told(one.seconds),
	number(one.documents / one.seconds),
	one.cpuSeconds === undefined ? '' : told(one.cpuSeconds),
	`${number(one.megabytes)} MB`,
	`${one.growthMegabytes} MB above ${one.idleMegabytes} MB`,
	`${number(one.savedExecutionBytes)} bytes`,
];

export function exportTable({ measures, again, floorSeconds }: Exports): string {
	const rows = measures.map((one) => rowOf(`${one.format.toUpperCase()}, the first`, one));
	if (again) rows.push(rowOf(`${again.format.toUpperCase()}, after another export`, again));
	const count = number(measures[0]?.documents ?? 0);
	const ndjson = measures.find(({ format }) => format === 'ndjson');
	const speed = ndjson
		? ` (the node reaches ${(floorSeconds / ndjson.seconds).toFixed(2)} of its speed)`
		: '';
	const floor = `A bare undici loop of the same width writes the NDJSON file in ${told(floorSeconds)}${speed}.`;
	return section(`Export to File: ${count} documents in the running n8n`, table(head, rows), floor);
}

export function memoryTable(curves: MemoryCurve[]): string {
	const rows = curves.map(({ format, semiSpaceMegabytes, idleMegabytes, peakMegabytes }) => [
		`${format.toUpperCase()}${semiSpaceMegabytes ? `, --max-semi-space-size=${semiSpaceMegabytes}` : ''}`,
		`${idleMegabytes} MB`,
		`${peakMegabytes} MB`,
	]);
	const [{ documents, heapMegabytes }] = curves;
	return section(
		`Export to File: ${number(documents)} documents in an n8n with --max-old-space-size=${heapMegabytes}`,
		table(['The first export after a start', 'Idle', 'At most'], rows),
		'![Memory of n8n by the second](performance-memory.svg)',
	);
}

export function changesTable({ whole, changed, changes, manifestMegabytes }: Changes): string {
	const ratio = (changed.seconds / whole.seconds).toFixed(2);
	return section(
		`Export Changes: ${number(changes)} changes among ${number(whole.documents)} documents`,
		table(head, [rowOf('Export to File', whole), rowOf('Export Changes', changed)]),
		`Export Changes takes ${ratio} of the time. The manifest has ${manifestMegabytes.toFixed(1)} MB.`,
	);
}

const growthNames = { items: 'Get Many, items', file: 'Export to File, NDJSON' };

export function growthTable(growth: Growth[]): string {
	const sizes = [...new Set(growth.flatMap(({ points }) => points.map((one) => one.documents)))];
	const rows = growth.map((one) => [
		growthNames[one.what],
		...sizes.map((size) => {
			const point = one.points.find(({ documents }) => documents === size);
			return point ? told(point.ms / 1000) : '';
		}),
		slopeOf(one).toFixed(2),
	]);
	const columns = ['', ...sizes.map((size) => number(size)), 'Slope'];
	const picture =
		'![Seconds by the number of documents, both on logarithmic scales](performance-growth.svg)';
	return section('Growth: by the number of documents, no latency', picture, table(columns, rows));
}
