/** Tasks: `POST /v2/tasks` (docs/api/resources.md#task). */
import { z } from 'zod';

import { type FieldError, fieldError, invalid, record } from '../http/answers';
import type { Clock } from './clock';
import { dateTime, getOnly, id, int64, text } from './fields';
import type { Operations } from '../http/operations';
import { API_AUTHOR } from './organization';
import type { Store } from './accountingDocuments/store';
import type { Uploads } from './uploads';

const FIRST_ID = 4001;
const NORMAL = 1;
const NEW = 0;
const APP = 2;
const AUTHOR = { id: 501, guid: '7d2f6c1e-0b3a-4c55-9e1d-5a1b2c3d4e5f' };
const ORGANIZATION_ID = 77;
const USERS = new Map([
	[601, 'Jana Vzorová'],
	[602, 'Petr Ukázka'],
]);

export const task = z.strictObject({
	id,
	title: text,
	description: text,
	created: dateTime.nullish(),
	authorName: text,
	assigneeName: text,
	assigneeId: id,
	dueDate: dateTime.nullish(),
	/** 0 Low, 1 Normal, 2 High. */
	priority: z.literal([0, 1, 2]).nullish(),
	/** 0 New, 1 In Progress, 2 Done. */
	state: z.literal([0, 1, 2]).nullish(),
	attachedAccountingDocumentIds: z
		.array(z.strictObject({ accountingDocumentId: int64, accountingDocumentNo: text }))
		.nullish(),
	attachedFiles: z.array(z.strictObject({ fileId: int64, name: text })).nullish(),
	authorId: id,
	authorGuid: z.guid().nullish(),
	/** 1 User, 2 App. */
	authorType: z.literal([1, 2]).nullish(),
	organizationId: z.int().nullish(),
});
export type Task = z.infer<typeof task>;

const taskInput = task.extend({
	id: getOnly,
	created: getOnly,
	authorName: getOnly,
	assigneeName: getOnly,
	attachedAccountingDocumentIds: z
		.array(z.strictObject({ accountingDocumentId: int64, accountingDocumentNo: getOnly }))
		.nullish(),
	attachedFiles: z.array(z.strictObject({ fileId: int64, name: getOnly })).nullish(),
	authorId: getOnly,
	authorGuid: getOnly,
	authorType: getOnly,
});
type TaskInput = z.infer<typeof taskInput>;

export class Tasks {
	readonly all: Task[] = [];

	constructor(
		private readonly store: Store,
		private readonly uploads: Uploads,
		private readonly clock: Clock,
	) {}

	operations(): Operations<'createTask'> {
		return {
			createTask: {
				kind: 'creates',
				method: 'POST',
				path: '/v2/tasks',
				basis: 'tasks [D]',
				carries: 'json',
				answer: (call) => {
					const input = call.record(taskInput);
					const errors = this.errorsOf(input);
					if (errors.length > 0) throw invalid(errors);
					const created = this.recordOf(input);
					this.all.push(created);
					return record(created);
				},
			},
		};
	}

	private errorsOf(input: TaskInput): FieldError[] {
		const isUser = input.assigneeId == null || USERS.has(Number(input.assigneeId));
		return [
			...(isUser ? [] : [fieldError('assigneeId', 'rule_broken', 'is no user')]),
			...(input.attachedAccountingDocumentIds ?? []).flatMap((one, index) =>
				this.store.findById(one.accountingDocumentId) === undefined
					? [
							fieldError(
								`attachedAccountingDocumentIds.${index}.accountingDocumentId`,
								'rule_broken',
								'is no accounting document',
							),
						]
					: [],
			),
			...(input.attachedFiles ?? []).flatMap((one, index) =>
				this.uploads.find(one.fileId) === undefined
					? [fieldError(`attachedFiles.${index}.fileId`, 'rule_broken', 'is no uploaded file')]
					: [],
			),
		];
	}

	private recordOf(input: TaskInput): Task {
		return {
			...input,
			id: FIRST_ID + this.all.length,
			created: this.clock.now(),
			authorName: API_AUTHOR,
			assigneeName: input.assigneeId == null ? null : USERS.get(Number(input.assigneeId)),
			priority: input.priority ?? NORMAL,
			state: input.state ?? NEW,
			attachedAccountingDocumentIds: (input.attachedAccountingDocumentIds ?? []).map((one) => ({
				accountingDocumentId: one.accountingDocumentId,
				accountingDocumentNo: this.store.numberOf(one.accountingDocumentId),
			})),
			attachedFiles: (input.attachedFiles ?? []).map(({ fileId }) => ({
				fileId,
				name: this.uploads.find(fileId)?.fileName,
			})),
			authorId: AUTHOR.id,
			authorGuid: AUTHOR.guid,
			authorType: APP,
			organizationId: input.organizationId ?? ORGANIZATION_ID,
		};
	}
}
