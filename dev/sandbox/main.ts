/** Command line: starts a sandbox, prints how to reach it, and runs until it is interrupted. */
import { startSandbox } from './http/server';
import { help, parseOptions } from './options';

async function main(args: readonly string[]): Promise<void> {
	if (args.includes('--help')) {
		console.log(help());
		return;
	}
	const options = parseOptions(args);
	const sandbox = await startSandbox(options);
	const { baseUrl, appId, appSecret } = sandbox;
	const insecure = options.tls ? ' --insecure' : '';
	console.log(`Base URL:  ${baseUrl}
App ID:    ${appId}
Secret:    ${appSecret}
Documents: ${sandbox.admin.count()}

Get a token:
  curl${insecure} -s ${baseUrl}/auth/token -H 'content-type: application/json' -d '${JSON.stringify({ appId, appSecret })}'
What was asked so far:
  curl${insecure} -s ${baseUrl}/_sandbox/journal`);
	const stop = (): void => void sandbox.close().then(() => process.exit(0));
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

main(process.argv.slice(2)).catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
});
