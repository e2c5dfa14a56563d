import { readdirSync } from 'node:fs';
import path from 'node:path';

import { nodeOfType, readExample } from '../../dev/e2e/lib/example';
import { nodeType } from '../../dev/e2e/lib/flow';
import { projectFolder } from '../../dev/release/manifest';
import { labelsOf, readPictureForms } from '../../dev/scripts/pictureForms';

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

	it.each(Object.entries(forms))(
		'%s shows the fields of today',
		(_picture, { labels, ...source }) => {
			expect(labels).toEqual(labelsOf(source));
		},
	);

	it.each(Object.entries(forms).filter(([, { example }]) => example !== undefined))(
		'%s shows the example of today',
		(_picture, { example = '', parameters }) => {
			expect(parameters).toEqual(nodeOfType(readExample(example), nodeType).parameters);
		},
	);
});
