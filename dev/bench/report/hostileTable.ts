import type { Hostile } from '../lib/results';
import { section, table } from './markdown';
import { perMegabyte } from './slopes';

const readerNames = {
	helperLoop: 'Bare helper loop',
	node: 'Get Many',
	csv: 'CSV',
	ndjson: 'NDJSON',
	xlsx: 'XLSX',
};

/** Milliseconds of a megabyte from the smallest to the largest size. */
export function hostileTable(hostile: Hostile[]): string {
	const shapes = ['one text', 'many texts'] as const;
	const readers = Object.keys(readerNames) as Hostile['reader'][];
	const texts = [...new Set(hostile.map(({ text }) => text))];
	const tables = shapes.map((shape) => {
		const rows = texts.map((text) => [
			text,
			...readers.map((reader) => {
				const found = hostile.find(
					(one) => one.shape === shape && one.reader === reader && one.text === text,
				);
				return found ? found.runs.map((run) => perMegabyte(run).toFixed(1)).join(' → ') : '';
			}),
		]);
		return table([shapeNames(hostile)[shape], ...readers.map((one) => readerNames[one])], rows);
	});
	return section('Hostile text: milliseconds of a megabyte that came, at growing sizes', ...tables);
}

function shapeNames(hostile: Hostile[]): Record<Hostile['shape'], string> {
	const sizesOf = (shape: Hostile['shape']) =>
		hostile
			.find((one) => one.shape === shape)
			?.runs.map(({ megabytes }) => megabytes.toFixed(0))
			.join(', ') ?? '';
	return {
		'one text': `One description; answers of ${sizesOf('one text')} MB`,
		'many texts': `Many descriptions; answers of ${sizesOf('many texts')} MB`,
	};
}
