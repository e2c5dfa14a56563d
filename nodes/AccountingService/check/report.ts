import type { IDataObject } from 'n8n-workflow';

import {
	assumedSettings,
	assumedRoutes,
	settingFields,
	type AssumedRoute,
	type ServiceSettings,
	type Setting,
} from '../../shared/client/settings';
import { parameterNames } from '../../shared/n8n/parameterNames';
import { pastedField, proposedSettings } from '../../shared/n8n/pasted';
import type { Found } from './asking';

/** The results of a finding, the worst one last. */
const levels = ['ready', 'unknown', 'faster', 'needed', 'unusable'] as const;

type Level = (typeof levels)[number];

type Value = string | number;

interface Finding {
	/** The label of the credential field. */
	about: string;
	level: Level;
	evidence: string;
	value?: Value;
}

/** The verdict of the summary, by the worst finding. */
const verdicts = {
	ready: 'ready',
	unknown: 'ready',
	faster: 'could be faster',
	needed: 'settings needed',
	unusable: 'not usable',
} as const satisfies Record<Level, string>;

/** The verdict of an item. */
const ofItem = {
	ready: 'as set',
	unknown: 'not determined',
	faster: 'could be faster',
	needed: 'setting needed',
	unusable: 'not usable',
} as const satisfies Record<Level, string>;

const probed = ['page', 'pageSize', 'searchParametersIn', 'searchText', 'sortDirection'] as const;

/** Collects the findings and converts them to items. */
export class Report {
	private readonly findings = new Map<string, Finding>();

	private isCutShort = false;

	constructor(private readonly settings: ServiceSettings) {}

	/** @param ifIgnored the finding if the service ignores the current value */
	found(
		setting: Setting,
		{ value, isOwnRefused }: Found<Value>,
		evidence: string,
		ifIgnored: 'needed' | 'faster' = 'needed',
	): void {
		const changed = isOwnRefused ? 'needed' : ifIgnored;
		const level = value === this.settings[setting] ? 'ready' : changed;
		this.add(setting, level, evidence, value);
	}

	add(about: Setting | AssumedRoute, level: Level, evidence: string, value?: Value): void {
		const field = about in settingFields ? settingFields[about as Setting].name : about;
		const { displayName = field } = parameterNames.find(({ name }) => name === field) ?? {};
		this.findings.set(about, { about: displayName, level, evidence, value });
	}

	/** Marks the rest as unknown, because the check has used all its requests. A missing setting requires another run. */
	cutShort(): void {
		const isOpen = (about: string) => !this.findings.has(about);
		this.isCutShort = probed.some(isOpen);
		const routes = Object.keys(assumedRoutes) as AssumedRoute[];
		for (const about of [...probed, ...routes].filter(isOpen)) {
			this.add(about, 'unknown', 'Not checked, because the check had used all its requests.');
		}
	}

	/** The summary, then an item for each finding. */
	items(): IDataObject[] {
		const all = [...this.findings.values()];
		const items = all.map(({ about, level, evidence, value }) => ({
			about,
			verdict: ofItem[level],
			enter: level === 'ready' ? '' : String(value ?? ''),
			evidence,
			notFoundOut: '',
		}));
		return [this.summary(all), ...items];
	}

	private summary(all: Finding[]): IDataObject {
		const found = all.map(({ level }) => levels.indexOf(level));
		const text = this.textToPaste();
		// With the same settings, another run would need the same requests.
		const isToRepeat = this.isCutShort && (text !== '' || all.some(isByHand));
		const minLevel = levels.indexOf(isToRepeat ? 'needed' : 'ready');
		const level = levels[Math.max(minLevel, ...found)];
		const open = all.filter(
			({ level: one, value }) => one !== 'ready' && one !== 'unusable' && value === undefined,
		);
		const enter = level === 'unusable' ? '' : text;
		return {
			about: 'Summary',
			verdict: verdicts[level],
			enter,
			evidence: this.nextStep(level, enter, open, isToRepeat),
			notFoundOut: inWords(open),
		};
	}

	private nextStep(level: Level, enter: string, open: Finding[], isToRepeat: boolean): string {
		const steps: string[] = [];
		const worst = [...this.findings.values()].find((finding) => finding.level === level);
		if (level === 'unusable') return String(worst?.evidence);
		if (level === 'faster' && enter === '') {
			return `The credential needs no changes. ${worst?.evidence}`;
		}
		if (enter !== '') {
			steps.push(
				`Turn on Customize Parameter Names in the credential, and paste the value of "enter" into ${pastedField.label}.`,
			);
		}
		const byHand = open.filter(isByHand);
		if (byHand.length > 0) {
			const labels = byHand.map(({ about }) => about).join(', ');
			const where =
				enter === ''
					? `in the credential, or in ${pastedField.label} if that field is filled`
					: 'in that text';
			steps.push(`Enter ${labels} ${where}. See the documentation of the service.`);
		}
		if (isToRepeat) {
			steps.push('Then run the check again, because it has used all its requests.');
		}
		return steps.join(' ') || 'The credential needs no changes.';
	}

	/**
	 * The text to paste: settings that differ from the default or the credential, and those to enter by hand, because the
	 * credential then hides their fields. Empty if nothing changes.
	 */
	private textToPaste(): string {
		const { settings } = this;
		const found = [...this.findings].flatMap(([setting, { value }]) =>
			value === undefined ? [] : [[setting, value] as const],
		);
		const isChanged = found.some(([setting, value]) => value !== settings[setting as Setting]);
		if (!isChanged) return '';
		const wanted = { ...settings, ...Object.fromEntries(found) };
		const entries = proposedSettings
			.filter(
				(one) =>
					wanted[one] !== assumedSettings[one] ||
					wanted[one] !== settings[one] ||
					isByHand(this.findings.get(one)),
			)
			.map((one) => [settingFields[one].name, wanted[one]]);
		return JSON.stringify(Object.fromEntries(entries));
	}
}

const isByHand = (finding?: Finding) => finding?.level === 'needed' && finding.value === undefined;

/** "Path of A, Path of B: There is no document to read." */
function inWords(findings: Finding[]): string {
	const evidences = [...new Set(findings.map(({ evidence }) => evidence))];
	const of = (text: string) =>
		findings.flatMap(({ about, evidence }) => (evidence === text ? [about] : []));
	return evidences.map((evidence) => `${of(evidence).join(', ')}: ${evidence}`).join(' ');
}
