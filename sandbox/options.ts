/** What a sandbox can be told at its start, from code or from the command line. */
import { parseArgs, type ParseArgsConfig } from 'node:util';

import { type ParameterName, type ParameterNames, SEARCH_PARAMETERS } from './lists/names';
import type { OrderBy } from './lists/queries';

export type SandboxOptions = {
	/** 0 takes any free port. */
	port: number;
	/** Documents generated at the start. */
	documents: number;
	/** Equal seeds give equal documents. */
	seed: number;
	/** Every answer of the service waits this long. */
	latencyMs: number;
	tokenLifetimeSeconds: number;
	/** The envelope of lists; its shape is not stated by the specification (section 4). */
	envelope: 'object' | 'array' | 'objectWithoutCount';
	/** Order of the list; a search is told its own. */
	listOrder: 'desc' | 'asc';
	/** What lists and searches are sorted by. Issue dates do not rise with ids. */
	orderBy: OrderBy;
	/** Ids start here; beyond 2^53 they are sent as exact integers. */
	idBase: bigint;
	/** Speak https with a certificate that nobody has signed. */
	tls: boolean;
	/** Canonical parameter name -> name on the wire. */
	names: ParameterNames;
	firstPage: number;
	searchParametersIn: 'body' | 'query';
	/** 'latest': issuing a token ends all earlier ones. */
	validTokens: 'all' | 'latest';
	/** Status that answers an expired token; a missing or unknown one is always answered 401. */
	expiredStatus: 401 | 403;
	/** What happens to a parameter of a query or search that the service does not know. */
	unknownParameters: 'refused' | 'ignored';
	/** What happens to a field of a body that the service does not know or that is GET only. */
	unknownFields: 'refused' | 'ignored';
	/** What a PUT does with the fields that it leaves out; nothing is published. */
	absentFields: 'removed' | 'kept';
	/** Status that answers what was created. */
	createdStatus: 200 | 201;
	/** State of a new document that names none; depends on the organization (published-facts, section 6.1). */
	newState: string;
	appId: string;
	appSecret: string;
};

export const DEFAULT_OPTIONS: SandboxOptions = {
	port: 0,
	documents: 1000,
	seed: 1,
	latencyMs: 0,
	tokenLifetimeSeconds: 3600,
	envelope: 'object',
	listOrder: 'desc',
	orderBy: 'id',
	idBase: 10_000_001n,
	tls: false,
	names: {},
	firstPage: 1,
	searchParametersIn: 'body',
	validTokens: 'all',
	expiredStatus: 401,
	unknownParameters: 'refused',
	unknownFields: 'refused',
	absentFields: 'removed',
	createdStatus: 200,
	newState: 'Waiting For Approval',
	appId: 'sandbox-app',
	appSecret: 'sandbox-secret',
};

/** Given options over the defaults; `idBase` may be text. An option that is undefined keeps its default. */
export type GivenOptions = Partial<Omit<SandboxOptions, 'idBase'>> & {
	idBase?: bigint | string | number;
};

export function withDefaults(given: GivenOptions): SandboxOptions {
	const present = Object.fromEntries(
		Object.entries(given).filter(([, value]) => value !== undefined),
	) as GivenOptions;
	return {
		...DEFAULT_OPTIONS,
		...present,
		idBase: BigInt(present.idBase ?? DEFAULT_OPTIONS.idBase),
	};
}

const CHOICES: Partial<Record<keyof SandboxOptions, readonly string[]>> = {
	envelope: ['object', 'array', 'objectWithoutCount'],
	listOrder: ['desc', 'asc'],
	orderBy: ['id', 'issueDate'],
	searchParametersIn: ['body', 'query'],
	validTokens: ['all', 'latest'],
	expiredStatus: ['401', '403'],
	unknownParameters: ['refused', 'ignored'],
	unknownFields: ['refused', 'ignored'],
	absentFields: ['removed', 'kept'],
	createdStatus: ['200', '201'],
};

const kebab = (name: string): string =>
	name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function parseNames(text: string): ParameterNames {
	const names: ParameterNames = {};
	for (const pair of text.split(',')) {
		const [canonical, wire] = pair.split('=');
		if (!SEARCH_PARAMETERS.includes(canonical as ParameterName) || !wire) {
			throw new Error(
				`--names takes pairs like page=strana; the names are ${SEARCH_PARAMETERS.join(', ')}`,
			);
		}
		names[canonical as ParameterName] = wire;
	}
	return names;
}

function parseNumber(flag: string, text: string): number {
	if (!/^\d+$/.test(text)) throw new Error(`--${flag} takes a whole number, not ${text}`);
	return Number(text);
}

/** Options from command line flags: the option's name in kebab-case. Throws on an unknown flag or value. */
export function parseOptions(args: readonly string[]): SandboxOptions {
	const names = Object.keys(DEFAULT_OPTIONS) as Array<keyof SandboxOptions>;
	const flags: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
		names.map((name) => [kebab(name), { type: name === 'tls' ? 'boolean' : 'string' }]),
	);
	const { values } = parseArgs({
		args: [...args],
		options: flags,
		strict: true,
		allowPositionals: false,
	});
	const given: Record<string, unknown> = {};
	for (const name of names) {
		const flag = kebab(name);
		const value = values[flag];
		if (value === undefined) continue;
		const choices = CHOICES[name];
		if (choices !== undefined && !choices.includes(String(value))) {
			throw new Error(`--${flag} takes one of ${choices.join(', ')}`);
		}
		if (name === 'names') given[name] = parseNames(String(value));
		else if (name === 'idBase') given[name] = BigInt(String(value));
		else if (typeof DEFAULT_OPTIONS[name] === 'number')
			given[name] = parseNumber(flag, String(value));
		else given[name] = value;
	}
	return withDefaults(given as GivenOptions);
}
