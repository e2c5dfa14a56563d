import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

// n8n-core writes a settings file on first use; imported first, so that it lands in a scratch folder.
process.env.N8N_USER_FOLDER = mkdtempSync(join(String(process.env.TEST_SCRATCH_FOLDER), 'engine-'));
process.env.N8N_ENCRYPTION_KEY = 'engine-tests-only';
process.env.N8N_LOG_LEVEL = 'silent';
