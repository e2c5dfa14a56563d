import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { nodeOfType, readExample } from '../../dev/e2e/lib/example';
import { nodeType } from '../../dev/e2e/lib/flow';
import { projectFolder } from '../../dev/release/manifest';
import { duePictures, hashOf, readPictureForms, shownBy } from '../../dev/scripts/pictureForms';

/** Pictures of n8n's canvas and panel. */
const withoutForm = ['example', 'node-panel'];

const forms = readPictureForms();

describe('the pictures', () => {
	it('have the form that they were taken of', () => {
		const pictures = readdirSync(path.join(projectFolder, 'docs/images'))
			.filter((file) => file.endsWith('.png'))
			.map((file) => path.parse(file).name);
		expect([...Object.keys(forms), ...withoutForm].sort()).toEqual(pictures.sort());
	});

	it.each(Object.entries(forms))('%s is as it was taken (npm run screenshots)', (picture, form) => {
		expect(hashOf(picture)).toBe(form.sha256);
	});

	it('are due if their forms have changed (npm run generate)', () => {
		const due = readFileSync(path.join(projectFolder, 'docs/images/due.json'), 'utf8');
		expect(JSON.parse(due)).toEqual(duePictures());
	});

	it('are due if a label, a default, a value or a hint changes', () => {
		const send = { resource: 'apiRequest', operation: 'send', response: 'list', limit: 7 };
		const shown = shownBy({ form: 'node', parameters: send });
		expect(shown).toEqual(expect.arrayContaining(['Method', 'GET', 'Limit', '7']));
		expect(shown).toContain('The part of the address after /v2');
	});

	it('name the columns of their output', () => {
		const { trigger, preview } = forms;
		expect(trigger.shows).toEqual(expect.arrayContaining(['eventId', 'document']));
		expect(preview.shows).toEqual(expect.arrayContaining(['summary', 'wouldSend']));
	});

	it('that are not due show the examples of today', () => {
		const due = duePictures();
		for (const [name, { example, parameters }] of Object.entries(forms)) {
			if (example === undefined || due.includes(name)) continue;
			expect(parameters).toEqual(nodeOfType(readExample(example), nodeType).parameters);
		}
	});
});
