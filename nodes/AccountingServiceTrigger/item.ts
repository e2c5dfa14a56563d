import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Shape } from '../shared/fields/output';
import type { Delivery } from './compare';
import type { DocumentEvent } from './events';

/** An item of the output. `npm run generate` writes the schema of the same fields (dev/scripts/generated.ts). */
export interface TriggerItem extends DocumentEvent {
	/** As the field Output says. */
	document: IDataObject;
}

export function outputItem({ record, event }: Delivery, shape: Shape): INodeExecutionData {
	const { event: name, eventId, changes } = event;
	const item: TriggerItem = { event: name, eventId, document: shape(record), changes };
	return { json: { ...item } as IDataObject };
}
