import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { refuseInput } from '../../shared/client/errors';
import { quote } from '../../shared/client/redact';
import { documentFields } from '../../shared/documents/documentRecord';
import { countryOf, readVatRates, rateQueryFor, type VatRateQuery } from '../document/vatRateList';
import { usualValues } from '../document/formFields';
import { namesInCreate, namesInUpdate } from '../document/lineForm';
import type { Picker } from './index';

/** The VAT rate list of the picker, read from the service (document/vatRateList.ts) by the values of the form. */
export const vatRates: Picker = async (client, filter, _page, host) => {
	const { rates } = await readVatRates(client, rateQueryOnForm(host));
	return {
		results: rates
			.map(({ id, name }) => ({ name: quote(name), value: id }))
			.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase())),
	};
};

function rateQueryOnForm(host: ILoadOptionsFunctions): VatRateQuery {
	const entered = (name: string) => host.getCurrentNodeParameter(name) as unknown;
	const operation = entered('operation');
	const isUpdate = operation === 'update';
	const { vatCountryCode: name } = isUpdate ? namesInUpdate : namesInCreate;
	const countryCode = countryOf(plainValue(entered(name), 'VAT Country'));
	if (countryCode === undefined) {
		refuseInput(
			name,
			'VAT Country is empty',
			'Enter the VAT Country first, because the service lists VAT rates by country.',
		);
	}
	const added = entered(isUpdate ? 'updateFields' : 'additionalFields') as IDataObject | undefined;
	const ofCreate = { ...usualValues, issueDate: entered('issueDate') };
	const further = { ...(isUpdate ? {} : ofCreate), ...added } as IDataObject;
	const [vatCountryType, direction] = (['vatCountryType', 'direction'] as const).map((name) =>
		plainValue(further[name], documentFields[name].label),
	);
	const issueDate = [further.taxDate, further.issueDate].find((one) => !isExpression(one) && one);
	const document = { vatCountryType, direction, issueDate } as IDataObject;
	return rateQueryFor(countryCode, document, host.getTimezone(), operation);
}

const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');

/** @throws ServiceError (badInput) for an expression, which only has a value at runtime */
function plainValue(value: unknown, label: string): unknown {
	if (!isExpression(value)) return value;
	return refuseInput(
		label,
		`${label} is an expression, so the VAT rates cannot be listed before the node runs`,
		'Enter the VAT Rate by its percentage or ID.',
	);
}
