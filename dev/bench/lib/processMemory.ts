import { readFileSync, readdirSync, writeFileSync } from 'node:fs';

/** The memory of another process, from Linux's own books. */
export class ProcessMemory {
	private constructor(private readonly pid: string) {}

	/** The n8n that serves a user folder. @throws Error where there is none, or no /proc */
	static ofN8n(userFolder: string): ProcessMemory {
		const pid = readdirSync('/proc').find(
			(name) =>
				/^\d+$/.test(name) &&
				readProc(name, 'cmdline').includes('n8n\0start') &&
				readProc(name, 'environ').split('\0').includes(`N8N_USER_FOLDER=${userFolder}`),
		);
		if (pid === undefined) throw new Error(`No n8n serves ${userFolder}`);
		return new ProcessMemory(pid);
	}

	/** Resident now, in MB. */
	now(): number {
		return this.read('VmRSS');
	}

	/** Lets {@link peak} begin anew. */
	forgetPeak(): void {
		writeFileSync(`/proc/${this.pid}/clear_refs`, '5');
	}

	/** The most that was resident since the last {@link forgetPeak}, in MB. */
	peak(): number {
		return this.read('VmHWM');
	}

	private read(name: string): number {
		const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
		const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
		if (kilobytes === undefined) throw new Error(`Linux does not tell ${name}`);
		return Math.round(Number(kilobytes) / 1024);
	}
}

/** Empty for a process that has ended or is another user's. */
function readProc(pid: string, file: string): string {
	try {
		return readFileSync(`/proc/${pid}/${file}`, 'utf8');
	} catch {
		return '';
	}
}
