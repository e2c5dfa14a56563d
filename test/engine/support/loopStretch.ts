import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Since Node 23.9. */
type ThreadCpuUsage = () => { user: number; system: number };
const { threadCpuUsage } = process as { threadCpuUsage?: ThreadCpuUsage };

const everyMs = 5;

/**
 * The longest time for which the event loop did nothing else: by the clock, and by the processor time of
 * the thread, which a machine that is busy with other things does not lengthen.
 */
export class LoopStretch {
	private readonly delay = monitorEventLoopDelay({ resolution: everyMs });

	private longestCpuMs = 0;

	private readonly timer: NodeJS.Timeout;

	constructor() {
		this.delay.enable();
		let before = cpuMs();
		this.timer = setInterval(() => {
			const now = cpuMs();
			this.longestCpuMs = Math.max(this.longestCpuMs, now - before);
			before = now;
		}, everyMs);
	}

	/** Ends the measuring. */
	text(): string {
		this.delay.disable();
		clearInterval(this.timer);
		const byClock = `${Math.round(this.delay.max / 1e6)} ms`;
		const byProcessor = `, ${Math.round(this.longestCpuMs)} ms of processor time`;
		return threadCpuUsage ? byClock + byProcessor : byClock;
	}
}

function cpuMs(): number {
	if (!threadCpuUsage) return 0;
	const { user, system } = threadCpuUsage();
	return (user + system) / 1000;
}
