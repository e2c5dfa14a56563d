import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core writes a settings file on first use; imported first, so that it lands in a scratch folder.
process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), 'accounting-engine-'));
process.env.N8N_ENCRYPTION_KEY = 'engine-tests-only';
process.env.N8N_LOG_LEVEL = 'silent';
