import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { assumedRoutes, type AssumedRoute } from '../client/dialect';
import { refuseInput } from '../client/errors';
import { namesIn, splitRoute, type Route } from '../client/route';

/**
 * The paths that the user entered in place of assumed ones.
 * @throws ServiceError (badInput) for one that is no path below /v2, or that lacks a name in braces
 */
export function routesOf(
	credential: ICredentialDataDecryptedObject,
): Partial<Record<Route, Route>> {
	const routes: Partial<Record<Route, Route>> = {};
	for (const name of Object.keys(assumedRoutes) as AssumedRoute[]) {
		const assumed: Route = assumedRoutes[name];
		const { method, path } = splitRoute(assumed);
		const entered = credential[name];
		if (typeof entered !== 'string' || entered.trim() === '') continue;
		const own = entered.trim();
		if (own === path) continue;
		const wanted = namesIn(path);
		const isPath = /^\/v2\/[\w/{}.~-]+$/.test(own) && !own.includes('..');
		if (!isPath || String(namesIn(own).sort()) !== String(wanted.sort())) {
			refuseInput(
				name,
				`The path "${own.slice(0, 80)}" in the credential cannot be used`,
				`It must begin with /v2/ and hold ${wanted.map((one) => `{${one}}`).join(' and ') || 'no name in braces'}, e.g. ${path}`,
			);
		}
		routes[assumed] = `${method} ${own as `/v2/${string}`}`;
	}
	return routes;
}
