// This folder is not published, so n8n's rules for nodes, in the eslint.config.mjs above, do not apply.
export default [{}];
