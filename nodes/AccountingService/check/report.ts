import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import type { ServiceError } from '../../shared/client/errors';
import { settingFields, type ServiceSettings, type Setting } from '../../shared/client/settings';
import { inWords } from '../../shared/fields/values';
import { parameterNames } from '../../shared/n8n/parameterNames';
import { Unanswered, type Found } from './asking';

/** The results of a finding, the worst one last. */
const levels = ['ready', 'unknown', 'faster', 'unanswered', 'needed', 'unusable'] as const;

type Level = (typeof levels)[number];

type ReportValue = string | number;

interface Finding {
	/** The label of the credential field. */
	about: string;
	level: Level;
	evidence: string;
	value?: ReportValue;
	/** The value as the form of the credential shows it. */
	displayed: string;
	/** The request that failed. */
	failure?: ServiceError;
}

/** The verdict of the summary, by the worst finding. */
export const verdicts = {
	ready: 'ready',
	unknown: 'ready',
	faster: 'could be faster',
	unanswered: 'not determined',
	needed: 'settings needed',
	unusable: 'not usable',
} as const satisfies Record<Level, string>;

/** The verdict of an item. */
const ofItem = {
	ready: 'as set',
	unknown: 'not determined',
	faster: 'could be faster',
	unanswered: 'not determined',
	needed: 'setting needed',
	unusable: 'not usable',
} as const satisfies Record<Level, string>;

/** The settings that every check looks for. */
const probed = [
	'page',
	'pageSize',
	'searchParametersIn',
	'searchText',
	'sortDirection',
] as const satisfies Setting[];

/** Collects the findings and converts them to items. */
export class CheckReport {
	private readonly findings = new Map<Setting, Finding>();

	private isCutShort = false;

	constructor(private readonly settings: ServiceSettings) {}

	/** @param ifIgnored the finding if the service ignores the current value */
	found(
		setting: Setting,
		{ value, isOwnRefused }: Found<ReportValue>,
		evidence: string,
		ifIgnored: 'needed' | 'faster' = 'needed',
	): void {
		const changed = isOwnRefused ? 'needed' : ifIgnored;
		const level = value === this.settings[setting] ? 'ready' : changed;
		this.add(setting, level, evidence, value);
	}

	add(
		setting: Setting,
		level: Level,
		evidence: string,
		value?: ReportValue,
		failure?: ServiceError,
	): void {
		const displayed = value === undefined ? '' : displayedIn(setting, value);
		const about = settingFields[setting].label;
		this.findings.set(setting, { about, level, evidence, value, displayed, failure });
	}

	/** Marks the rest as unknown, because the check has used all its requests. A missing setting requires another run. */
	cutShort(): void {
		const open = this.open(probed);
		this.isCutShort = open.length > 0;
		for (const setting of open) {
			this.add(setting, 'unknown', 'Not checked, because the check had used all its requests.');
		}
	}

	/** Goes on with other settings after a failure, unless they would fail too. */
	async unlessUnanswered(settings: Setting[], work: () => Promise<void>): Promise<void> {
		await work().catch((thrown: unknown) => {
			if (!(thrown instanceof Unanswered) || isOfAll.has(thrown.failure.kind)) throw thrown;
			this.unanswered(thrown.failure, settings);
		});
	}

	/** Marks settings as not determined: a failed request shows nothing about them. */
	unanswered(failure: ServiceError, settings: readonly Setting[] = probed): void {
		for (const setting of this.open(settings)) {
			this.add(setting, 'unanswered', `Not checked: ${failure.message}.`, undefined, failure);
		}
	}

	/** Whether it says that the node cannot work with the current settings. */
	get isAlarming(): boolean {
		return [...this.findings.values()].some(isAlarm);
	}

	/** Withdraws what the check before did not find. */
	keepWhatRepeats({ findings: before }: CheckReport): void {
		for (const [setting, finding] of this.findings) {
			const { level, value } = before.get(setting) ?? {};
			const isSame = level === finding.level && value === finding.value;
			if (isAlarm(finding) && !isSame) this.add(setting, 'unanswered', unsteady);
		}
	}

	/** The summary, then an item for each finding. */
	items(): IDataObject[] {
		const all = [...this.findings.values()];
		const items = all.map(({ about, level, evidence, displayed }) => ({
			about,
			verdict: ofItem[level],
			enter: level === 'ready' ? '' : displayed,
			evidence,
			undetermined: '',
		}));
		return [this.summary(all), ...items];
	}

	private open(settings: readonly Setting[]): Setting[] {
		return settings.filter((setting) => !this.findings.has(setting));
	}

	private summary(all: Finding[]): IDataObject {
		const changes = this.changes();
		// With the same settings, another run would need the same requests.
		const isToRepeat = this.isCutShort && (changes.length > 0 || all.some(isByHand));
		const found = all.map(({ level }) => levels.indexOf(level));
		const level = levels[Math.max(levels.indexOf(isToRepeat ? 'needed' : 'ready'), ...found)];
		const open = all.filter(
			({ level: one, value }) => one !== 'ready' && one !== 'unusable' && value === undefined,
		);
		const entered = level === 'unusable' ? [] : changes;
		return {
			about: 'Summary',
			verdict: verdicts[level],
			enter: entered.map(({ about, displayed }) => `${about}: ${displayed}`).join(', '),
			evidence: this.nextStep(level, entered, isToRepeat),
			undetermined: reasonsOf(open),
		};
	}

	private nextStep(level: Level, changes: Finding[], isToRepeat: boolean): string {
		const all = [...this.findings.values()];
		const worst = all.find((finding) => finding.level === level);
		if (level === 'unusable') return String(worst?.evidence);
		if (level === 'faster' && changes.length === 0) {
			return `The credential needs no changes. ${worst?.evidence}`;
		}
		const steps: string[] = [];
		if (changes.length > 0) {
			const values = changes.map(({ about, displayed }) => `${about} to "${displayed}"`);
			steps.push(
				`In the credential, turn on Customize Parameter Names, and set ${inWords(values)}.`,
			);
		}
		const byHand = all.filter(isByHand).map(({ about }) => about);
		if (byHand.length > 0) {
			steps.push(
				`Enter ${inWords(byHand)} in the credential under Customize Parameter Names. None of the common names works, so ask the service.`,
			);
		}
		const failures = all.flatMap(({ failure }) => failure ?? []);
		const lasting = failures.find(({ kind }) => !mayPass.has(kind));
		if (failures.length > 0) steps.push('The service did not answer every request.');
		if (lasting) steps.push(lasting.description);
		const isUnsteady = all.some(({ evidence }) => evidence === unsteady);
		if (isUnsteady) steps.push('Documents may have changed during the check.');
		if (isToRepeat) steps.push('The check has used all its requests.');
		const mayPassAgain = failures.length > 0 && !lasting;
		if (isToRepeat || isUnsteady || mayPassAgain) steps.push('Run the check again.');
		return steps.join(' ') || 'The credential needs no changes.';
	}

	/** Findings with another value than the credential has. */
	private changes(): Finding[] {
		return [...this.findings].flatMap(([setting, finding]) =>
			finding.value === undefined || finding.value === this.settings[setting] ? [] : [finding],
		);
	}
}

/** Failures that every further request would meet. */
const isOfAll = new Set<ServiceError['kind']>(['unreachable', 'timeout', 'rateLimited']);

/** Failures that another run may not meet. */
const mayPass = new Set<ServiceError['kind']>([...isOfAll, 'serviceTrouble']);

const isAlarm = ({ level }: Finding) => level === 'needed' || level === 'unusable';

const unsteady = 'Two checks in a row had different results.';

const isByHand = ({ level, value }: Finding) => level === 'needed' && value === undefined;

/** A value as the form of the credential shows it. */
function displayedIn(setting: Setting, value: ReportValue): string {
	const field = parameterNames.find(({ name }) => name === settingFields[setting].name);
	const choices = (field?.options ?? []) as INodePropertyOptions[];
	return choices.find((choice) => choice.value === value)?.name ?? String(value);
}

/** "Page Parameter, Page Size Parameter: There are no documents." */
function reasonsOf(findings: Finding[]): string {
	const evidences = [...new Set(findings.map(({ evidence }) => evidence))];
	const of = (text: string) =>
		findings.flatMap(({ about, evidence }) => (evidence === text ? [about] : []));
	return evidences.map((evidence) => `${of(evidence).join(', ')}: ${evidence}`).join(' ');
}
