/**
 * Takes the pictures of docs/images in the real n8n, in a real browser, against the sandbox.
 * Arguments keep only the pictures whose names contain one of them, `--due` those whose forms have changed.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { pack } from '../release/pack';
import { type RunningSandbox, startSandbox } from '../sandbox';
import { duePictures, writePictureForm } from '../scripts/pictureForms';
import { launchChromium } from './browser/chromium';
import { Room } from './browser/room';
import { nodeNamed, readExample } from './lib/example';
import { chain, credentialFile, ourNode, trigger } from './lib/flow';
import { ensureN8n } from './lib/install';
import { N8nInstance } from './lib/n8n';
import { dayOf } from './lib/n8nDays';
import { cacheFolder, projectFolder } from './lib/paths';
import { newOwner, type RestSession } from './lib/rest';
import { exitOnSignals } from './lib/server';
import { credential, Studio, wrong } from './lib/studio';

const example = 'monday-report';

/** A customer with documents of two ages: only such amounts have a number in parentheses. */
async function withTwoAges({ admin }: RunningSandbox, work: () => Promise<void>): Promise<void> {
	const today = new Date();
	const documents = [
		[9_680, 10],
		[4_840, -20],
	].map(([total, days]) => {
		const dueDate = new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
		const open = { type: 0, direction: 1, currency: 'CZK', payments: { paid: false } } as const;
		const contact = { contactId: 9001, companyName: 'Example Ltd' };
		const fields = { ...open, contact, total, amountPaid: 0, issueDate: dueDate, dueDate };
		return String(admin.createDocuments({ fields })[0]?.id);
	});
	await work();
	for (const id of documents) admin.deleteDocument(id);
}

/** On the first days of a month, the sandbox may have no unpaid invoice of it for the picture get-many. */
function addUnpaid({ admin }: RunningSandbox): void {
	const now = Date.now();
	const open = { type: 0, direction: 1, amountPaid: 0, payments: { paid: false } } as const;
	const dueDate = dayOf(now + 14 * 86_400_000);
	admin.createDocuments({ count: 8, fields: { ...open, issueDate: dayOf(now), dueDate } });
}

/** The page of Summarize in the light or dark scheme, as the example mails it. */
export async function takeReport(session: RestSession, folder: string): Promise<void> {
	const fileName = path.join(folder, 'report.html');
	const { parameters } = nodeNamed(readExample(example), 'Summarize Unpaid');
	const summarize = ourNode(credential, parameters);
	const write = {
		...{ name: 'Write', type: 'n8n-nodes-base.readWriteFile', typeVersion: 1.1 },
		...{ executeOnce: true, parameters: { operation: 'write', fileName, options: {} } },
	};
	const workflow = await session.createWorkflow(chain('Report', summarize, write));
	await session.execute(workflow, trigger);
	const browser = await launchChromium();
	try {
		for (const [name, colorScheme] of [
			['report', 'light'] as const,
			['report-dark', 'dark'] as const,
		]) {
			const page = await browser.newPage({ colorScheme, viewport: { width: 1160, height: 640 } });
			await page.goto(pathToFileURL(fileName).href);
			await page.screenshot({ path: path.join(projectFolder, 'docs', 'images', `${name}.png`) });
			writePictureForm(name, { form: 'node', parameters, example });
			console.log(`${name}.png`);
		}
	} finally {
		await browser.close();
	}
}

async function main(): Promise<void> {
	const only = process.argv.slice(2);
	const due = only.includes('--due') ? duePictures() : undefined;
	if (due?.length === 0) return console.log('No picture is due.');
	const isNamed = (picture: string) =>
		only.length === 0 || only.some((name) => picture.includes(name));
	const isWanted = (picture: string) => due?.includes(picture) ?? isNamed(picture);
	const tarball = await pack(cacheFolder);
	const n8n = await N8nInstance.create(await ensureN8n(console.log));
	const sandbox = await startSandbox({ port: 0, documents: 1_000 });
	try {
		await n8n.installPackage(tarball.file);
		const { baseUrl, appId, appSecret } = sandbox;
		await n8n.importCredentials([
			credentialFile(credential.id, credential.name, { baseUrl, appId, appSecret }),
			credentialFile(wrong.id, wrong.name, { baseUrl, appId, appSecret: 'mistyped' }),
		]);
		const session = await n8n.start();
		await session.setUpOwner(newOwner());
		// Before the pictures that create documents.
		if (isWanted('report') || isWanted('report-dark'))
			await withTwoAges(sandbox, async () => await takeReport(session, n8n.filesFolder));
		if (isWanted('get-many')) addUnpaid(sandbox);
		const room = new Room({ baseUrl: n8n.baseUrl, cookies: () => session.cookies() });
		try {
			const studio = new Studio(session, await room.editor());
			await studio.all(isWanted);
		} finally {
			await room.close();
		}
	} finally {
		await n8n.remove();
		await sandbox.close();
	}
}

exitOnSignals();
main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
