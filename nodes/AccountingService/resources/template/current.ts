import { withExpectedId, readRecord } from '../../../shared/client/envelope';
import { isObject } from '../../../shared/client/message';
import { newDocumentInWords } from '../../document/newDocument';
import { textFrom } from '../../../shared/client/json';
import { valueAt } from '../../../shared/fields/describe';
import { currentFrom } from '../../kinds/declared';
import { schedulerFields, templateFields, templateRequest } from './templateRecord';

const read = (answer: unknown, { templateId }: Record<string, string>, activity: string) =>
	withExpectedId(readRecord(answer, activity, templateFields), templateId, activity);

export const currentTemplate = currentFrom(templateRequest, read);

/** Nested or flat, as in {@link templateRecord}; empty if the template has none. */
export const currentScheduler = currentFrom(
	templateRequest,
	(answer, ids, activity) => {
		const template = read(answer, ids, activity);
		const { scheduler } = template;
		if (typeof scheduler === 'object' && scheduler !== null) return { ...scheduler };
		const flat = Object.entries(template).filter(([name]) => Object.hasOwn(schedulerFields, name));
		return Object.fromEntries(flat);
	},
	(answer) => {
		const content = valueAt(answer, 'content');
		const about = isObject(content) ? newDocumentInWords({ body: content }) : '';
		return { templateName: textFrom(valueAt(answer, 'name')), about };
	},
);
