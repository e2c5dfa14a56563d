/**
 * Installs, upgrades, removes and goes back in the real n8n, in each way of docs/reference/install.md, with a workflow
 * that polls. Takes minutes, because n8n restarts after each change. An argument keeps the ways whose name contains it.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Checks, endWithVerdict, type Tally } from '../e2e/lib/checks';
import { ensureN8n } from '../e2e/lib/install';
import { packageName, triggerType } from '../e2e/lib/flow';
import { exitOnSignals } from '../e2e/lib/server';
import { TriggerStage } from '../e2e/lib/triggerStage';
import { FileWay, ImageWay, RegistryWay, type Way } from './install/ways';
import { packVersions, type Versions } from './install/versions';

const parameters = { event: ['created'], output: 'raw' };

function wayChecks(checks: Checks, name: string, way: Way, versions: Versions): void {
	let stage: TriggerStage;
	const isLoaded = async () =>
		(await way.session().nodeTypes<{ name: string }>()).some((type) => type.name === triggerType);

	/** Restarts n8n; a document that is created while it is stopped arrives once. */
	async function continues({ isUnpublished = false } = {}): Promise<void> {
		const [{ id }] = stage.sandbox.admin.createDocuments({ count: 1 });
		await stage.start('inMemory', parameters);
		if (isUnpublished) await stage.publish();
		const items = await stage.items(1);
		items.push(...(await stage.itemsOfFurtherPolls()));
		deepStrictEqual(
			items.map(({ document }) => String(document.id)),
			[String(id)],
		);
	}

	checks.add(`${name}: installs`, async () => {
		stage = await TriggerStage.open(way);
		await way.put(versions.older);
		await stage.start('inMemory', parameters);
		deepStrictEqual(await way.listed(), way.isListed ? [versions.older.version] : []);
	});

	checks.add(`${name}: upgrades, and the trigger continues`, async () => {
		await stage.end('stop');
		await way.put(versions.newer);
		await continues();
		strictEqual(way.installedVersion(), versions.newer.version);
		deepStrictEqual(await way.listed(), way.isListed ? [versions.newer.version] : []);
	});

	checks.add(`${name}: removes`, async () => {
		await stage.end('stop');
		await way.put(undefined);
		await stage.start('inMemory', parameters);
		ok(!(await isLoaded()));
		deepStrictEqual(await way.listed(), []);
	});

	checks.add(`${name}: goes back, and the trigger continues`, async () => {
		// Without the package, n8n reports that it cannot run the workflow.
		await stage.passOver();
		await stage.end('stop');
		await way.put(versions.older);
		// n8n unpublishes a workflow whose trigger it cannot load (n8n 2.41, active-workflow-manager).
		await continues({ isUnpublished: true });
		ok(await isLoaded());
		strictEqual(way.installedVersion(), versions.older.version);
	});

	if (way instanceof FileWay) {
		checks.add(
			`${name}: brings no other package, and loads beside an old n8n-workflow`,
			async () => {
				deepStrictEqual(way.installedPackages(), [packageName]);
				await stage.end('stop');
				await way.putOldWorkflowPackage();
				ok(way.installedPackages().includes('n8n-workflow'));
				await continues();
			},
		);
	}

	checks.add(`${name}: ends`, async () => await stage.close());
}

async function main(): Promise<Tally> {
	const scratch = mkdtempSync(path.join(tmpdir(), 'accounting-install-'));
	try {
		const versions = await packVersions(scratch);
		const installation = await ensureN8n(console.log);
		const checks = new Checks();
		const registry = new RegistryWay(installation, versions, scratch);
		wayChecks(checks, 'registry', registry, versions);
		wayChecks(checks, 'file', new FileWay(installation), versions);
		wayChecks(checks, 'image', new ImageWay(installation, scratch), versions);
		return await checks.run(process.argv.slice(2).join(' '), () => '');
	} finally {
		rmSync(scratch, { recursive: true, force: true });
	}
}

exitOnSignals();
endWithVerdict(main());
