/** So many characters of a secret in a row are no chance. */
const partLength = 12;

/** Of a longer secret the rest is known as a whole only. */
const mostCharacters = 4_096;

/** Secrets by all their parts, so that one is known also where its first or last characters are missing. */
export class SecretParts {
	/** Each part in lower case, with how many secrets have it. */
	private readonly owners = new Map<string, number>();

	add(forms: readonly string[]): void {
		for (const part of partsOf(forms)) this.owners.set(part, (this.owners.get(part) ?? 0) + 1);
	}

	remove(forms: readonly string[]): void {
		for (const part of partsOf(forms)) {
			const others = (this.owners.get(part) ?? 0) - 1;
			if (others > 0) this.owners.set(part, others);
			else this.owners.delete(part);
		}
	}

	/** A text without what it holds of the secrets. One pass over the text, however many secrets there are. */
	hiddenIn(text: string): string {
		let clean = '';
		let from = 0;
		for (let at = 0; at + partLength <= text.length; at++) {
			if (!this.owners.has(partAt(text, at))) continue;
			// Parts that overlap are of one stretch.
			if (at > from || from === 0) clean += `${text.slice(from, at)}[hidden]`;
			from = at + partLength;
		}
		return clean + text.slice(from);
	}
}

function partsOf(forms: readonly string[]): Set<string> {
	const parts = new Set<string>();
	for (const form of forms) {
		const last = Math.min(form.length, mostCharacters) - partLength;
		for (let at = 0; at <= last; at++) parts.add(partAt(form, at));
	}
	return parts;
}

function partAt(text: string, at: number): string {
	return text.slice(at, at + partLength).toLowerCase();
}
