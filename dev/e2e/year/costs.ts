import type { Admin } from '../../sandbox';
import type { Day } from './calendar';
import type { Host } from './host';
import { everyone, type Everyone } from './workflows';

/** The costs of a day. */
export interface DayCosts {
	date: string;
	trouble?: string;
	documents: number;
	/** Requests to the service. */
	requests: Record<Everyone, number>;
	cpuSeconds: number;
	/** MB resident at the end of the day. */
	memory: number;
	/** Bytes. */
	database: number;
	store: number;
	version: string;
}

export async function costsOf({ date, trouble }: Day, host: Host, admin: Admin): Promise<DayCosts> {
	return {
		...{ date, trouble, documents: admin.count(), requests: requestsIn(admin) },
		...{ cpuSeconds: host.cpuSeconds(), memory: host.memory() },
		...{ ...(await host.disk()), version: host.version },
	};
}

/** The requests of each workflow in the journal. */
function requestsIn(admin: Admin): Record<Everyone, number> {
	const counts: Record<string, number> = Object.fromEntries(everyone.map((name) => [name, 0]));
	for (const { appId, path, body } of admin.journal().entries) {
		const isToken = path.endsWith('/auth/token');
		const name = isToken ? (body as { appId?: string } | null)?.appId : appId;
		if (name !== undefined && name in counts) counts[name]++;
	}
	return counts as Record<Everyone, number>;
}
