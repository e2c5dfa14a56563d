import type { Contest, Entry } from '../lib/results';
import { spread } from '../lib/statistics';
import { nameOf, seconds } from './names';

const width = 860;
const left = 250;
const barsWidth = 500;
const barHeight = 18;
const barGap = 6;
const panelHead = 46;

const colours: Record<Entry['contestant'], string> = {
	node: '#1a7f64',
	httpRequest: '#b4532a',
	declarative: '#c98a3d',
	helperLoop: '#7d8795',
	undiciLoop: '#aeb6c0',
};

/** One panel for each latency: a bar for each contestant's median, a thin line for its spread. */
export function plot(contests: Contest[]): string {
	const panels: string[] = [];
	let top = 44;
	for (const contest of contests) {
		panels.push(panel(contest, top));
		top += panelHead + contest.entries.length * (barHeight + barGap) + 14;
	}
	const title = `Seconds to read ${contests[0].documents.toLocaleString('en')} documents (shorter is better)`;
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" width="${width}" height="${top}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="13">
<rect width="${width}" height="${top}" fill="#ffffff"/>
<text x="20" y="28" font-size="16" font-weight="600" fill="#1f2328">${title}</text>
${panels.join('\n')}
</svg>
`;
}

function panel({ entries, latencyMs }: Contest, top: number): string {
	const longest = Math.max(...entries.map(({ ms }) => spread(ms).high));
	const x = (ms: number) => left + (ms / longest) * barsWidth;
	const head = latencyMs === 0 ? 'No latency' : `${latencyMs} ms for each answer`;
	const bars = entries.map((entry, index) => {
		const { median, low, high } = spread(entry.ms);
		const y = top + panelHead - 14 + index * (barHeight + barGap);
		const middle = y + barHeight / 2;
		const weight = entry.contestant === 'node' ? ' font-weight="600"' : '';
		return `<text x="${left - 10}" y="${middle + 4}" text-anchor="end" fill="#1f2328"${weight}>${nameOf(entry)}</text>
<rect x="${left}" y="${y}" width="${(x(median) - left).toFixed(1)}" height="${barHeight}" rx="2" fill="${colours[entry.contestant]}"/>
<line x1="${x(low).toFixed(1)}" x2="${x(high).toFixed(1)}" y1="${middle}" y2="${middle}" stroke="#1f2328" stroke-width="1.5"/>
<text x="${(x(high) + 8).toFixed(1)}" y="${middle + 4}" fill="#1f2328"${weight}>${seconds(median)}</text>`;
	});
	return `<text x="20" y="${top + 20}" font-weight="600" fill="#1f2328">${head}</text>
${bars.join('\n')}`;
}
