import { existsSync } from 'node:fs';
import path from 'node:path';

import { n8nTimeZone } from './n8nDays';

/** The only module that fetches a list from n8n's hosts at every start. An n8n without it refuses its name. */
const talkativeModule = 'mcp-registry';

/**
 * An n8n that connects to this machine only: no telemetry, no banners, no look-ups. It listens on the loopback
 * interface.
 * @param n8nFolder n8n's own package
 */
export function n8nEnvironment(
	n8nFolder: string,
	userFolder: string,
	ports: { editor: number; broker: number },
): Record<string, string> {
	return {
		N8N_USER_FOLDER: userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(ports.editor),
		// Otherwise, two instances would use the same default port of the task broker.
		N8N_RUNNERS_BROKER_PORT: String(ports.broker),
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		...(existsSync(path.join(n8nFolder, 'dist', 'modules', talkativeModule)) && {
			N8N_DISABLED_MODULES: talkativeModule,
		}),
		// Never, while a check runs: at load 17, n8n (2.41.1) took its own busy process for a lost database and refused requests.
		DB_PING_INTERVAL_SECONDS: '86400',
		GENERIC_TIMEZONE: n8nTimeZone,
		N8N_LOG_LEVEL: 'info',
		NO_COLOR: '1',
	};
}
