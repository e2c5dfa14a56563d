import n8nCommunity from '@n8n/eslint-plugin-community-nodes';
import n8nBase from 'eslint-plugin-n8n-nodes-base';
import tsParser from '@typescript-eslint/parser';

// These two demand the ending .ts, which no compiled file can have.
const fileEndingRules = [
	'n8n-nodes-base/node-filename-against-convention',
	'n8n-nodes-base/cred-filename-against-convention',
];

/** Drops the rules that n8n's own scanner switches off for community packages. */
const without = (rules, off) =>
	Object.fromEntries(Object.entries(rules).filter(([name]) => !off.includes(name)));

/**
 * The rules of verified community nodes, for the sources and for what is published.
 * @param {object} where
 * @param {string} where.root the tree to lint
 * @param {'ts' | 'js'} where.extension the ending of its code files
 * @param {typeof n8nBase} [where.nodesBase] another version of the rules for nodes
 */
export const verifiedNodeRules = ({ root, extension, nodesBase = n8nBase }) => [
	{
		...n8nCommunity.configs.recommended,
		files: [`${root}**/*.${extension}`, 'package.json'],
		rules: {
			...n8nCommunity.configs.recommended.rules,
			'no-console': 'error',
		},
		languageOptions: { parser: tsParser, parserOptions: { extraFileExtensions: ['.json'] } },
	},
	{
		plugins: { 'n8n-nodes-base': nodesBase },
		files: ['package.json'],
		rules: nodesBase.configs.community.rules,
		languageOptions: { parser: tsParser, parserOptions: { extraFileExtensions: ['.json'] } },
	},
	{
		plugins: { 'n8n-nodes-base': nodesBase },
		files: [`${root}credentials/**/*.${extension}`],
		rules: without(nodesBase.configs.credentials.rules, [
			'n8n-nodes-base/cred-class-field-documentation-url-miscased',
			'n8n-nodes-base/cred-class-field-type-options-password-missing',
			...(extension === 'js' ? fileEndingRules : []),
		]),
		languageOptions: { parser: tsParser },
	},
	{
		plugins: { 'n8n-nodes-base': nodesBase },
		files: [`${root}nodes/**/*.${extension}`],
		rules: without(nodesBase.configs.nodes.rules, [
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node',
			'n8n-nodes-base/node-class-description-outputs-wrong',
			'n8n-nodes-base/node-param-type-options-max-value-present',
			...(extension === 'js' ? fileEndingRules : []),
		]),
		languageOptions: { parser: tsParser },
	},
];
