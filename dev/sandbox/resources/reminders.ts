/** Payment reminders of a document (docs/api/resources.md#payment-reminder). */
import { z } from 'zod';

import { empty, type FieldError, fieldError, invalid, notFound, record } from '../http/answers';
import type { Call, Operations } from '../http/operations';
import type { AccountingDocuments } from './accountingDocuments';
import { getOnly, id, int64 } from './fields';
import { hasEmailTemplate } from './organization';

const FIRST_ID = 6001;

export const paymentReminder = z.strictObject({
	id,
	/** Days after dueDate; negative ones are before it. */
	exceededDays: z.int(),
	emailTemplateId: int64,
	recipientEmails: z.array(z.email()).nullish(),
});
export type PaymentReminder = z.infer<typeof paymentReminder>;
const reminderInput = paymentReminder.extend({ id: getOnly });
export type ReminderInput = z.infer<typeof reminderInput>;

type Found = { reminders: PaymentReminder[]; index: number };

export class Reminders {
	private readonly byDocument = new Map<number, PaymentReminder[]>();
	private count = 0;

	constructor(private readonly documents: AccountingDocuments) {}

	/** The reminders of the document with that key, in order of creation. */
	of(key: number): PaymentReminder[] {
		return this.byDocument.get(key) ?? [];
	}

	operations(): Operations<
		'listReminders' | 'createReminder' | 'updateReminder' | 'deleteReminder'
	> {
		const all = '/v2/accountingdocuments/:accountingDocumentId/reminders';
		const one = `${all}/:reminderId`;
		return {
			listReminders: {
				kind: 'read',
				method: 'GET',
				path: all,
				basis: 'payment-reminders [D]',
				answer: (call) => record(this.of(this.documents.keyOf(call))),
			},
			createReminder: {
				kind: 'creates',
				method: 'POST',
				path: all,
				basis: 'payment-reminders [D, address]',
				carries: 'json',
				answer: (call) => record(this.create(call)),
			},
			updateReminder: {
				kind: 'replaces',
				method: 'PUT',
				path: one,
				basis: 'payment-reminders [D]',
				carries: 'json',
				answer: (call) => {
					const { reminders, index } = this.find(call);
					const input = call.record(reminderInput);
					const { id: own } = reminders[index];
					this.judge(
						input,
						reminders.filter((other) => other.id !== own),
					);
					reminders[index] = { id: own, ...input };
					return record(reminders[index]);
				},
			},
			deleteReminder: {
				kind: 'removes',
				method: 'DELETE',
				path: one,
				basis: 'payment-reminders [I]',
				answer: (call) => {
					const { reminders, index } = this.find(call);
					reminders.splice(index, 1);
					return empty();
				},
			},
		};
	}

	private create(call: Call): PaymentReminder {
		const key = this.documents.keyOf(call);
		const input = call.record(reminderInput);
		const reminders = this.of(key);
		this.judge(input, reminders);
		return this.add(key, input);
	}

	/** Adds one, bypassing the service. */
	add(key: number, input: ReminderInput): PaymentReminder {
		const created = { id: FIRST_ID + this.count++, ...input };
		this.byDocument.set(key, [...this.of(key), created]);
		return created;
	}

	private find(call: Call): Found {
		const reminders = this.of(this.documents.keyOf(call));
		const wanted = call.id('reminderId');
		const index = reminders.findIndex((reminder) => reminder.id === wanted);
		if (index < 0) throw notFound(`payment reminder of this document has the id ${wanted}`);
		return { reminders, index };
	}

	/** A document accepts a reminder only once per day. */
	private judge(input: ReminderInput, others: readonly PaymentReminder[]): void {
		const errors: FieldError[] = [];
		if (others.some(({ exceededDays }) => exceededDays === input.exceededDays)) {
			const message = 'has a reminder of this document already: there is one per day';
			errors.push(fieldError('exceededDays', 'rule_broken', message));
		}
		if (!hasEmailTemplate(input.emailTemplateId))
			errors.push(fieldError('emailTemplateId', 'rule_broken', 'is no e-mail template'));
		if (errors.length > 0) throw invalid(errors);
	}
}
