/** The checks that share an n8n, in the order of their execution. */
import type { BrowserBench } from './lib/browserBench';
import type { Checks } from './lib/checks';
import type { LeftOut } from './lib/releases';
import { agentChecks, agentEditorChecks } from './tests/agent';
import { agentApprovalChecks } from './tests/agentApproval';
import { approvalChecks } from './tests/approval';
import { assistantChecks } from './tests/assistant';
import { bankDayChecks } from './tests/bankDay';
import { createFormChecks } from './tests/createForm';
import { connectionChecks } from './tests/check';
import { atOnceChecks, creationChecks } from './tests/creations';
import { credentialChecks } from './tests/credential';
import { creditNoteFormChecks } from './tests/creditNoteForm';
import { editorChecks } from './tests/editor';
import { everyOperationChecks } from './tests/everyOperation';
import { exampleInputChecks } from './tests/exampleInputs';
import { exampleChecks } from './tests/examples';
import { exportChecks } from './tests/export';
import { faultChecks } from './tests/faults';
import { formChecks } from './tests/forms';
import { fromHttpRequestChecks } from './tests/fromHttpRequest';
import { hintChecks } from './tests/hints';
import { keptChecks } from './tests/kept';
import { mcpChecks } from './tests/mcp';
import { officeDayChecks, organizationChecks } from './tests/organizations';
import { readOnlyChecks } from './tests/readOnly';
import { recipeChecks } from './tests/recipes';
import { shopDayChecks } from './tests/shopDay';

/** Whether the n8n of the run has what some checks need. */
export type Has = (part: LeftOut) => boolean;

/** Adds checks that share an n8n, one after another. */
export type Lane = (checks: Checks, browser: BrowserBench, has: Has) => void;

/** What the node does in n8n, by n8n's API. */
export const nodeLane: Lane = (checks, { bench }, has) => {
	credentialChecks(checks, bench);
	organizationChecks(checks, bench);
	readOnlyChecks(checks, bench);
	atOnceChecks(checks, bench);
	agentChecks(checks, bench, has('toolErrors'));
	approvalChecks(checks, bench);
	agentApprovalChecks(checks, bench, has('toolErrors'));
	mcpChecks(checks, bench);
	exportChecks(checks, bench, has('tidyStore'));
	faultChecks(checks, bench);
	if (!has('engineTested')) return;
	creationChecks(checks, bench);
	officeDayChecks(checks, bench);
	everyOperationChecks(checks, bench);
};

/** What a person copies: the examples, the recipes of the pages. */
export const exampleLane: Lane = (checks, browser, has) => {
	const { bench } = browser;
	exampleChecks(checks, bench);
	exampleInputChecks(checks, bench);
	bankDayChecks(checks, bench);
	shopDayChecks(checks, bench);
	recipeChecks(checks, bench);
	fromHttpRequestChecks(checks, bench);
	keptChecks(checks, bench);
	if (has('assistant')) assistantChecks(checks, bench);
	if (!has('editor')) hintChecks(browser, false);
};

/** What a person clicks. */
export const editorLane: Lane = (_checks, browser) => {
	hintChecks(browser, true);
	editorChecks(browser);
	formChecks(browser);
	connectionChecks(browser);
	createFormChecks(browser);
	creditNoteFormChecks(browser);
	agentEditorChecks(browser);
};
