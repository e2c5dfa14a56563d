// The rules of eslint-plugin-n8n-nodes-base 2. n8n's own tools still use 1.16.7.
import nodesBase from 'eslint-plugin-n8n-nodes-base-2';

import { verifiedNodeRules } from '../../eslint.rules.mjs';

export default verifiedNodeRules({ root: '', extension: 'ts', nodesBase });
