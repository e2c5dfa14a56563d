import type { N8nInstallation } from './install';
import { N8nProcess, placeFor, type InstanceOptions } from './n8nProcess';

/** A worker of queue mode: runs executions from the queue of the main process. */
export class N8nWorker extends N8nProcess {
	static async create(
		installation: N8nInstallation,
		options: InstanceOptions = {},
	): Promise<N8nWorker> {
		const place = await placeFor(installation, options);
		Object.assign(place.environment, {
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(place.port),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		});
		return new N8nWorker(place);
	}

	/** @param concurrency executions at once; resolves when the worker is connected to the queue */
	async start(concurrency: number): Promise<void> {
		await this.serve(['worker', `--concurrency=${concurrency}`], ['/healthz/readiness']);
	}
}
