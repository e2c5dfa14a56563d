/** The services that n8n's queue mode needs, until this process stops them. */
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';

import { foreignEnvironment, lastLines, run, runOrFail } from './command';
import { freePort } from './ports';
import { startServer, type Server } from './server';
import { waitFor } from './wait';

const startTimeoutMs = 60_000;

/** Debian installs PostgreSQL's commands here, by version, outside of PATH. */
const debianFolder = '/usr/lib/postgresql';

/** The programs, by the name of their Debian package. */
export type ServiceName = 'redis-server' | 'postgresql';

interface Programs {
	redis: string;
	/** The folder of `initdb` and `postgres`. */
	postgres: string;
}

/** @throws Error with the command that installs missing ones */
function findPrograms(names: readonly ServiceName[]): Programs {
	const folders = (process.env.PATH ?? '').split(path.delimiter);
	const versions = existsSync(debianFolder) ? readdirSync(debianFolder).map(Number) : [];
	const newest = versions.filter(Number.isFinite).sort((a, b) => b - a);
	const postgresFolders = [
		...newest.map((version) => path.join(debianFolder, String(version), 'bin')),
		...folders,
	];
	const redis = folders.find((folder) => existsSync(path.join(folder, 'redis-server')));
	const postgres = postgresFolders.find((folder) => existsSync(path.join(folder, 'initdb')));
	const found = { 'redis-server': redis, postgresql: postgres };
	const missing = names.filter((name) => found[name] === undefined);
	if (missing.length > 0) {
		const list = missing.join(' ');
		throw new Error(`Missing here: ${list}. Install it with\n  apt-get install -y ${list}`);
	}
	return { redis: path.join(redis ?? '', 'redis-server'), postgres: postgres ?? '' };
}

/** PostgreSQL refuses to run as root; then the user of its Debian package owns the data. */
async function otherUser(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const options = { cwd: '/', env: foreignEnvironment(), timeoutMs: startTimeoutMs };
	const [uid, gid] = await Promise.all(
		['-u', '-g'].map(async (flag) => {
			const { stdout } = await runOrFail(
				'Looking for the user postgres',
				'id',
				[flag, 'postgres'],
				options,
			);
			return Number(stdout);
		}),
	);
	return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

/** Redis and PostgreSQL on free ports of the loopback interface, with their data in a temporary folder. */
export class QueueServices {
	private readonly servers: Server[] = [];

	private constructor(
		private readonly folder: string,
		private readonly ports: { redis: number; postgres: number },
	) {
		process.once('exit', this.removeFolder);
	}

	/** @throws Error if one of them is not installed or does not start */
	static async start(
		names: readonly ServiceName[] = ['redis-server', 'postgresql'],
	): Promise<QueueServices> {
		const programs = findPrograms(names);
		const ports = { redis: await freePort(), postgres: await freePort() };
		const folder = mkdtempSync(path.join(os.tmpdir(), 'n8n-queue-'));
		const services = new QueueServices(folder, ports);
		try {
			await Promise.all([
				names.includes('redis-server') && services.startRedis(programs.redis),
				names.includes('postgresql') && services.startPostgres(programs.postgres),
			]);
			return services;
		} catch (error) {
			await services.stop();
			throw error;
		}
	}

	/** The variables for every n8n process. */
	get environment(): Record<string, string> {
		return {
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(this.ports.redis),
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(this.ports.postgres),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: 'n8n',
		};
	}

	/** The values of n8n's credential for PostgreSQL's own database. */
	get database(): Record<string, string | number> {
		const [host, database, user] = ['127.0.0.1', 'postgres', 'n8n'];
		return { host, port: this.ports.postgres, database, user, password: '', ssl: 'disable' };
	}

	/** The output of PostgreSQL's client for a query, without headings. */
	async query(sql: string): Promise<string> {
		const { host, port, database, user } = this.database;
		const to = ['-h', String(host), '-p', String(port), '-U', String(user), '-d', String(database)];
		const options = { cwd: this.folder, env: foreignEnvironment(), timeoutMs: startTimeoutMs };
		return (await runOrFail('psql', 'psql', [...to, '-At', '-c', sql], options)).stdout.trim();
	}

	private async startRedis(redis: string): Promise<void> {
		const { folder } = this;
		const flags = { port: this.ports.redis, bind: '127.0.0.1', save: '', appendonly: 'no' };
		const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
		const logFile = path.join(folder, 'redis.log');
		const server = startServer(redis, args, { cwd: folder, env: foreignEnvironment(), logFile });
		this.servers.push(server);
		await waitFor('Redis', startTimeoutMs, async () => {
			refuseEnded(server);
			return await listens(this.ports.redis);
		});
	}

	private async startPostgres(programs: string): Promise<void> {
		const { folder } = this;
		const data = path.join(folder, 'postgres');
		mkdirSync(data, { mode: 0o700 });
		const user = await otherUser();
		if (user) [folder, data].forEach((owned) => chownSync(owned, user.uid, user.gid));
		const env = foreignEnvironment();
		// It replaces itself with the command, so that the process keeps its ID.
		const as = (program: string, ...args: string[]): [string, string[]] => {
			const file = path.join(programs, program);
			if (!user) return [file, args];
			const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
			return ['setpriv', [...ids, file, ...args]];
		};
		const made = await run(
			...as('initdb', '-D', data, '-U', 'n8n', '-A', 'trust', '-E', 'UTF8', '--no-sync'),
			{ cwd: folder, env, timeoutMs: startTimeoutMs },
		);
		if (made.code !== 0) throw new Error(`initdb failed:\n${lastLines(made.stderr)}`);
		const settings = [
			'listen_addresses=127.0.0.1',
			`port=${this.ports.postgres}`,
			'unix_socket_directories=',
			// The data is not needed after this run.
			'fsync=off',
		].flatMap((setting) => ['-c', setting]);
		const options = { cwd: folder, env, logFile: path.join(folder, 'postgres.log') };
		// SIGTERM would wait for every client.
		const server = startServer(...as('postgres', '-D', data, ...settings), {
			...options,
			stopSignal: 'SIGINT',
		});
		this.servers.push(server);
		const question = as('pg_isready', '-q', '-h', '127.0.0.1', '-p', String(this.ports.postgres));
		await waitFor('PostgreSQL', startTimeoutMs, async () => {
			refuseEnded(server);
			const { code } = await run(...question, { cwd: folder, env, timeoutMs: startTimeoutMs });
			return code === 0 ? true : undefined;
		});
	}

	async stop(): Promise<void> {
		await Promise.all(this.servers.map(async (server) => await server.stop()));
		process.off('exit', this.removeFolder);
		this.removeFolder();
	}

	private readonly removeFolder = (): void => {
		rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
	};
}

function refuseEnded(server: Server): void {
	const code = server.exitCode();
	if (code !== null) throw new Error(`It ended with code ${code}.`);
}

async function listens(port: number): Promise<true | undefined> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1');
		const end = (answer: true | undefined) => {
			socket.destroy();
			resolve(answer);
		};
		socket.once('connect', () => end(true));
		socket.once('error', () => end(undefined));
	});
}
