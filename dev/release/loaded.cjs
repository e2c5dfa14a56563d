// What n8n's own loader finds in a folder of custom nodes, as JSON: names, and the categories of each codex.
const { CustomDirectoryLoader } = require('n8n-core');

const loader = new CustomDirectoryLoader(process.argv[2]);
loader.loadAll().then(() => {
	const nodes = Object.values(loader.nodeTypes).map(({ type }) => type.description);
	console.log(
		JSON.stringify({
			nodes: Object.fromEntries(nodes.map(({ name, codex }) => [name, codex?.categories ?? []])),
			credentials: Object.keys(loader.credentialTypes),
		}),
	);
	// n8n-core leaves timers behind.
	process.exit(0);
});
