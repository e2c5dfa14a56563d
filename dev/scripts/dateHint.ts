import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { enterDate } from '../../nodes/shared/fields/describe';

/** n8n's picker drops what it cannot read, or puts the earlier date back: 20.12.2026 over 2026-12-10 (n8n 2.41.1). */
const hints = {
	date: `${enterDate} n8n drops other formats, so check that the field shows your date.`,
	time: 'Enter a time as 2026-12-31 14:30:00. n8n drops other formats, so check that the field shows your time.',
};

/** Which date has the hint if all of them are in collections, where each is added alone. */
const mostUsed = ['issueDateFrom', 'dueDate', 'start'];

const isDate = ({ type }: INodeProperties) => type === 'dateTime';

type Choice = NonNullable<INodeProperties['options']>[number];

const membersOf = (option: Choice): INodeProperties[] => {
	if ('values' in option) return (option as INodePropertyCollection).values;
	return 'type' in option ? [option as INodeProperties] : [];
};

const datesIn = (fields: INodeProperties[]): INodeProperties[] =>
	fields.flatMap((field) =>
		isDate(field) ? [field] : datesIn((field.options ?? []).flatMap(membersOf)),
	);

/** The form with the hint under one of its dates. All of them have an example. */
export function withDateHint(fields: INodeProperties[]): INodeProperties[] {
	const all = datesIn(fields);
	const hinted =
		fields.find(isDate) ?? all.find(({ name }) => mostUsed.includes(name)) ?? all.at(0);
	return hinted ? fields.map((field) => hintAt(field, hinted)) : fields;
}

function hintAt(field: INodeProperties, hinted: INodeProperties): INodeProperties {
	if (field === hinted) {
		const hint = field.typeOptions?.dateOnly ? hints.date : hints.time;
		// n8n marks an empty required field only after a first attempt (n8n 2.41.1).
		return { ...field, hint: field.required ? `Required. ${hint}` : hint };
	}
	if (!field.options || datesIn([field]).length === 0) return field;
	const options = field.options.map((option) => {
		if (!('values' in option)) return hintAt(option as INodeProperties, hinted);
		return { ...option, values: option.values.map((member) => hintAt(member, hinted)) };
	});
	return { ...field, options } as INodeProperties;
}
