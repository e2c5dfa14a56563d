import { verifiedNodeRules } from './eslint.rules.mjs';

export default verifiedNodeRules({ root: '', extension: 'ts' });
