/** The sandbox as tests, the end-to-end run and the benchmark use it; nothing else of it is imported from outside. */
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
