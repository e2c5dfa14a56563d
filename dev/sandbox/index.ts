/** What tests, end-to-end tests and benchmarks import from the sandbox. */
export type { Admin } from './http/admin';
export { startSandbox, type RunningSandbox, type SandboxOptions } from './http/server';
export { DEFAULT_OPTIONS } from './options';
export type { GivenFault } from './http/faults';
export type { JournalEntry, JournalReport } from './http/journal';
export type { GivenFilters } from './lists/parameters';
export {
	type AccountingDocument,
	accountingDocument,
	type DocumentFields,
} from './resources/accountingDocuments/contract';
export { template } from './resources/templates';
