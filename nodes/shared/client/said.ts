/** What the service said about itself: the published ValidationError shape (facts, section 4). */
export interface ServiceSaid {
	text: string;
	fields: string[];
}

/** Reads the service's own message out of an error body; other shapes give nothing. */
export function readServiceMessage(body: unknown): ServiceSaid {
	if (typeof body !== 'object' || body === null) return { text: '', fields: [] };
	const { message, code, fieldsAffected } = body as Record<string, unknown>;
	const affected = Array.isArray(fieldsAffected) ? fieldsAffected : [];
	const fields: string[] = [];
	const parts: string[] = [];
	for (const entry of affected) {
		if (typeof entry !== 'object' || entry === null) continue;
		const field = entry as Record<string, unknown>;
		const name = typeof field.name === 'string' ? field.name : '';
		const text = typeof field.message === 'string' ? field.message : '';
		if (name !== '') fields.push(name);
		if (name !== '' || text !== '') parts.push([name, text].filter(Boolean).join(': '));
	}
	const own = typeof message === 'string' && message !== '' ? message : code;
	const texts = [typeof own === 'string' ? own : '', parts.join('; ')].filter(Boolean);
	return { text: texts.join(' — ').slice(0, 500), fields };
}

/** Whether a body is the published ValidationError rather than a record or a list. */
export function looksLikeServiceError(body: unknown): boolean {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
	if ('id' in body) return false;
	return 'fieldsAffected' in body || ('message' in body && 'code' in body) || 'error' in body;
}
