import { isWrite, type ServiceCall } from './call';
import { ServiceError } from './errors';
import { splitRoute, type Route } from './route';
import { assumedRoutes, pathLabels, type AssumedRoute, type ServiceSettings } from './settings';

/** Whether a wrong path may be the cause of a failure. */
export function mayBePath(failure: ServiceError): boolean {
	const { kind, doubtFrom = kind, status, fields, isTransient } = failure;
	if (isTransient) return false;
	// Such as a web page. It leaves the outcome of a change unknown.
	if (doubtFrom === 'notTheService') return true;
	if (kind === 'outcomeUnknown') return false;
	if (kind === 'notFound' || status === 405) return true;
	return status === 400 && fields.length === 0;
}

/**
 * Advises to correct the path in the credential, if it is an assumed one and may be the cause of the failure.
 * @param settings of the credential, which may replace the assumed path
 * @param isKnown whether the service has answered the path for another ID. A 404 is then about the ID.
 */
export function adviseOnPath(
	call: ServiceCall,
	failure: ServiceError,
	settings: ServiceSettings,
	isKnown: boolean,
): ServiceError {
	if (isKnown && failure.kind === 'notFound') return failure;
	if (call.isOwnPath || !mayBePath(failure)) return failure;
	// The data may be wrong too. A service that answers 400 to a write has usually read it.
	if (failure.status === 400 && isWrite(call)) return failure;
	const names = Object.keys(assumedRoutes) as AssumedRoute[];
	const name = names.find((one) => {
		const assumed: Route = assumedRoutes[one];
		return isOf(settings.routes[assumed] ?? assumed, call);
	});
	if (name === undefined) return failure;
	const hasOthers = failure.kind === 'notFound' && Object.keys(call.ids ?? {}).length > 0;
	return failure.addAdvice(
		`${hasOthers ? 'If no ID is found, your' : 'Your'} service may have another path for this. In the credential, turn on Customize Parameter Names and enter it in ${pathLabels[name]}.`,
	);
}

/** Whether a request has the method and the path of a route. */
function isOf(route: Route, { method, path }: ServiceCall): boolean {
	const wanted = splitRoute(route);
	const own = path.split('/');
	const parts = wanted.path.split('/');
	return (
		method === wanted.method &&
		own.length === parts.length &&
		parts.every((part, index) => part.includes('{') || part === own[index])
	);
}
