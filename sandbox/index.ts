/** The sandbox as tests, the end-to-end run and the benchmark use it; nothing else of it is imported from outside. */
export { startSandbox, type RunningSandbox, type SandboxOptions } from './http/server';
export { DEFAULT_OPTIONS } from './options';
export type { GivenFault } from './http/faults';
export type { JournalEntry, JournalReport } from './http/journal';
export { accountingDocument, type DocumentFields, type GivenFilters, template } from './contract';
export type { AccountingDocument, Int64 } from './types';
