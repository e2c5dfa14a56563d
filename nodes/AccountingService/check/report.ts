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

/** What a finding means, the worst last. */
const levels = ['ready', 'unknown', 'faster', 'needed', 'unusable'] as const;

type Level = (typeof levels)[number];

type Value = string | number;

interface Finding {
	/** The field of the credential, as the form calls it. */
	about: string;
	level: Level;
	evidence: string;
	value?: Value;
}

/** What the summary says, by the worst finding. */
const verdicts = {
	ready: 'ready',
	unknown: 'ready',
	faster: 'could be faster',
	needed: 'settings needed',
	unusable: 'not usable',
} as const satisfies Record<Level, string>;

/** What an item says, by its finding. */
const ofItem = {
	ready: 'as set',
	unknown: 'could not be found out',
	faster: 'could be faster',
	needed: 'setting needed',
	unusable: 'not usable',
} as const satisfies Record<Level, string>;

const probed = ['page', 'pageSize', 'searchParametersIn', 'searchText', 'sortDirection'] as const;

/** Gathers the findings and makes the items of them. */
export class Report {
	private readonly findings = new Map<string, Finding>();

	private isCutShort = false;

	constructor(private readonly settings: ServiceSettings) {}

	/** @param ifIgnored what it means that the service ignores the value that is set */
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

	/** No request was left for the rest. Without a setting, another run is needed. */
	cutShort(): void {
		const isOpen = (about: string) => !this.findings.has(about);
		this.isCutShort = probed.some(isOpen);
		const routes = Object.keys(assumedRoutes) as AssumedRoute[];
		for (const about of [...probed, ...routes].filter(isOpen)) {
			this.add(about, 'unknown', 'Not asked, since the requests were used up.');
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
		const least = levels.indexOf(this.isCutShort ? 'needed' : 'ready');
		const level = levels[Math.max(least, ...found)];
		const open = all.filter(
			({ level: one, value }) => one !== 'ready' && one !== 'unusable' && value === undefined,
		);
		const enter = level === 'unusable' ? '' : this.textToPaste();
		return {
			about: 'Summary',
			verdict: verdicts[level],
			enter,
			evidence: this.nextStep(level, enter, open),
			notFoundOut: inWords(open),
		};
	}

	private nextStep(level: Level, enter: string, open: Finding[]): string {
		const steps: string[] = [];
		const worst = [...this.findings.values()].find((finding) => finding.level === level);
		if (level === 'unusable') return `The node cannot read this service. ${worst?.evidence}`;
		if (level === 'faster' && enter === '') {
			return `Nothing needs to be entered in the credential. ${worst?.evidence}`;
		}
		if (enter !== '') {
			steps.push(
				`Turn on Customize Parameter Names in the credential and paste the text of "enter" into ${pastedField.label}.`,
			);
		}
		const byHand = open.filter(isByHand);
		if (byHand.length > 0) {
			const labels = byHand.map(({ about }) => about).join(', ');
			const where = enter === '' ? 'in the credential' : 'in that text, or else in the credential,';
			steps.push(`Enter ${where} what the documentation of the service says: ${labels}.`);
		}
		if (this.isCutShort) {
			steps.push('Then run the check again, since it has used up its requests.');
		}
		return steps.join(' ') || 'Nothing needs to be entered in the credential.';
	}

	/**
	 * The text to paste: what differs from the assumed or from the credential, and what is entered by hand, since the
	 * credential hides its field then. Empty if nothing changes.
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

/** "Path of A, Path of B: nobody knows." */
function inWords(findings: Finding[]): string {
	const evidences = [...new Set(findings.map(({ evidence }) => evidence))];
	const of = (text: string) =>
		findings.flatMap(({ about, evidence }) => (evidence === text ? [about] : []));
	return evidences.map((evidence) => `${of(evidence).join(', ')}: ${evidence}`).join(' ');
}
