import path from 'node:path';

export const benchFolder = path.resolve(__dirname, '..');
export const projectFolder = path.resolve(benchFolder, '../..');
/** The n8n that the end-to-end tests install; its engine and its own nodes are measured. */
export const n8nPackage = path.resolve(benchFolder, '../e2e/node_modules/n8n/package.json');
const internals = path.join(projectFolder, 'docs', 'internals');
export const resultsFile = path.join(internals, 'performance.json');
export const pageFile = path.join(internals, 'performance.md');
