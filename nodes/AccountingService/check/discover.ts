import type { Reply } from './asking';

/**
 * What an answer shows of a parameter: that it had the effect, that it had none, or neither for certain.
 */
export type Effect = 'seen' | 'none' | 'unclear';

/** How names are tried out. */
export interface Trial {
	/** Sends all the names at once. */
	ask(names: readonly string[]): Promise<Reply>;
	judge(reply: Reply): Effect;
	manner: Manner;
	/** Where unknown names are ignored, a refusal is an effect as well: of a value that was understood. */
	refusalIsEffect?: boolean;
}

/** What the service does with parameters that it does not know. */
export type Manner = 'ignores' | 'refuses' | 'refusesByName';

export interface Discovery {
	/** The name that has the effect. */
	name?: string;
	/** Names that were taken, by a service that refuses unknown ones, without an effect that could be seen. */
	taken: string[];
}

/** Names that are tried one by one, where refusals do not tell which one is unknown. */
const mostSingly = 8;

/**
 * Finds the name that has the effect, with few requests: all names at once; a refusal that names some of them
 * leaves the others; an effect is halved down to one name, which then has shown it alone.
 * @throws UsedUp; ServiceError as the questions
 */
export async function discover(names: readonly string[], trial: Trial): Promise<Discovery> {
	const { manner, refusalIsEffect = false } = trial;
	if (manner === 'refuses') return await singly(names.slice(0, mostSingly), trial);
	let left = [...names];
	while (left.length > 0) {
		const reply = await trial.ask(left);
		const known = reply.isRefused ? left.filter((name) => !isBlamed(name, reply)) : left;
		if (known.length < left.length) {
			left = known;
			continue;
		}
		if (reply.isRefused ? refusalIsEffect : trial.judge(reply) === 'seen') {
			return { name: await halve(left, trial), taken: [] };
		}
		if (reply.isRefused) return await singly(left.slice(0, mostSingly), trial);
		return { taken: manner === 'ignores' ? [] : left };
	}
	return { taken: [] };
}

/** Whether a refusal names a parameter. */
export function isBlamed(name: string, { failure }: Reply): boolean {
	return failure?.fields.some((field) => field === name || field.endsWith(`.${name}`)) ?? false;
}

function shows(reply: Reply, { judge, refusalIsEffect = false }: Trial): boolean {
	return reply.isRefused ? refusalIsEffect : judge(reply) === 'seen';
}

async function halve(names: string[], trial: Trial): Promise<string | undefined> {
	let left = names;
	let wasSeenAlone = left.length === 1;
	while (left.length > 1) {
		const half = left.slice(0, Math.ceil(left.length / 2));
		const isInHalf = shows(await trial.ask(half), trial);
		left = isInHalf ? half : left.slice(half.length);
		wasSeenAlone = isInHalf && left.length === 1;
	}
	return wasSeenAlone || shows(await trial.ask(left), trial) ? left[0] : undefined;
}

async function singly(names: string[], trial: Trial): Promise<Discovery> {
	const taken: string[] = [];
	for (const name of names) {
		const reply = await trial.ask([name]);
		if (reply.isRefused) continue;
		if (trial.judge(reply) === 'seen') return { name, taken };
		if (trial.manner !== 'ignores') taken.push(name);
	}
	return { taken };
}

/** The same value under each of the names. */
export function each<T>(names: readonly string[], value: T): Record<string, T> {
	return Object.fromEntries(names.map((name) => [name, value]));
}
