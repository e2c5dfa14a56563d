/** Templates, with the scheduler nested (docs/api/resources.md#template). */
import { z } from 'zod';

import { DAYS, GOODS } from '../generated/texts';
import { fieldError, invalid, notFound, record } from '../http/answers';
import type { Call, Operations } from '../http/operations';
import { accountingDocument, documentInput, postable } from './accountingDocuments/contract';
import type { Store } from './accountingDocuments/store';
import { getOnly, id, text } from './fields';
import { judgeEmailTemplate, scheduler } from './schedulers';

export const template = z.strictObject({
	id,
	name: text,
	accountingDocumentId: id,
	content: accountingDocument.partial().nullish(),
	scheduler: scheduler.nullish(),
});

export type Template = z.infer<typeof template>;

const templateInput = template.extend({ id: getOnly, content: documentInput.partial().nullish() });
type TemplateInput = z.infer<typeof templateInput>;

const TEMPLATE_COUNT = 25;

/** The generated template with that number, without its ID. */
function generatedTemplate(index: number): TemplateInput {
	const name = `${GOODS[index % GOODS.length]}${index % 5 === 0 ? ' "měsíčně", = +' : ''}`;
	const frequency = ([1, 2, 3, 4] as const)[index % 4];
	const schedule = {
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
	const content: TemplateInput['content'] = {
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
		...(index % 6 === 5 ? {} : { scheduler: schedule }),
	};
}

export class Templates {
	private readonly templates = new Map<string, Template>();
	private nextId: bigint;

	/** IDs of the generated templates rise by seven from `firstId`. */
	constructor(
		firstId: bigint,
		private readonly store: Store,
	) {
		this.nextId = firstId;
		for (let index = 0; index < TEMPLATE_COUNT; index++) this.add(generatedTemplate(index));
	}

	ids(): string[] {
		return [...this.templates.keys()];
	}

	/** The template that a path names. Throws a Refusal. */
	of(call: Call): Template {
		const wanted = call.id('templateId');
		const found = this.templates.get(String(wanted));
		if (found === undefined) throw notFound(`template has the id ${wanted}`);
		return found;
	}

	find(templateId: string): Template | undefined {
		return this.templates.get(templateId);
	}

	operations(): Operations<'template' | 'createTemplate' | 'updateTemplate'> {
		const one = '/v2/templates/:templateId';
		return {
			template: {
				kind: 'read',
				method: 'GET',
				path: one,
				basis: 'templates [S]',
				answer: (call) => record(this.of(call)),
			},
			createTemplate: {
				kind: 'creates',
				method: 'POST',
				path: '/v2/templates',
				basis: 'templates [I]',
				carries: 'json',
				answer: (call) => {
					const input = call.record(templateInput);
					return record(this.add(this.withContent(input)));
				},
			},
			updateTemplate: {
				kind: 'replaces',
				method: 'PUT',
				path: one,
				basis: 'templates [D, address]',
				carries: 'json',
				answer: (call) => {
					const { id: own, accountingDocumentId } = this.of(call);
					const input = call.record(templateInput);
					if (input.accountingDocumentId != null) {
						const message = 'is not allowed when a template is updated';
						throw invalid([fieldError('accountingDocumentId', 'not_allowed', message)]);
					}
					const replaced = { id: own, ...this.withContent(input), accountingDocumentId };
					this.templates.set(String(own), replaced);
					return record(replaced);
				},
			},
		};
	}

	/** Adds the content of the source document, if there is one. Throws a Refusal. */
	private withContent(input: TemplateInput): TemplateInput {
		const { accountingDocumentId: documentId, content } = input;
		if (input.scheduler != null) judgeEmailTemplate(input.scheduler, 'scheduler.emailTemplateId');
		if (documentId == null) {
			if (content != null) return input;
			throw invalid([fieldError('content', 'rule_broken', 'or accountingDocumentId is needed')]);
		}
		if (content != null) {
			const message = 'must be empty when accountingDocumentId is given';
			throw invalid([fieldError('content', 'rule_broken', message)]);
		}
		const key = this.store.findById(documentId);
		if (key === undefined)
			throw invalid([fieldError('accountingDocumentId', 'rule_broken', 'is no document')]);
		return { ...input, content: postable(this.store.document(key)) };
	}

	private add(input: TemplateInput): Template {
		const id = this.nextId;
		this.nextId += 7n;
		const isSafe = id <= BigInt(Number.MAX_SAFE_INTEGER);
		const added = { id: isSafe ? Number(id) : id, ...input };
		this.templates.set(String(id), added);
		return added;
	}
}
