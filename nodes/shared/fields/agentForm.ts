import type { INodeProperties } from 'n8n-workflow';

import { type ItemForm, someText } from './readForm';

/** Maximum number of records. A language model reads every character of a tool's output, so keep it short. */
export const maxForAgent = 25;

/** How many records to return, by the limit of the form. */
export const countForAgent = (limit = maxForAgent): number => Math.min(limit, maxForAgent);

/** Hides a field that has no effect in the tool of an AI agent. */
export const notForAgent = (field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { ...field.displayOptions, hide: { '@tool': [true] } },
});

/** Whether the model enters the value, or a part of it. */
export const isFromModel = (entered: unknown): boolean =>
	someText(entered, (text) => text.startsWith('=') && /\$fromAI\b/i.test(text));

/** Whether the model can enter other values than a limit to find other records. */
export const canSearchAgain = ({ entered }: ItemForm): boolean =>
	Object.entries(entered).some(([name, value]) => name !== 'limit' && isFromModel(value));
