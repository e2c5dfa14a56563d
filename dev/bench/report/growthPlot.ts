import type { Growth } from '../lib/results';
import { number } from './names';
import { slopeOf } from './slopes';

const width = 860;
const height = 460;
const [left, right, top, bottom] = [90, 240, 60, 60];
const looks = {
	file: { colour: '#1a7f64', name: 'Export to File, NDJSON' },
	items: { colour: '#b4532a', name: 'Get Many, items' },
};

/** Time by the number of documents, both on logarithmic scales: a line that rises by 1 is time that grows as they do. */
export function growthPlot(growth: Growth[]): string {
	const all = growth.flatMap(({ points }) => points);
	const [xs, ys] = [all.map(({ documents }) => documents), all.map(({ ms }) => ms / 1000)];
	const x = scale(xs, left, width - right);
	const y = scale(ys, height - bottom, top);
	const grid = [
		...x.powers.map((value) => mark(x.at(value), height - bottom + 22, number(value), 'middle')),
		...y.powers.map((value) => mark(left - 12, y.at(value) + 4, `${value} s`, 'end')),
		...x.powers.map((value) => rule(x.at(value), top, x.at(value), height - bottom)),
		...y.powers.map((value) => rule(left, y.at(value), width - right, y.at(value))),
	];
	const lines = growth.map((one) => {
		const { colour, name } = looks[one.what];
		const points = one.points.map(
			({ documents, ms }) => `${x.at(documents).toFixed(1)},${y.at(ms / 1000).toFixed(1)}`,
		);
		const [endX = 0, endY = 0] = (points.at(-1) ?? '').split(',').map(Number);
		const dots = points.map((point) => {
			const [cx, cy] = point.split(',');
			return `<circle cx="${cx}" cy="${cy}" r="4" fill="${colour}"/>`;
		});
		return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>
${dots.join('\n')}
<text x="${endX + 12}" y="${endY - 2}" fill="${colour}" font-weight="600">${name}</text>
<text x="${endX + 12}" y="${endY + 15}" fill="${colour}">slope ${slopeOf(one).toFixed(2)}</text>`;
	});
	const title = 'Seconds by the number of documents, both scales logarithmic';
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="13">
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="20" y="28" font-size="16" font-weight="600" fill="#1f2328">${title}</text>
${[...grid, ...lines].join('\n')}
</svg>
`;
}

/** From the power of ten below the smallest value to the one above the largest. */
function scale(values: number[], from: number, to: number) {
	const low = Math.floor(Math.log10(Math.min(...values)));
	const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
	return {
		at: (value: number) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
		powers: Array.from({ length: high - low + 1 }, (_, step) => Number(`1e${low + step}`)),
	};
}

const mark = (x: number, y: number, text: string, anchor: string): string =>
	`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="#1f2328">${text}</text>`;

const rule = (x1: number, y1: number, x2: number, y2: number): string =>
	`<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="#d8dee4"/>`;
