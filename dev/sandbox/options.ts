/** What a sandbox can be told at its start, from code or from the command line. */
import { parseArgs, type ParseArgsConfig } from 'node:util';

import { type ParameterName, type ParameterNames, SEARCH_PARAMETERS } from './lists/names';

type Choice<Value> = {
	/** One sentence, for `--help`. */
	says: string;
	/** Used when nothing is given. */
	usual: Value;
	/** All values there are; absent when any of its type will do. */
	choices?: readonly Value[];
};

const any = <Value>(usual: Value, says: string): Choice<Value> => ({ says, usual });
const oneOf = <const Values extends ReadonlyArray<string | number>>(
	choices: Values,
	says: string,
): Choice<Values[number]> => ({ says, usual: choices[0], choices });

/** The first of several choices is the usual one. */
const OPTIONS = {
	port: any(0, 'Port on 127.0.0.1; 0 takes any that is free'),
	documents: any(1000, 'Documents at the start'),
	seed: any(1, 'Equal seeds give equal documents'),
	idBase: any(10_000_001n, 'Ids start here; beyond 2^53 they are sent as exact integers'),
	appId: any('sandbox-app', 'Application id of the token exchange'),
	appSecret: any('sandbox-secret', 'Application secret of the token exchange'),
	tls: any(false, 'Speak https with a certificate that nobody has signed'),
	latencyMs: any(0, 'Every answer waits this long'),

	validTokens: oneOf(
		['all', 'latest'],
		'Which tokens are good: issuing one may end the one before it',
	),
	expiredStatus: oneOf([401, 403, 400], 'Status that answers an expired token'),

	names: any<ParameterNames>(
		{},
		'Other names on the wire, e.g. page=strana,searchText=q; an empty one is unknown',
	),
	firstPage: any(1, 'Number of the first page'),
	listOrder: oneOf(['desc', 'asc'], 'Order of the list; a search is told its own'),
	orderBy: oneOf(['id', 'issueDate'], 'What lists are sorted by'),
	searchParametersIn: oneOf(['body', 'query'], 'Where the parameters of a search travel'),
	withoutEffect: any<ParameterName[]>(
		[],
		'Parameters that are taken and ignored, e.g. sortDirection,searchText',
	),

	envelope: oneOf(['object', 'array', 'objectWithoutCount'], 'Shape of a list'),

	unknownParameters: oneOf(['refused', 'ignored'], 'Parameters that the service does not know'),
	refusals: oneOf(
		['named', 'unnamed'],
		'Whether a refusal names the parameters and fields that are to blame',
	),
};

export type SandboxOptions = {
	[Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name]['usual'];
};
type Name = keyof SandboxOptions;

const NAMES = Object.keys(OPTIONS) as Name[];

export const DEFAULT_OPTIONS = Object.fromEntries(
	NAMES.map((name) => [name, OPTIONS[name].usual]),
) as SandboxOptions;

/** Given options over the defaults; `idBase` may be text. An option that is undefined keeps its default. */
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

/** An option's value from the text of its flag. Throws when it is none. */
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

/** What `--help` prints: every option, what it takes, and in brackets what it is when not given. */
export const help = (): string =>
	`Usage: npm run sandbox -- [options]\n\n${NAMES.map(helpOf).join('\n')}\n`;
