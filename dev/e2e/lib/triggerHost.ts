import type { N8nInstallation } from './install';
import { N8nInstance } from './n8n';
import type { QueueStage } from './queueStage';
import { newOwner, type RestSession } from './rest';

/** An n8n that polls, and that is stopped and started again with its data. */
export interface TriggerHost {
	/** Starts it with more variables; the session is signed in. */
	start(environment: Record<string, string>): Promise<RestSession>;
	/** Stops it like a service manager or an update of n8n. */
	stop(): Promise<void>;
	/** Kills it like a power failure. */
	kill(): Promise<void>;
	/** Removes it at the end. */
	remove(): Promise<void>;
}

/** A single process with a permanent user folder. */
export class SingleProcess implements TriggerHost {
	private n8n?: N8nInstance;

	private userFolder?: string;

	private readonly owner = newOwner();

	constructor(
		private readonly installation: N8nInstallation,
		private readonly tarball: string,
	) {}

	async start(environment: Record<string, string>): Promise<RestSession> {
		const { userFolder } = this;
		this.n8n = await N8nInstance.create(this.installation, { userFolder, environment });
		this.userFolder = this.n8n.userFolder;
		if (userFolder === undefined) await this.n8n.installPackage(this.tarball);
		const session = await this.n8n.start();
		if (userFolder === undefined) await session.setUpOwner(this.owner);
		else await session.signIn(this.owner);
		return session;
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

/** The main process of queue mode, while Redis, PostgreSQL and the workers keep running. */
export class QueueMain implements TriggerHost {
	constructor(private readonly stage: QueueStage) {}

	async start(environment: Record<string, string>): Promise<RestSession> {
		return await this.stage.restartMain(environment);
	}

	async stop(): Promise<void> {
		await (await this.stage.started()).queue.main.stop();
	}

	async kill(): Promise<void> {
		await (await this.stage.started()).queue.main.kill();
	}

	/** The caller that opened the stage closes it. */
	async remove(): Promise<void> {}
}
