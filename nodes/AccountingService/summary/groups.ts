import type { IDataObject } from 'n8n-workflow';

import type { ServiceRecord } from '../../shared/client/envelope';
import { refuseInput } from '../../shared/client/errors';
import { checksumText } from '../../shared/documents/checksum';
import { Decimal } from '../../shared/decimal';
import { cellOf, type Dimension, rankOf } from './dimensions';

/** Far more than a person reads. Limits the memory. */
const maxGroups = 10_000;

/** A sum in the output. */
export interface Measure {
	name: string;
	label: string;
	/** Part of another sum, which already says what is missing. */
	isPart?: true;
}

/** What is added up, and by what. */
export interface Grouping {
	dimensions: Dimension[];
	measures: Measure[];
	/** The name of the measure by which the largest groups come first. */
	main: string;
}

interface DimensionGroup {
	values: unknown[];
	documents: number;
	/** The number of the last document, which may have several lines. */
	last: number;
	/** Sum of the documents' checksums, if they are wanted. */
	checksum?: bigint;
	/** By measure; an amount is undefined as long as all are missing. */
	sums: Array<{ amount: Decimal | undefined; count: number }>;
}

/** Only for sorting, because the paths take as much memory as the group. */
interface PlacedGroup extends DimensionGroup {
	/** By dimension. Equal for groups that share this dimension and those before it. */
	paths: string[];
}

function placed([name, group]: [string, DimensionGroup]): PlacedGroup {
	const keys = JSON.parse(name) as unknown[];
	return { ...group, paths: keys.map((_, index) => JSON.stringify(keys.slice(0, index + 1))) };
}

/** Exact sums of documents by group, in memory that grows only with the groups. */
export class Groups {
	private readonly groups = new Map<string, DimensionGroup>();

	/** What the reader should know, with the number of documents and the last one of them. */
	private readonly remarks = new Map<string, { documents: number; last: number }>();

	private documents = 0;

	private readonly dimensions: Dimension[];

	private readonly measures: Measure[];

	/** @param sections never added up with each other */
	constructor(
		private readonly sections: Dimension[],
		private readonly grouping: Grouping,
	) {
		this.dimensions = [...sections, ...grouping.dimensions];
		this.measures = grouping.measures;
	}

	/**
	 * Adds the lines of one document.
	 * @param amountsOf by measure; an undefined amount is missing
	 * @param checksum of the document; without one, the groups have none
	 * @throws ServiceError (badInput) for too many groups
	 */
	add(
		lines: ServiceRecord[],
		amountsOf: (line: ServiceRecord) => Record<string, Decimal | undefined>,
		checksum?: bigint,
	): void {
		this.documents++;
		for (const line of lines) {
			const group = this.groupOf(line);
			const isNew = group.last !== this.documents;
			group.documents += Number(isNew);
			if (isNew && checksum !== undefined) group.checksum = (group.checksum ?? 0n) + checksum;
			group.last = this.documents;
			const amounts = amountsOf(line);
			this.measures.forEach(({ name, label, isPart }, index) => {
				if (!(name in amounts)) return;
				const { amount = Decimal.zero, count } = group.sums[index];
				const added = amounts[name];
				if (!added && !isPart)
					this.remark(`${label} is missing or not a number, so the sums are without it`);
				if (added) group.sums[index] = { amount: amount.plus(added), count: count + 1 };
				else if (count === 0) group.sums[index].amount = undefined;
			});
		}
	}

	remark(text: string): void {
		const { documents, last } = this.remarks.get(text) ?? { documents: 0, last: -1 };
		if (last === this.documents) return;
		this.remarks.set(text, { documents: documents + 1, last: this.documents });
	}

	/** One sentence each, without a period. */
	notes(): string[] {
		return [...this.remarks].map(
			([text, { documents }]) => `In ${documents} document${documents === 1 ? '' : 's'}, ${text}`,
		);
	}

	/**
	 * One item per group. Sections come in the order that a reader expects. Within them, each dimension in turn is in its
	 * own order, such as months, or has the values with the largest sums first. Empty values are last.
	 */
	items(): IDataObject[] {
		const all = [...this.groups].map(placed);
		const sizes = this.sizesOf(all);
		const groups = all.sort((a, b) => this.compare(a, b, sizes));
		return groups.map(({ values, documents, checksum, sums }) => {
			const item = this.dimensions.map(({ name }, index) => [name, values[index]]);
			const amounts = this.measures.flatMap(({ name }, index) => [
				[name, sums[index].amount?.toString() ?? null],
				[`${name}Count`, sums[index].count],
			]);
			const counts = Object.entries({
				documents,
				...(checksum !== undefined && { checksum: checksumText(checksum) }),
			});
			return Object.fromEntries([...item, ...counts, ...amounts]) as IDataObject;
		});
	}

	private compare(a: PlacedGroup, b: PlacedGroup, sizes: Map<string, Decimal>): number {
		const { dimensions } = this.grouping;
		const count = this.sections.length;
		const type = this.sections.findIndex(({ name }) => name === 'type');
		const sections = compareValues(a.values.slice(0, count), b.values.slice(0, count));
		if (sections !== 0) return rankOf(a.values[type]) - rankOf(b.values[type]) || sections;
		for (const [index, { isOrdered }] of dimensions.entries()) {
			const at = count + index;
			const [path, otherPath] = [a.paths[at], b.paths[at]];
			if (path === otherPath) continue;
			const [value, otherValue] = [a.values[at], b.values[at]];
			const size = (of: string) => sizes.get(of)?.abs() ?? Decimal.zero;
			return (
				Number(value === null) - Number(otherValue === null) ||
				(isOrdered ? 0 : size(otherPath).compare(size(path))) ||
				compareValues([value, path], [otherValue, otherPath])
			);
		}
		return 0;
	}

	/** The sums of all groups that have the first dimensions in common, e.g. of a contact in all months. */
	private sizesOf(groups: PlacedGroup[]): Map<string, Decimal> {
		const measure = this.measures.findIndex(({ name }) => name === this.grouping.main);
		const sizes = new Map<string, Decimal>();
		for (const { paths, sums } of groups) {
			const amount = sums[measure].amount ?? Decimal.zero;
			for (const path of paths) sizes.set(path, (sizes.get(path) ?? Decimal.zero).plus(amount));
		}
		return sizes;
	}

	private groupOf(line: ServiceRecord): DimensionGroup {
		const values = this.dimensions.map(({ read }) => cellOf(read(line)));
		const keys = this.dimensions.map(({ key }, index) => key?.(line) ?? values[index]);
		const name = JSON.stringify(keys);
		const group = this.groups.get(name) ?? {
			values,
			documents: 0,
			last: 0,
			sums: this.measures.map(() => ({ amount: Decimal.zero, count: 0 })),
		};
		if (this.groups.size === maxGroups && !this.groups.has(name)) this.refuseMore();
		this.groups.set(name, group);
		return group;
	}

	private refuseMore(): never {
		const groups = [...this.groups.values()];
		const counts = this.dimensions.map(({ label }, index) => ({
			label,
			count: new Set(groups.map(({ values }) => values[index])).size,
		}));
		const { label, count } = counts.reduce((most, one) => (one.count > most.count ? one : most));
		return refuseInput(
			'report',
			`The report has more than ${maxGroups} groups. ${label} alone has ${count} values so far`,
			`Add filters, for example Period, or choose a report without ${label}.`,
		);
	}
}

const collator = new Intl.Collator('en', { numeric: true });

function compareValues(a: unknown[], b: unknown[]): number {
	const index = a.findIndex((one, at) => String(one) !== String(b[at]));
	if (index < 0) return 0;
	const [one, other] = [a[index], b[index]];
	const empty = Number(one === null) - Number(other === null);
	return empty || collator.compare(String(one), String(other));
}
