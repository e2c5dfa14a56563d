import {
	NodeHelpers,
	type ICredentialDataDecryptedObject,
	type INodeParameters,
} from 'n8n-workflow';

import { settingFields } from '../../nodes/shared/client/settings';
import { proposedSettings } from '../../nodes/shared/n8n/pasted';
import { credential } from './support/descriptions';

/** The names of the fields that the form of the credential shows. */
const shown = (data: ICredentialDataDecryptedObject) =>
	credential.properties
		.filter((field) => NodeHelpers.displayParameter(data as INodeParameters, field, null, null))
		.map(({ name }) => name);

describe('the form of the credential', () => {
	const pasted = '{"firstPage":0}';

	it('hides what pasted settings override, and nothing else', () => {
		const customized = shown({ customizeParameterNames: true, checkedSettings: '' });
		expect(shown({ customizeParameterNames: true })).toEqual(customized);
		const names: string[] = proposedSettings.map((setting) => settingFields[setting].name);
		expect(customized).toEqual(expect.arrayContaining(names));
		const left = shown({ customizeParameterNames: true, checkedSettings: pasted });
		expect(left).toEqual(customized.filter((name) => !names.includes(name)));
		expect(left).toContain('checkedSettings');
	});

	it('shows no name unless names are customized', () => {
		const plain = shown({ customizeParameterNames: false, checkedSettings: pasted });
		expect(plain).not.toContain('checkedSettings');
		expect(plain).not.toContain('searchTextParameter');
		expect(plain).toContain('baseUrl');
	});
});
