import path from 'node:path';

/** The folders of the end-to-end tests. */
export const e2eFolder = path.resolve(__dirname, '..');
export const projectFolder = path.resolve(e2eFolder, '../..');
export const runtimeFolder = path.join(e2eFolder, 'runtime');
/** Scratch: n8n's user folders, tarballs, logs. May be deleted at any time. */
export const cacheFolder = path.join(e2eFolder, '.cache');
