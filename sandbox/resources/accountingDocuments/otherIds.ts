/** Ids as other services have them: GUIDs, or none at all. Here they are int64 (docs/api/resources.md#conventions). */
import type { SandboxOptions } from '../../options';

export type IdKind = SandboxOptions['ids'];

const PREFIX = '00000000-0000-4000-';

/** The id in the digits of a GUID, so that it can be read back. */
export function guidOfId(id: string): string {
	const digits = BigInt(id).toString(16).padStart(16, '0');
	return `${PREFIX}${digits.slice(0, 4)}-${digits.slice(4)}`;
}

/** The digits of the id that a GUID was made from; empty for any other text. */
export function idOfGuid(guid: string): string {
	const match = /^00000000-0000-4000-([0-9a-f]{4})-([0-9a-f]{12})$/.exec(guid);
	return match === null ? '' : String(BigInt(`0x${match[1]}${match[2]}`));
}

/** The JSON text of a document with its own id, which comes first, and that of a related document changed. */
export function withOtherIds(text: string, kind: IdKind): string {
	if (kind === 'none') return text.replace(/^\{"id":\d+,/, '{');
	return text.replace(
		/^\{"id":(\d+)|"relatedAccountingDocumentId":(\d+)/g,
		(found, own: string | undefined, related: string | undefined) =>
			found.replace(/\d+$/, `"${guidOfId(own ?? related ?? '0')}"`),
	);
}
