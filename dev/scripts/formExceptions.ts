/** What n8n's rules report about a form. */
export interface Report {
	rule: string;
	/** The labels of the field and of those around it. */
	labels: string[];
	/** The line of source that breaks the rule. */
	source: string;
}

interface Exception {
	reason: string;
	rules: string[];
	/** The last labels, joined by " → ". */
	field?: RegExp;
	source?: RegExp;
}

/** Reports of n8n's rules that are right for other nodes. Each of them must still be needed. */
export const exceptions: Exception[] = [
	{
		reason: "the description of an output field begins with the service's own name of the field",
		rules: ['param-description-lowercase-first-char', 'param-description-miscased-id'],
		source: /^description: '[a-z]\w*: [A-Z]/,
	},
	{
		reason: 'operations stand with the most used first',
		rules: ['param-options-type-unsorted-items'],
		field: /^Operation$/,
	},
	{
		reason: "choices stand in the order of the service's codes",
		rules: ['param-options-type-unsorted-items'],
		field: /(^| → )VAT Rate Type$/,
	},
	{
		reason: 'the picker comes first: it fills in the other fields',
		rules: ['param-collection-type-unsorted-items'],
		field: /(^| → )Contact$/,
	},
	{
		reason: 'a line item reads as on an invoice',
		rules: ['param-fixed-collection-type-unsorted-items'],
		field: /^Line Items → Line Item$/,
	},
	{
		reason: 'in the tool of an agent, the limit is 25, and its description says why',
		rules: ['param-default-wrong-for-limit', 'param-description-wrong-for-limit'],
		field: /^Limit$/,
		source: /default: 25,|, at most 25\./,
	},
	{
		reason: 'the user has to choose what to change, so nothing is chosen at first',
		rules: ['param-default-wrong-for-options'],
		field: /^Change$/,
	},
	{
		reason: 'users copy it from a link and compare it',
		rules: ['param-type-options-password-missing'],
		field: / → Permalink Token$/,
	},
];

export function allows(exception: Exception, report: Report): boolean {
	const { rules, field = /^/, source = /^/ } = exception;
	return (
		rules.some((rule) => report.rule === `n8n-nodes-base/node-${rule}`) &&
		field.test(report.labels.join(' → ')) &&
		source.test(report.source)
	);
}
