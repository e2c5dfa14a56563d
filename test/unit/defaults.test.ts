import { allFields, choicesOf } from './support/descriptions';

/** What every choice of every form starts with, by the name of its field: the usual or the harmless value. */
const usual: Record<string, string[]> = {
	accountingDocumentDirection: ['Issued'],
	autoFinancialAccountStatus: ['Not Classified'],
	body: ['None'],
	change: ['nothing chosen'],
	changesSomething: ['By Method'],
	decimalSeparator: ['Point'],
	delimiter: ['Comma'],
	direction: ['Issued'],
	documentsFor: ['One for All Files'],
	filesFrom: ['Input Item'],
	firstRun: ['All Documents Are Created'],
	format: ['CSV'],
	frequency: ['Monthly'],
	headings: ['Labels'],
	ifExists: ['Return It', 'Skip'],
	largestPageSize: ['At Most 100'],
	lineItemsFrom: ['Define Below', 'Keep as They Are'],
	method: ['GET'],
	mode: ['Change Some Fields'],
	newDocuments: ['In the Newest Share'],
	pageParameterCounts: ['Pages'],
	paymentType: ['Bank Transfer'],
	period: ['This Month'],
	priority: ['Normal'],
	report: ['Unpaid by Age'],
	resource: ['Accounting Document'],
	response: ['One Record'],
	roundingType: ['None'],
	rowsPer: ['One per Document'],
	searchParametersIn: ['JSON Body'],
	sortDirection: ['Newest First'],
	source: ['All Documents'],
	start: ['New Events Only'],
	state: ['New'],
	type: ['Invoice'],
	uniqueBy: ['Order Number'],
	vatCountryType: ['Domestic'],
	vatRateType: ['Not Set', 'Standard'],
	vatRecapCalculationMode: ['Start From VAT Excluded'],
	watch: ['All Unpaid Documents'],
};

describe('every choice of every form', () => {
	it('starts with the usual or the harmless value', () => {
		const found: Record<string, string[]> = {};
		for (const { field } of allFields) {
			// Output is the same everywhere; which operation a resource starts with is its own matter.
			if (field.type !== 'options' || ['operation', 'output'].includes(field.name)) continue;
			const start = choicesOf(field).find(({ value }) => value === field.default);
			const others = found[field.name] ?? [];
			found[field.name] = [...new Set([...others, start?.name ?? 'nothing chosen'])].sort();
		}
		expect(found).toEqual(usual);
	});
});
