/** n8n's own default, which a check that computes a day relies on. */
export const n8nTimeZone = 'America/New_York';

/** A day as n8n sees it, as YYYY-MM-DD. At the start of a month, UTC is a month ahead for some hours. */
export const dayOf = (time: number) =>
	new Intl.DateTimeFormat('en-CA', { timeZone: n8nTimeZone }).format(time);

/** The 15th of last month, or of an earlier one, as YYYY-MM-DD. */
export function midOfMonth(monthsAgo = 1): string {
	const [year = 0, month = 0] = dayOf(Date.now()).split('-').map(Number);
	return new Date(Date.UTC(year, month - 1 - monthsAgo, 15)).toISOString().slice(0, 10);
}
