import { type ServiceError, toResult } from '../../../shared/client/errors';
import { seenStates, statesInWords, type SeenStates } from '../../../shared/documents/states';
import { holdsExpression, requiredTextIn } from '../../../shared/fields/readForm';
import { documentFields } from '../../../shared/documents/documentRecord';
import { described, type FormField, locatorOf } from '../../../shared/fields/formField';
import { isPicked } from '../../../shared/fields/values';
import { oncePerExecution } from '../../once/perExecution';
import type { OperationCall } from '../../operation';
import { bulk } from './bulk';

const stateField = {
	label: 'State',
	description: 'The new state. The list shows the states of the newest documents.',
	required: true,
} as const;
const locator = locatorOf('state', stateField, 'searchStates');
const [fromListMode] = locator.modes ?? [];

/** People look for a state that means paid. */
const aboutPaid = 'To mark a document as paid, use the operation Mark as Paid.';

const state: FormField = {
	...locator,
	[described]: documentFields.state,
	modes: [
		{ ...fromListMode, hint: aboutPaid },
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string' as const,
			placeholder: 'e.g. Waiting For Approval',
			hint: 'The name of the state, exactly as the service shows it',
		},
	],
};

/** A state from the list is sent as it is: the spaces at its ends belong to it. */
function stateOf({ form }: OperationCall): string {
	const { state: entered } = form.entered;
	const text = requiredTextIn(form, state);
	const isFromList = isPicked(entered) && entered.mode === 'list' && !holdsExpression(entered);
	return isFromList ? String(entered.value) : text;
}

const activity = 'changing the state of accounting documents';

export const changeState = bulk({
	option: {
		name: 'Change State',
		value: 'changeState',
		action: 'Change state of invoice or other document',
		description: 'Move accounting documents to another state, for example out of Draft',
	},
	sentence: 'Change {document}[: {changes}]',
	activity,
	fields: [state],
	output: { changed: 'flag', state: 'text', id: 'id' },
	change(call) {
		const state = stateOf(call);
		return {
			operation: 'movewf',
			additionalData: { state },
			result: { changed: true, state },
			left: { state },
			isDone: (record) => record?.state === state,
			remark: async () => await unseenState(call, state),
			explain: async (failure) => await withSeenStates(failure, call, state),
		};
	},
});

/**
 * Names the states of the newest documents if the service refused a state that none of them has. The list of possible
 * states has no published path (docs/api/requests.md#no-published-path), and an agent has no list to pick from.
 */
async function withSeenStates(
	failure: ServiceError,
	call: OperationCall,
	state: string,
): Promise<ServiceError> {
	if (!isOfState(failure, state)) return failure;
	const others = await unseenState(call, state);
	return others === undefined ? failure : failure.addAdvice(others);
}

/** @returns the states of the newest documents, if none of them has this one */
async function unseenState(call: OperationCall, state: string): Promise<string | undefined> {
	const seen = await seenOnce(call);
	if (!seen?.counts.length || seen.counts.some(([one]) => one === state)) return undefined;
	return `${statesInWords(seen)} ${aboutPaid}`;
}

/** A missing document or a closed period is refused too, whatever its state. */
function isOfState({ kind, fields, message, description }: ServiceError, state: string): boolean {
	if (kind !== 'rejected') return false;
	if (fields.some((path) => path.split('.').at(-1) === 'state')) return true;
	const said = `${message} ${description}`.replaceAll(activity, '');
	return said.includes(state) || /\bstates?\b/i.test(said);
}

/** @returns undefined if the states cannot be read */
async function seenOnce(call: OperationCall): Promise<SeenStates | undefined> {
	return await oncePerExecution(call, 'states of the newest documents', async () => {
		const seen = await toResult(async () => await seenStates(call.client));
		return seen.failure ? undefined : seen.value;
	});
}
