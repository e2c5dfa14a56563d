/** Line charts with a common horizontal axis, one below the other, in the colors of the reader's theme. */
interface LinePlot {
	/** Text for screen readers. */
	label: string;
	/** One name for each line; every panel has its lines in this order. */
	names: string[];
	panels: Panel[];
	/** Below the left and the right end of the last panel. */
	ends: [string, string];
}

interface Panel {
	title: string;
	lines: Array<Array<readonly [x: number, y: number]>>;
}

const width = 860;
const [left, right, top, panelHeight, gap] = [70, 20, 70, 150, 56];
const colours = ['#1a7f64', '#b4532a', '#4a6fb5', '#c98a3d', '#8a5fb0'];

/** @returns SVG */
export function linePlot({ label, names, panels, ends }: LinePlot): string {
	const height = top + panels.length * (panelHeight + gap);
	const legend = names.map((name, at) => {
		const x = 20 + (at % 2) * 420;
		const y = 24 + Math.floor(at / 2) * 20;
		return `<rect x="${x}" y="${y - 9}" width="18" height="4" fill="${colours[at]}"/><text x="${x + 26}" y="${y - 3}">${name}</text>`;
	});
	const foot = [
		`<text x="${left}" y="${height - 24}">${ends[0]}</text>`,
		`<text x="${width - right}" y="${height - 24}" text-anchor="end">${ends[1]}</text>`,
	];
	const drawn = panels.map((panel, at) => panelOf(panel, top + at * (panelHeight + gap)));
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}" font-family="system-ui, sans-serif" font-size="13">
<style>
svg { --paper: #ffffff; --ink: #1f2328; --rule: #d8dee4 }
@media (prefers-color-scheme: dark) { svg { --paper: #0d1117; --ink: #e6edf3; --rule: #30363d } }
text { fill: var(--ink) } .paper { fill: var(--paper) } .rule { stroke: var(--rule) }
</style>
<rect class="paper" width="${width}" height="${height}"/>
${[...legend, ...drawn, ...foot].join('\n')}
</svg>
`;
}

function panelOf({ title, lines }: Panel, from: number): string {
	const furthest = Math.max(...lines.map((line) => line.at(-1)?.[0] ?? 0), 1);
	const most = Math.max(...lines.flat().map(([, found]) => found), 1);
	const step = stepOf(most);
	const highest = Math.ceil(most / step) * step;
	const x = (at: number) => (left + (at / furthest) * (width - left - right)).toFixed(1);
	const y = (found: number) => (from + panelHeight - (found / highest) * panelHeight).toFixed(1);
	const rules = Array.from({ length: Math.round(highest / step) + 1 }, (_, at) => at * step).map(
		(found) =>
			`<line class="rule" x1="${left}" x2="${width - right}" y1="${y(found)}" y2="${y(found)}"/><text x="${left - 8}" y="${Number(y(found)) + 4}" text-anchor="end">${found.toLocaleString('en')}</text>`,
	);
	const drawn = lines.map((line, at) => {
		const points = line.map(([each, found]) => `${x(each)},${y(found)}`).join(' ');
		return `<polyline points="${points}" fill="none" stroke="${colours[at]}" stroke-width="1.5"/>`;
	});
	return `<text x="20" y="${from - 14}" font-weight="600">${title}</text>\n${[...rules, ...drawn].join('\n')}`;
}

/** A round distance between grid lines, for three to six of them. */
function stepOf(most: number): number {
	const power = 10 ** Math.floor(Math.log10(most / 3));
	return [1, 2, 5, 10].map((factor) => factor * power).find((step) => most / step <= 6) ?? power;
}
