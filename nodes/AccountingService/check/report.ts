import type { IDataObject } from 'n8n-workflow';

import {
	assumedSettings,
	settingFields,
	type ServiceSettings,
	type Setting,
} from '../../shared/client/settings';
import { pastedField } from '../../shared/n8n/pasted';

export type Verdict = 'holds' | 'does not hold' | 'cannot tell';

/** What of the credential is proposed for an assumption. */
export type Proposal = Partial<Pick<ServiceSettings, Setting>>;

interface Finding {
	verdict: Verdict;
	evidence: string;
	proposal: Proposal;
}

/** What the check finds out, in the order of its items. */
const assumptions = {
	envelope: 'Shape of a list',
	unknown: 'Unknown parameters',
	pageSize: 'Name of the page size',
	largestPage: 'Limits of the page size',
	page: 'Name of the page number',
	pageCounts: 'What the page number counts',
	firstPage: 'Number of the first page',
	beyond: 'A page beyond the last one',
	count: 'Count of pages',
	order: 'Order of the list',
	repeatable: 'The list repeats itself',
	scope: 'Extra properties by scope',
	searchParametersIn: 'Where search parameters travel',
	searchPages: 'Pages of a search',
	range: 'Filter by a range of totals',
	searchText: 'Name of the text search',
	sortDirection: 'Name of the sort direction',
	singleValue: 'Name of the single-value filter',
	type: 'Name of the filter by type',
	direction: 'Name of the filter by direction',
	issueDateFrom: 'Name of the filter by first issue date',
	issueDateTo: 'Name of the filter by last issue date',
	wrongToken: 'A token that is not valid',
	width: 'Requests at the same time',
} as const;

export type Assumption = keyof typeof assumptions;

function assumed(assumption: Assumption, settings: ServiceSettings): string {
	switch (assumption) {
		case 'envelope':
			return 'a list of records, alone or in an object';
		case 'unknown':
			return 'refused, so that a wrong name shows itself';
		case 'largestPage':
			return `10 to ${settings.largestPage} records`;
		case 'pageCounts':
			return settings.pageCounts;
		case 'beyond':
			return 'empty, refused, or a page that came before';
		case 'count':
			return 'pagesCount';
		case 'order':
			return 'by ID, newest first';
		case 'repeatable':
			return 'the same documents in the same order, unless something changed';
		case 'scope':
			return 'scope=CA adds connectableAmount';
		case 'searchParametersIn':
			return choices[settings.searchParametersIn];
		case 'searchPages':
			return 'the same names as in the list';
		case 'range':
			return 'valueFrom and valueTo, by total';
		case 'wrongToken':
			return 'HTTP 401, 403 or 400, a redirect or a web page';
		case 'width':
			return 'several';
		default: {
			const name = String(settings[assumption]);
			return name === '' ? 'none: the node filters the documents itself' : name;
		}
	}
}

/** Gathers the findings and makes the items of them. */
export class Report {
	private readonly findings = new Map<Assumption, Finding>();

	/** Why the check ended before it had asked everything. */
	private endedEarly = '';

	constructor(private readonly settings: ServiceSettings) {}

	holds(assumption: Assumption, evidence: string): void {
		this.findings.set(assumption, { verdict: 'holds', evidence, proposal: {} });
	}

	fails(assumption: Assumption, evidence: string, proposal: Proposal = {}): void {
		this.findings.set(assumption, { verdict: 'does not hold', evidence, proposal });
	}

	unsure(assumption: Assumption, evidence: string, proposal: Proposal = {}): void {
		this.findings.set(assumption, { verdict: 'cannot tell', evidence, proposal });
	}

	proposalOf(assumption: Assumption): Proposal {
		return this.findings.get(assumption)?.proposal ?? {};
	}

	verdictOf(assumption: Assumption): Verdict | undefined {
		return this.findings.get(assumption)?.verdict;
	}

	has(assumption: Assumption): boolean {
		return this.findings.has(assumption);
	}

	/** @param reason why nothing more could be asked */
	endEarly(reason: string): void {
		this.endedEarly = reason;
		this.unsureOfRest(reason);
	}

	/** For all that nothing was found out about. */
	unsureOfRest(reason: string): void {
		for (const assumption of Object.keys(assumptions) as Assumption[]) {
			if (!this.has(assumption)) this.unsure(assumption, `Not asked: ${reason}.`);
		}
	}

	/** One item for each assumption, then one that sums up. */
	items(requests: number): IDataObject[] {
		const items = (Object.keys(assumptions) as Assumption[]).map((assumption) => {
			const { verdict, evidence, proposal } = this.findings.get(assumption) ?? {
				verdict: 'cannot tell' as const,
				evidence: 'Not asked.',
				proposal: {},
			};
			return {
				assumption: assumptions[assumption],
				assumed: assumed(assumption, this.settings),
				verdict: verdict as string,
				evidence,
				enter: entryOf(proposal),
			};
		});
		return [...items, this.summary(requests)];
	}

	/** Names that are known by then leave requests for the rest. */
	private again(): string {
		return this.endedEarly === ''
			? ''
			: ` Then run the check again: ${this.endedEarly} before everything was asked.`;
	}

	private summary(requests: number): IDataObject & { verdict: string } {
		const all = [...this.findings.values()];
		const of = (verdict: Verdict) => all.filter((finding) => finding.verdict === verdict).length;
		const proposal: Proposal = Object.assign({}, ...all.map((finding) => finding.proposal));
		const counted = `${of('holds')} hold, ${of('does not hold')} do not hold, ${of('cannot tell')} could not be told, with ${requests} requests.`;
		const changed = settingsOf({ ...this.settings, ...proposal });
		const isChanged = Object.keys(proposal).length > 0;
		return {
			assumption: 'All of them',
			assumed: 'what the credential says',
			verdict: isChanged || of('holds') === 0 ? 'does not hold' : 'holds',
			evidence: isChanged
				? `${counted} Turn on Customize Parameter Names in the credential, and paste the value into ${pastedField.label}.${this.again()}`
				: `${counted} Nothing is to be entered in the credential.`,
			enter: isChanged ? { field: pastedField.label, value: JSON.stringify(changed) } : null,
		};
	}
}

/** The field of the credential and its value, as the form has them. */
function entryOf(proposal: Proposal): IDataObject | null {
	const [setting] = Object.keys(proposal) as Setting[];
	if (setting === undefined) return null;
	const value = proposal[setting];
	const { label } = settingFields[setting];
	const isChoice = setting === 'searchParametersIn' || setting === 'pageCounts';
	return { field: label, value: isChoice ? choices[String(value)] : value };
}

/** As the form calls them. */
const choices: Record<string, string> = {
	body: 'JSON Body',
	query: 'URL',
	pages: 'Pages',
	records: 'Records',
};

/** What differs from the assumed, by the names of the fields. */
function settingsOf(settings: ServiceSettings): IDataObject {
	const changed = (Object.keys(settingFields) as Setting[])
		.filter((setting) => settings[setting] !== assumedSettings[setting])
		.map((setting) => [settingFields[setting].name, settings[setting]]);
	return Object.fromEntries(changed) as IDataObject;
}
