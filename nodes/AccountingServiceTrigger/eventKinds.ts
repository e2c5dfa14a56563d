import { isFinished, isPaidByValues, trackedFields, type TrackedField, type Values } from './state';

/** The choices of the Events field. Several events of one document are returned in this order. */
export const eventNames = [
	'created',
	'stateChanged',
	'processingFinished',
	'paid',
	'changed',
] as const;

export type EventName = (typeof eventNames)[number];

/** A document and its remembered values. */
interface ComparedDocument {
	isNew: boolean;
	/** The document is new, and Document Created reports it with its state and values. */
	isReportedAsNew: boolean;
	/** The tracked fields that differ. */
	changed: ReadonlySet<TrackedField>;
	before: Values;
}

/** Everything in which the events differ. */
interface EventKind {
	/** On the form. */
	label: string;
	description: string;
	/** The fields whose changes the event includes. It does not include changes of others. */
	fields: readonly TrackedField[];
	/** What a document must be for the event. Null if the event can happen to any document. */
	requires: Requirement | null;
	/** Whether the event happened to a document that meets `requires`. */
	happened: (compared: ComparedDocument) => boolean;
	/**
	 * What distinguishes its event ID from others of the document: nothing (it happens once), the number of the delivery,
	 * or also the changes.
	 */
	identifiedBy: 'document' | 'delivery' | 'changes';
}

interface Requirement {
	isMet: (values: Values) => boolean;
	/** In "None of the newest 5 documents is paid". */
	inWords: string;
}

/** In the order of the form: n8n sorts choices by label. */
export const eventKinds: Readonly<Record<EventName, EventKind>> = {
	changed: {
		label: 'Any Tracked Change',
		description:
			'The number, state, processing state, payment, amount paid, total or due date of a document changed',
		fields: trackedFields,
		requires: null,
		happened: ({ isNew, isReportedAsNew, changed }) =>
			!isReportedAsNew && (isNew || changed.size > 0),
		identifiedBy: 'changes',
	},
	created: {
		label: 'Document Created',
		description: 'A document was created',
		fields: [],
		requires: null,
		happened: ({ isNew }) => isNew,
		identifiedBy: 'document',
	},
	paid: {
		label: 'Document Paid',
		description: 'A document was marked as paid, or its total was paid in full',
		fields: ['payments.paid', 'amountPaid', 'total'],
		requires: { isMet: isPaidByValues, inWords: 'paid' },
		happened: ({ before }) => !isPaidByValues(before),
		// A document becomes paid only once, so the amounts are not part of the ID.
		identifiedBy: 'delivery',
	},
	stateChanged: {
		label: 'Document State Changed',
		description: 'The state of a document changed, for example from Draft to Waiting For Approval',
		fields: ['state'],
		requires: null,
		happened: ({ isReportedAsNew, changed }) => !isReportedAsNew && changed.has('state'),
		identifiedBy: 'changes',
	},
	processingFinished: {
		label: 'Processing Finished or Failed',
		description: 'The service finished processing a document, or failed to process it',
		fields: ['processingState'],
		requires: { isMet: isFinished, inWords: 'processed' },
		happened: ({ changed }) => changed.has('processingState'),
		identifiedBy: 'changes',
	},
};
