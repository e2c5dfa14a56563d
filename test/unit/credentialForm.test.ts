import {
	NodeHelpers,
	type ICredentialDataDecryptedObject,
	type INodeParameters,
} from 'n8n-workflow';

import { settingFields } from '../../nodes/shared/client/settings';
import { credential } from './support/descriptions';

/** The names of the fields that the form of the credential shows. */
const shown = (data: ICredentialDataDecryptedObject) =>
	credential.properties
		.filter((field) => NodeHelpers.displayParameter(data as INodeParameters, field, null, null))
		.map(({ name }) => name);

describe('the form of the credential', () => {
	it('shows the parameter names only if they are customized', () => {
		const plain = shown({ customizeParameterNames: false });
		const customized = shown({ customizeParameterNames: true });
		const names: string[] = Object.values(settingFields).map(({ name }) => name);
		expect(customized).toEqual(expect.arrayContaining([...plain, ...names]));
		expect(plain.filter((name) => names.includes(name))).toEqual([]);
		expect(plain).toContain('baseUrl');
	});
});
