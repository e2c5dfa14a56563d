import { isBlank } from '../../../shared/fields/values';
import type { ServiceRecord } from '../../../shared/client/envelope';
import { refuseInput, optionally } from '../../../shared/client/errors';
import { textFrom } from '../../../shared/client/json';
import { creditNote } from '../../../shared/documents/choices';
import { signOf } from '../../../shared/documents/creditNotes';
import { idOf } from '../../../shared/lists/ids';
import { objectsIn } from '../../document/rules';
import type { KnownDocuments } from '../../once/knownDocuments';
import { isOwnCreation } from '../../once/memories';
import { oncePerExecution } from '../../once/perExecution';
import { readDocument } from '../../once/readDocument';
import { namesOfDocuments } from '../../sentence';
import type { Copy } from './copy';

/** Credit notes that show the sign of the service. */
interface Shown {
	positive?: ServiceRecord;
	negative?: ServiceRecord;
}

/**
 * No published source says which sign a credit note has, but existing ones of others show it.
 * @throws ServiceError (badInput) if all of them are positive, although Reverse Amounts is on
 */
export async function refuseOtherSign(copy: Copy, known: KnownDocuments): Promise<void> {
	const { call, isReversed, body } = copy;
	if (!isReversed) return;
	const { positive, negative } = await oncePerExecution(
		call,
		`sign of credit notes ${textFrom(body.direction)}`,
		async () => await shownBy(copy, known),
	);
	if (!positive) return;
	if (negative) {
		call.hint(
			`Credit note ${namesOfDocuments([positive])} has a positive total, and credit note ${namesOfDocuments([negative])} a negative one. New ones are negative, because Reverse Amounts is on. Compare them.`,
		);
		return;
	}
	refuseInput(
		'reverseAmounts',
		`Credit note ${namesOfDocuments([positive])} has the positive total ${textFrom(positive.total)}, and the node found no negative one, so your service may expect positive amounts`,
		'Compare your credit notes in the service. If they are positive, turn off Reverse Amounts.',
	);
}

async function shownBy({ call, body }: Copy, known: KnownDocuments): Promise<Shown> {
	const notes = known.listedDocuments.filter(
		(record) =>
			Number(textFrom(record.type) || NaN) === creditNote &&
			Number(textFrom(record.direction) || NaN) === Number(body.direction) &&
			!isOwnCreation(call.client, record) &&
			!isOfNegative(record, known),
	);
	const negative = notes.find(({ total }) => signOf(total) < 0);
	const positive = notes.filter(({ total }) => signOf(total) > 0);
	const shows = positive.find(isAllPositive);
	// A list may leave out the line items.
	const unclear = shows ? undefined : positive.find(({ lineItems }) => lineItems === undefined);
	if (!unclear) return { positive: shows, negative };
	const read = await optionally(async () => await readDocument(call, idOf(unclear)));
	return {
		positive: !read.failure && isAllPositive(read.value) ? read.value : undefined,
		negative,
	};
}

/** A credit note of a credit note, or of a document below zero, has the opposite sign. */
function isOfNegative({ relatedAccountingDocumentId: id }: ServiceRecord, known: KnownDocuments) {
	const original = known.get(textFrom(id));
	return original && (Number(textFrom(original.type)) === creditNote || signOf(original.total) < 0);
}

/** A negative quantity or price may be a discount that was taken back. */
function isAllPositive({ lineItems }: ServiceRecord): boolean {
	const lines = objectsIn(lineItems);
	const amounts = lines.flatMap(({ qt, unitPrice, unitPriceVatExcl }) =>
		[qt, unitPrice, unitPriceVatExcl].filter((amount) => !isBlank(amount)),
	);
	return lines.length > 0 && amounts.every((amount) => signOf(amount) >= 0);
}
