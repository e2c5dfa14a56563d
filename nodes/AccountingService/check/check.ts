import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../../shared/client/client';
import { Asking, Unanswered, UsedUp, type ProbeResponse } from './asking';
import { checkList, type Paging } from './listProbes';
import { CheckReport } from './report';
import { checkSearch } from './searchProbes';

/**
 * Determines the settings for the service with a limited number of read requests. It proposes a setting only if it has an
 * effect in two checks, never because of its name.
 * @returns the summary, then an item for each setting (docs/reference/credential.md)
 * @throws ServiceError if no request can succeed, e.g. because of a wrong credential
 */
export async function check(client: ServiceClient): Promise<IDataObject[]> {
	const report = await checkOnce(client, false);
	if (!report.isAlarming) return report.items();
	// Documents that are created meanwhile, or a late replica, can make right settings look wrong.
	const again = await checkOnce(client, true);
	again.keepWhatRepeats(report);
	return again.items();
}

async function checkOnce(client: ServiceClient, isSecond: boolean): Promise<CheckReport> {
	const report = new CheckReport(client.connection.settings);
	const asking = new Asking(client, isSecond);
	const plain = await readFirstPage(asking);
	await checkAll(client, asking, report, plain).catch((thrown: unknown) => {
		if (thrown instanceof UsedUp) report.cutShort();
		else if (thrown instanceof Unanswered) report.unanswered(thrown.failure);
		else throw thrown;
	});
	return report;
}

/** @throws ServiceError if there is no list, because the check cannot continue without one */
async function readFirstPage(asking: Asking): Promise<ProbeResponse> {
	const reply = await asking.confirm('list').catch((thrown: unknown) => {
		throw thrown instanceof Unanswered ? thrown.failure : thrown;
	});
	if (reply.refusal) throw reply.refusal;
	return reply;
}

async function checkAll(
	{ connection: { settings } }: ServiceClient,
	asking: Asking,
	report: CheckReport,
	plain: ProbeResponse,
): Promise<void> {
	let paging: Paging = {};
	await report.unlessUnanswered(['page', 'pageSize', 'largestPage'], async () => {
		paging = await checkList(asking, settings, report, plain);
	});
	await checkSearch(asking, settings, report, paging, plain);
}
