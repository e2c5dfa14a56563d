/** The fictional organization of the sandbox: records that its documents may refer to. */
import { CATEGORIES, DAYS, LAST_DAY, RATES, STATES } from '../generated/texts';
import type { Int64 } from './fields';

export const COUNTRY = 'CZ';
export const CURRENCY = 'CZK';
/** Fixed, so that equal seeds and requests give equal records. */
export const TODAY = DAYS[LAST_DAY];
/** The application that writes through the API. */
export const API_AUTHOR = 'Sandbox API';

const CASH_REGISTERS = [11, 12];
const FIRST_CATEGORY = 40;
/** The only published property of a signature: whether it was deleted (docs/api/resources.md#accounting-document). */
const SIGNATURES = [
	{ id: 71, isDeleted: false },
	{ id: 72, isDeleted: true },
];
/** Types of e-mail templates by number; 2 is AccountingDocument (docs/api/resources.md#template-scheduler). */
const EMAIL_TEMPLATES = [
	{ id: 31, type: 2 },
	{ id: 32, type: 1 },
	{ id: 33, type: 2 },
];

export const hasCashRegister = (id: Int64): boolean => CASH_REGISTERS.some((one) => one === id);
export const hasEmailTemplate = (id: Int64): boolean =>
	EMAIL_TEMPLATES.some((one) => one.id === id);
export const isDocumentEmailTemplate = (id: Int64): boolean =>
	EMAIL_TEMPLATES.some((one) => one.id === id && one.type === 2);
export const hasLiveSignature = (id: Int64): boolean =>
	SIGNATURES.some((one) => one.id === id && !one.isDeleted);
export const isWorkflowState = (state: string): boolean => STATES.some((one) => one === state);
/** The name of a category, or undefined for an unknown ID. */
export const categoryName = (id: Int64): string | undefined =>
	CATEGORIES[Number(id) - FIRST_CATEGORY];
/** The day's rate to the organization's currency; null for that currency, and for one without a rate. */
export const defaultExchangeRate = (currency: string): number | null =>
	currency === CURRENCY ? null : (RATES[currency] ?? null);
