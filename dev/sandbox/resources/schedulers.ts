/** When a template generates documents: `…/templates/{templateId}/scheduler` (docs/api/resources.md#template-scheduler). */
import { z } from 'zod';

import { empty, fieldError, invalid, notFound, record } from '../http/answers';
import type { Operations } from '../http/operations';
import { date, day, flag, id } from './fields';
import { isDocumentEmailTemplate } from './organization';
import type { Templates } from './templates';

const MONTHLY = 3;

export const scheduler = z
	.strictObject({
		start: date,
		end: day,
		generateMaxCount: z.int().nullish(),
		/** 1 Daily, 2 Weekly, 3 Monthly, 4 Yearly. */
		frequency: z.literal([1, 2, 3, 4]),
		useWorkflow: z.boolean(),
		generateOnEndOfMonth: flag,
		emailRecipients: z.array(z.string()).nullish(),
		emailTemplateId: id,
	})
	.refine((value) => value.end == null || value.generateMaxCount == null, {
		path: ['end'],
		error: 'must be empty when generateMaxCount is filled',
	})
	.refine((value) => value.generateOnEndOfMonth !== true || value.frequency === MONTHLY, {
		path: ['frequency'],
		error: 'must be 3 (Monthly) with generateOnEndOfMonth',
	});
export type Scheduler = z.infer<typeof scheduler>;

/** Throws a Refusal for an email template that is not of type 2. `name` is its path in the body. */
export function judgeEmailTemplate(input: Scheduler, name: string): void {
	const { emailTemplateId } = input;
	if (emailTemplateId == null || isDocumentEmailTemplate(emailTemplateId)) return;
	throw invalid([fieldError(name, 'rule_broken', 'is no e-mail template of type 2')]);
}

export const schedulerOperations = (
	templates: Templates,
): Operations<'setScheduler' | 'removeScheduler'> => {
	const path = '/v2/templates/:templateId/scheduler';
	return {
		setScheduler: {
			kind: 'replaces',
			method: 'PUT',
			path,
			basis: 'templates [D]',
			carries: 'json',
			answer: (call) => {
				const template = templates.of(call);
				const input = call.record(scheduler);
				judgeEmailTemplate(input, 'emailTemplateId');
				template.scheduler = input;
				return record(input);
			},
		},
		removeScheduler: {
			kind: 'removes',
			method: 'DELETE',
			path,
			basis: 'templates [I]',
			answer: (call) => {
				const template = templates.of(call);
				if (template.scheduler == null) throw notFound('scheduler on this template');
				template.scheduler = null;
				return empty();
			},
		},
	};
};
