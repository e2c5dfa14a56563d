import n8nCommunity from '@n8n/eslint-plugin-community-nodes';
import n8nBase from 'eslint-plugin-n8n-nodes-base';
import tsParser from '@typescript-eslint/parser';

const base = { plugins: { 'n8n-nodes-base': n8nBase } };

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
 * @param {{ root: string, extension: 'ts' | 'js' }} where the tree to lint and the ending of its code files
 */
export const verifiedNodeRules = ({ root, extension }) => [
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
		...base,
		files: ['package.json'],
		rules: n8nBase.configs.community.rules,
		languageOptions: { parser: tsParser, parserOptions: { extraFileExtensions: ['.json'] } },
	},
	{
		...base,
		files: [`${root}credentials/**/*.${extension}`],
		rules: without(n8nBase.configs.credentials.rules, [
			'n8n-nodes-base/cred-class-field-documentation-url-miscased',
			'n8n-nodes-base/cred-class-field-type-options-password-missing',
			...(extension === 'js' ? fileEndingRules : []),
		]),
		languageOptions: { parser: tsParser },
	},
	{
		...base,
		files: [`${root}nodes/**/*.${extension}`],
		rules: without(n8nBase.configs.nodes.rules, [
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node',
			'n8n-nodes-base/node-class-description-outputs-wrong',
			'n8n-nodes-base/node-param-type-options-max-value-present',
			...(extension === 'js' ? fileEndingRules : []),
		]),
		languageOptions: { parser: tsParser },
	},
];
