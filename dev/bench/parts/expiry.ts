import { targetOf, type BenchContext } from '../lib/context';
import type { Expiry } from '../lib/results';
import { SandboxProcess } from '../lib/sandbox';

const starters = [
	['node', 'default'],
	['node', 1],
	['node', 4],
	['httpRequest', 1],
	['helperLoop', 8],
] as const;

const firstLine = ({ message }: Error): string =>
	message.split('\n')[0].replace(/^(Error: )+/, 'fails: ');

/** The token ends twice while a list is read: every expiry should cost one exchange. */
export async function expiry(context: BenchContext): Promise<Expiry[]> {
	const found: Expiry[] = [];
	for (const [contestant, width] of starters) {
		const sandbox = await SandboxProcess.start({ documents: 4_000, 'latency-ms': 5 });
		try {
			const target = targetOf(context, sandbox);
			const pages = [12, 27];
			for (const page of pages) {
				await sandbox.addFault({ kind: 'expireToken', match: { path: 'list', page } });
			}
			const outcome = await context.engine.run({ kind: 'read', contestant, width, target }).then(
				({ documents }) => `${documents} documents`,
				(failure: Error) => firstLine(failure),
			);
			const { exchanges } = await sandbox.asked();
			// The first exchange of all belongs to no expiry.
			found.push({ contestant, width, expiries: pages.length, exchanges: exchanges - 1, outcome });
			context.say(`Token expiry: ${contestant} ${width}: ${exchanges - 1} exchanges, ${outcome}`);
		} finally {
			await sandbox.stop();
		}
	}
	return found;
}
