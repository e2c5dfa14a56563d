import { verifiedNodeRules } from './eslint.rules.mjs';

// n8n's scanner lints what is published, so the same rules hold over the compiled files.
export default verifiedNodeRules({ root: 'dist/', extension: 'js' });
