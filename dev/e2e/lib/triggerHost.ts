import type { N8nInstallation } from './install';
import { N8nInstance } from './n8n';
import type { QueueStage } from './queueStage';
import { newOwner, type RestSession } from './rest';

/** An n8n that polls, and that is ended and started again with what it has kept. */
export interface TriggerHost {
	/** Starts it with further variables; the session is signed in. */
	start(environment: Record<string, string>): Promise<RestSession>;
	/** As a service manager or an update of n8n would. */
	stop(): Promise<void>;
	/** As a power failure would. */
	kill(): Promise<void>;
	/** At the end of all. */
	remove(): Promise<void>;
}

/** A single process with a user folder that stays. */
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

/** The main process of queue mode, while Redis, PostgreSQL and the workers go on. */
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

	/** The stage is closed where it was opened. */
	async remove(): Promise<void> {}
}
