import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { foreignEnvironment, runOrFail } from '../../e2e/lib/command';
import { packageName } from '../../e2e/lib/flow';
import type { N8nInstallation } from '../../e2e/lib/install';
import { N8nInstance, type RestartedN8n } from '../../e2e/lib/n8n';
import { newOwner, type RestSession } from '../../e2e/lib/rest';
import { waitFor } from '../../e2e/lib/wait';
import type { Version, Versions } from './versions';

const timeoutMs = 3 * 60_000;
const signInTimeoutMs = 30_000;

/** A way to install the package, and an n8n that keeps its data. */
export abstract class Way implements RestartedN8n {
	/** Whether n8n lists the package under Settings → Community nodes. */
	abstract readonly isListed: boolean;

	protected n8n?: N8nInstance;
	protected userFolder?: string;
	private current?: RestSession;
	private hasOwner = false;
	private readonly owner = newOwner();

	constructor(protected readonly installation: N8nInstallation) {}

	/** Installs this version; removes the package if there is none. */
	abstract put(version: Version | undefined): Promise<void>;

	session(): RestSession {
		if (this.current === undefined) throw new Error('n8n does not run.');
		return this.current;
	}

	async open(environment: Record<string, string> = {}): Promise<RestSession> {
		const n8n = await this.instance(environment);
		this.current = await n8n.start();
		const { current, owner } = this;
		// A busy n8n returns its start page until its API is ready.
		await waitFor('Signing in', signInTimeoutMs, async () => {
			const signedIn = this.hasOwner ? current.signIn(owner) : current.setUpOwner(owner);
			return await signedIn.then(
				() => true,
				() => undefined,
			);
		});
		this.hasOwner = true;
		return current;
	}

	/** n8n with its data, not started. */
	protected async instance(environment: Record<string, string> = {}): Promise<N8nInstance> {
		const { userFolder } = this;
		this.n8n = await N8nInstance.create(this.installation, {
			userFolder,
			environment: { ...this.variables(), ...environment },
		});
		this.userFolder = this.n8n.userFolder;
		return this.n8n;
	}

	protected variables(): Record<string, string> {
		return {};
	}

	/** The versions that n8n lists. */
	async listed(): Promise<string[]> {
		const list = await this.session().request<Array<{ installedVersion: string }>>(
			'GET',
			'/community-packages',
		);
		return list.map(({ installedVersion }) => installedVersion);
	}

	protected get nodesFolder(): string {
		return path.join(String(this.userFolder), '.n8n/nodes');
	}

	installedVersion(): string {
		const file = path.join(this.nodesFolder, 'node_modules', packageName, 'package.json');
		return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
	}

	/** A command of the page, in the folder of the community nodes. */
	protected async npm(...args: string[]): Promise<void> {
		mkdirSync(this.nodesFolder, { recursive: true });
		const options = { cwd: this.nodesFolder, env: foreignEnvironment(), timeoutMs };
		await runOrFail(
			'npm',
			'npm',
			// Without a prefix, npm would install into a folder above that has a package.json.
			[...args, '--prefix', this.nodesFolder, '--no-audit', '--no-fund'],
			options,
		);
	}

	async stop(): Promise<void> {
		await this.n8n?.stop();
	}

	async kill(): Promise<void> {
		await this.n8n?.kill();
	}

	async remove(): Promise<void> {
		await this.n8n?.remove();
	}
}

export class FileWay extends Way {
	readonly isListed = false;

	async put(version: Version | undefined): Promise<void> {
		if (this.userFolder === undefined) await this.instance();
		await (version ? this.npm('install', version.file) : this.npm('uninstall', packageName));
	}

	/** Another package of the folder may bring this version, which the nodes then load instead of n8n's own. */
	async putOldWorkflowPackage(): Promise<void> {
		await this.npm('install', 'n8n-workflow@1.82.0');
	}

	/** The packages in the folder, without those of npm itself. */
	installedPackages(): string[] {
		return readdirSync(path.join(this.nodesFolder, 'node_modules')).filter(
			(name) => !name.startsWith('.'),
		);
	}
}

/** Every image has its own user folder; the data is outside, as with PostgreSQL. */
export class ImageWay extends Way {
	readonly isListed = false;

	private images = 0;

	constructor(
		installation: N8nInstallation,
		private readonly scratch: string,
	) {
		super(installation);
	}

	protected override variables() {
		return {
			N8N_ENCRYPTION_KEY: 'kept-outside-of-the-image',
			DB_SQLITE_DATABASE: path.relative(
				path.join(String(this.userFolder), '.n8n'),
				path.join(this.scratch, 'data.sqlite'),
			),
		};
	}

	async put(version: Version | undefined): Promise<void> {
		await this.n8n?.remove();
		this.userFolder = path.join(this.scratch, `image-${++this.images}`);
		if (version) await this.npm('install', version.file);
	}
}

/** n8n's own page, with a registry on this machine. */
export class RegistryWay extends Way {
	readonly isListed = true;

	private registry?: Server;

	constructor(
		installation: N8nInstallation,
		private readonly versions: Versions,
		private readonly scratch: string,
	) {
		super(installation);
	}

	/** n8n accepts another registry only with a license, so its npm gets ours. */
	protected override variables() {
		const folder = path.join(this.scratch, 'bin');
		const nodeFolder = path.dirname(this.installation.runtime.node);
		// No other request to n8n's hosts leaves this machine.
		const nowhere = 'http://127.0.0.1:9';
		return {
			PATH: [folder, nodeFolder, process.env.PATH].join(path.delimiter),
			HTTPS_PROXY: nowhere,
			NO_PROXY: '127.0.0.1,localhost',
		};
	}

	async put(version: Version | undefined): Promise<void> {
		await this.listen();
		await this.open();
		const isThere = (await this.listed()).length > 0;
		const name = packageName;
		const send = async (method: string, query = '', body?: object) =>
			await this.session().request(method, `/community-packages${query}`, body);
		if (version === undefined) await send('DELETE', `?name=${name}`);
		else await send(isThere ? 'PATCH' : 'POST', '', { name, version: version.version });
		await this.stop();
	}

	override async remove(): Promise<void> {
		await super.remove();
		this.registry?.close();
	}

	private async listen(): Promise<void> {
		if (this.registry) return;
		const packages = Object.values(this.versions).map(({ version, file }) => {
			const text = execFileSync('tar', ['-xzOf', file, 'package/package.json'], {
				encoding: 'utf8',
			});
			return { version, file, manifest: JSON.parse(text) as object };
		});
		this.registry = createServer(({ url = '', headers }, response) => {
			const asked = packages.find(({ version }) => url === `/${version}.tgz`);
			if (asked) return response.end(readFileSync(asked.file));
			const entries = packages.map(({ version, file, manifest }) => {
				const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
				const tarball = `http://${headers.host}/${version}.tgz`;
				return [version, { ...manifest, dist: { tarball, integrity } }];
			});
			const latest = this.versions.newer.version;
			const body = {
				name: packageName,
				'dist-tags': { latest },
				versions: Object.fromEntries(entries),
			};
			return response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
		});
		await new Promise<void>((resolve) => this.registry?.listen(0, '127.0.0.1', resolve));
		const { port } = this.registry.address() as AddressInfo;
		const folder = path.join(this.scratch, 'bin');
		mkdirSync(folder);
		const npm = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim();
		const shim = path.join(folder, 'npm');
		const args = `"\${@/#--registry=*/--registry=http://127.0.0.1:${port}}"`;
		writeFileSync(shim, `#!/bin/bash\nunset HTTPS_PROXY NO_PROXY\nexec '${npm}' ${args}\n`);
		chmodSync(shim, 0o755);
	}
}
