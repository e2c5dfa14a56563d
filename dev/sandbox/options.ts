/** The options of a sandbox, from code or from the command line. */
import { parseArgs, type ParseArgsConfig } from 'node:util';

import { type ParameterName, type ParameterNames, SEARCH_PARAMETERS } from './lists/names';

type Choice<Value> = {
	/** One sentence, for `--help`. */
	says: string;
	/** The default. */
	usual: Value;
	/** The possible values; absent if any value of the type is possible. */
	choices?: readonly Value[];
};

const any = <Value>(usual: Value, says: string): Choice<Value> => ({ says, usual });
const oneOf = <const Values extends ReadonlyArray<string | number>>(
	choices: Values,
	says: string,
): Choice<Values[number]> => ({ says, usual: choices[0], choices });

/** The first of several choices is the default. */
const OPTIONS = {
	port: any(0, 'Port on 127.0.0.1; 0 for any free one'),
	documents: any(1000, 'Documents at the start'),
	seed: any(1, 'Equal seeds give equal documents'),
	idBase: any(10_000_001n, 'Ids start here; beyond 2^53 they are sent as exact integers'),
	appId: any('sandbox-app', 'Application id of the token exchange'),
	appSecret: any('sandbox-secret', 'Application secret of the token exchange'),
	tls: any(false, 'Use https with a self-signed certificate'),
	latencyMs: any(0, 'Delay of every response'),

	validTokens: oneOf(['all', 'latest'], 'Valid tokens: issuing one may end the previous one'),
	expiredStatus: oneOf([401, 403, 400], 'Status for an expired token'),

	names: any<ParameterNames>(
		{},
		'Other parameter names, e.g. page=strana,searchText=q; an empty one is unknown',
	),
	firstPage: any(1, 'Number of the first page'),
	listOrder: oneOf(['desc', 'asc'], 'Order of the list; a search has its own'),
	orderBy: oneOf(['id', 'issueDate'], 'Sort key of lists'),
	searchParametersIn: oneOf(['body', 'query'], 'Place of the search parameters'),
	withoutEffect: any<ParameterName[]>(
		[],
		'Parameters that are accepted and ignored, e.g. sortDirection,searchText',
	),

	envelope: oneOf(['object', 'array', 'objectWithoutCount'], 'Shape of a list'),

	unknownParameters: oneOf(['refused', 'ignored'], 'What happens to unknown parameters'),
	refusals: oneOf(['named', 'unnamed'], 'Whether a refusal names the wrong parameters and fields'),
};

export type SandboxOptions = {
	[Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name]['usual'];
};
type Name = keyof SandboxOptions;

const NAMES = Object.keys(OPTIONS) as Name[];

export const DEFAULT_OPTIONS = Object.fromEntries(
	NAMES.map((name) => [name, OPTIONS[name].usual]),
) as SandboxOptions;

/** Options with defaults for missing ones; `idBase` may be text. */
export type GivenOptions = Partial<Omit<SandboxOptions, 'idBase'>> & {
	idBase?: bigint | string | number;
};

export function withDefaults(input: GivenOptions): SandboxOptions {
	const present = Object.fromEntries(
		Object.entries(input).filter(([, value]) => value !== undefined),
	) as GivenOptions;
	return {
		...DEFAULT_OPTIONS,
		...present,
		idBase: BigInt(present.idBase ?? DEFAULT_OPTIONS.idBase),
	};
}

const flagOf = (name: string): string =>
	name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function parameterName(flag: string, text: string): ParameterName {
	const found = SEARCH_PARAMETERS.find((name) => name === text);
	if (found === undefined)
		throw new Error(`--${flag} knows the names ${SEARCH_PARAMETERS.join(', ')}, not ${text}`);
	return found;
}

function parseNames(flag: string, text: string): ParameterNames {
	const pairs = text.split(',').map((pair) => {
		const [canonical, wire] = pair.split('=');
		if (wire === undefined) throw new Error(`--${flag} takes pairs like page=strana, not ${pair}`);
		return [parameterName(flag, canonical), wire];
	});
	return Object.fromEntries(pairs) as ParameterNames;
}

/** An option's value from the text of its flag. Throws if it is invalid. */
function parseValue(name: Name, text: string): unknown {
	const flag = flagOf(name);
	const { usual, choices } = OPTIONS[name] as Choice<unknown>;
	if (name === 'names') return parseNames(flag, text);
	if (name === 'withoutEffect') return text.split(',').map((one) => parameterName(flag, one));
	const isNumber = typeof usual === 'number' || typeof usual === 'bigint';
	if (isNumber && !/^\d+$/.test(text))
		throw new Error(`--${flag} takes a whole number, not ${text}`);
	const value = typeof usual === 'bigint' ? BigInt(text) : isNumber ? Number(text) : text;
	if (choices !== undefined && !choices.includes(value))
		throw new Error(`--${flag} takes one of ${choices.join(', ')}, not ${text}`);
	return value;
}

/** Options from command line flags: the option's name in kebab-case. Throws on an unknown flag or value. */
export function parseOptions(args: readonly string[]): SandboxOptions {
	const flags: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
		NAMES.map((name) => [
			flagOf(name),
			{ type: typeof OPTIONS[name].usual === 'boolean' ? 'boolean' : 'string' },
		]),
	);
	const { values } = parseArgs({
		args: [...args],
		options: flags,
		strict: true,
		allowPositionals: false,
	});
	const input = NAMES.flatMap((name) => {
		const value = values[flagOf(name)];
		if (value === undefined) return [];
		return [[name, typeof value === 'string' ? parseValue(name, value) : value]];
	});
	return withDefaults(Object.fromEntries(input) as GivenOptions);
}

function helpOf(name: Name): string {
	const { says, usual, choices } = OPTIONS[name] as Choice<unknown>;
	const taken = choices?.join('|') ?? { boolean: '', string: '<text>' }[typeof usual as string];
	const wanted = taken ?? (typeof usual === 'object' ? '<list>' : '<number>');
	const isShown = choices === undefined && typeof usual !== 'boolean' && typeof usual !== 'object';
	const standard = choices ? ` (${choices[0]})` : isShown && usual !== '' ? ` (${usual})` : '';
	return `  --${flagOf(name)} ${wanted}`.trimEnd() + `\n      ${says}${standard}`;
}

/** The text of `--help`: every option with its values, and the default in brackets. */
export const help = (): string =>
	`Usage: npm run sandbox -- [options]\n\n${NAMES.map(helpOf).join('\n')}\n`;
