/** Templates of section 2.6, with the scheduler nested as published-facts, section 5, has it. */
import { z } from 'zod';

import { accountingDocument } from './accountingDocuments/contract';
import { date, day, flag, id, text } from './fields';
import { DAYS, GOODS } from '../generated/texts';
import { notFound, record } from '../http/answers';
import type { Operations } from '../http/operations';
import type { Parser } from '../http/parsing';

export const scheduler = z
	.strictObject({
		start: date,
		end: day,
		generateMaxCount: z.int().nullish(),
		frequency: z.literal([1, 2, 3, 4]),
		useWorkflow: z.boolean(),
		generateOnEndOfMonth: flag,
		emailRecipients: z.array(z.string()).nullish(),
		emailTemplateId: id,
	})
	.refine(
		(value) => value.end == null || value.generateMaxCount == null,
		'end and generateMaxCount exclude each other',
	)
	.refine(
		(value) => value.generateOnEndOfMonth !== true || value.frequency === 3,
		'generateOnEndOfMonth needs Monthly',
	);
export const template = z.strictObject({
	id,
	name: text,
	accountingDocumentId: id,
	content: accountingDocument.partial().nullish(),
	scheduler: scheduler.nullish(),
});

export type Template = z.infer<typeof template>;

const TEMPLATE_COUNT = 25;

/** The generated template with that number, without its id. */
function generatedTemplate(index: number): Omit<Template, 'id'> {
	const name = `${GOODS[index % GOODS.length]}${index % 5 === 0 ? ' "měsíčně", = +' : ''}`;
	const frequency = ([1, 2, 3, 4] as const)[index % 4];
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
	const content: Template['content'] = {
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
	return {
		name,
		accountingDocumentId: null,
		content,
		...(index % 6 === 5 ? {} : { scheduler }),
	};
}

const nothing = z.strictObject({});

export class Templates {
	private readonly templates = new Map<string, Template>();

	/** Ids of the generated templates rise by seven from `firstId`. */
	constructor(
		firstId: bigint,
		private readonly parser: Parser,
	) {
		for (let index = 0; index < TEMPLATE_COUNT; index++)
			this.put(firstId + BigInt(index * 7), generatedTemplate(index));
	}

	ids(): string[] {
		return [...this.templates.keys()];
	}

	operations(): Operations<'template'> {
		return {
			template: {
				method: 'GET',
				path: '/v2/templates/:templateId',
				basis: 'specification 4 [S]',
				isWrite: false,
				carries: 'nothing',
				answer: (call) => {
					this.parser.query(nothing, call.query);
					const id = this.parser.id('templateId', call.params.templateId);
					const found = this.templates.get(String(id));
					if (found === undefined) throw notFound('template has this id');
					return record(found);
				},
			},
		};
	}

	private put(id: bigint, template: Omit<Template, 'id'>): void {
		const isSafe = id <= BigInt(Number.MAX_SAFE_INTEGER);
		this.templates.set(String(id), { id: isSafe ? Number(id) : id, ...template });
	}
}
