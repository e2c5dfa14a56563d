import { readRecord } from '../../../shared/client/envelope';
import { currentFrom } from '../../kinds/current';
import { schedulerFields } from './fields';

const getTemplate = { route: 'GET /v2/templates/{templateId}', basis: 'specification 4' } as const;

export const currentTemplate = currentFrom(getTemplate, (answer, _ids, what) =>
	readRecord(answer, what),
);

/** Nested or flat, as in {@link templateRecord}; empty where the template has none. */
export const currentScheduler = currentFrom(getTemplate, (answer, _ids, what) => {
	const template = readRecord(answer, what);
	const { scheduler } = template;
	if (typeof scheduler === 'object' && scheduler !== null) return { ...scheduler };
	const flat = Object.entries(template).filter(([name]) => Object.hasOwn(schedulerFields, name));
	return Object.fromEntries(flat);
});
