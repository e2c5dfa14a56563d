import {
	closeSync,
	fstatSync,
	mkdtempSync,
	openSync,
	readFileSync,
	readSync,
	rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';

const lookEveryMs = 500;

type OnLine = (line: string) => void;

/**
 * The output of a command in two files. A pipe loses the end: if a command calls process.exit, as n8n and npm do, Node.js
 * drops what nobody has read yet. Writes to a file are synchronous.
 */
export class OutputFiles {
	private readonly folder = mkdtempSync(path.join(tmpdir(), 'output-'));

	/** Standard output, standard error. */
	private readonly names = ['stdout', 'stderr'].map((name) => path.join(this.folder, name));

	readonly descriptors = this.names.map((name) => openSync(name, 'a+'));

	private readonly lines: LineReader[];

	private readonly timer: NodeJS.Timeout;

	constructor(onLine?: OnLine) {
		this.lines = onLine ? this.descriptors.map((file) => new LineReader(file, onLine)) : [];
		this.timer = setInterval(() => this.passLines(), lookEveryMs).unref();
	}

	/** The complete output; call it after the command has ended. */
	read(): { stdout: string; stderr: string } {
		this.passLines();
		const [stdout = '', stderr = ''] = this.names.map((name) => readFileSync(name, 'utf8'));
		return { stdout, stderr };
	}

	remove(): void {
		clearInterval(this.timer);
		this.descriptors.forEach((file) => closeSync(file));
		rmSync(this.folder, { recursive: true, force: true });
	}

	private passLines(): void {
		for (const reader of this.lines) reader.passNew();
	}
}

/** Follows a file that another process appends to. */
class LineReader {
	private position = 0;

	private rest = '';

	private readonly decoder = new StringDecoder('utf8');

	constructor(
		private readonly file: number,
		private readonly onLine: OnLine,
	) {}

	/** Passes on the complete lines since the last call. */
	passNew(): void {
		const bytes = Buffer.alloc(fstatSync(this.file).size - this.position);
		const length = readSync(this.file, bytes, 0, bytes.length, this.position);
		this.position += length;
		const lines = (this.rest + this.decoder.write(bytes.subarray(0, length))).split('\n');
		this.rest = lines.pop() ?? '';
		lines.forEach(this.onLine);
	}
}
