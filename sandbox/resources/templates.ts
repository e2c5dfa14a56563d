/** Templates of section 2.6, with the scheduler nested as published-facts, section 5, has it. */
import { DAYS, GOODS } from '../generated/texts';

export const TEMPLATE_COUNT = 25;

/** JSON text of a template, or undefined for an id that no template has. Ids rise by seven from `firstId`. */
export function templateText(firstId: bigint, templateId: string): string | undefined {
	const offset = BigInt(templateId) - firstId;
	if (offset < 0n || offset % 7n !== 0n || offset >= 7n * BigInt(TEMPLATE_COUNT)) return undefined;
	const index = Number(offset / 7n);
	const name = `${GOODS[index % GOODS.length]}${index % 5 === 0 ? ' "měsíčně", = +' : ''}`;
	const frequency = 1 + (index % 4);
	const scheduler = {
		start: DAYS[index * 11],
		end: index % 3 === 0 ? DAYS[index * 11 + 365] : null,
		generateMaxCount: index % 3 === 1 ? 12 : null,
		frequency,
		useWorkflow: index % 2 === 0,
		generateOnEndOfMonth: frequency === 3 && index % 8 === 2,
		emailRecipients:
			index % 4 === 0 ? ['ucetni@odberatel.example', 'fakturace@odberatel.test'] : null,
		emailTemplateId: index % 4 === 0 ? 31 : null,
	};
	const content = {
		type: 0,
		direction: 1,
		currency: 'CZK',
		vatCountryType: 1,
		paymentType: 1,
		description: name,
		lineItems: [
			{
				description: name,
				qt: 1,
				unitName: 'ks',
				unitPriceVatExcl: 100 + index,
				vatRate: 21,
				vatRateType: 1,
			},
		],
	};
	const rest = {
		name,
		accountingDocumentId: null,
		content,
		...(index % 6 === 5 ? {} : { scheduler }),
	};
	return `{"id":${templateId},${JSON.stringify(rest).slice(1)}`;
}

export function templateIds(firstId: bigint): bigint[] {
	return Array.from({ length: TEMPLATE_COUNT }, (_, index) => firstId + BigInt(index * 7));
}
