/** docs/reference/create.md#if-the-response-is-lost: a lost document is found, or its outcome is unknown. */
import type { IDataObject } from 'n8n-workflow';

import { probeUntilListed } from '../../../nodes/AccountingService/once/unknownOutcome';
import { create, documentsPath } from '../support/create';
import { json, smallService, type Answering } from '../support/smallService';
import { goOn, searchPath, type Parameters } from '../support/withSandbox';

/** Documents with the IDs 1 to `count`, the newest first. */
const documents = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		...{ id: count - index, type: 0, direction: 1 },
		orderNo: `N-${count - index}`,
	}));

/** A page of a list. */
function pageOf(listed: IDataObject[], body: string) {
	const { page, pageSize } = JSON.parse(body) as { page: number; pageSize: number };
	const accountingDocuments = listed.slice((page - 1) * pageSize, page * pageSize);
	return { accountingDocuments, pagesCount: Math.ceil(listed.length / pageSize) };
}

const withKey = (options: Parameters = {}): Parameters =>
	create({
		uniqueBy: 'orderNo',
		additionalFields: { orderNo: '={{ $json.orderNo }}' },
		options: { lookBack: 100, ...options },
	});

/** A service that creates documents. `lose` says whether it loses a creation without making the document. */
async function company(listed: IDataObject[], lose: (count: number) => boolean) {
	const service = await smallService({
		answer: ({ method, path, body, count }, _response, socket) => {
			if (path === searchPath) return pageOf(listed, body);
			if (method !== 'POST') return listed.find(({ id }) => path.endsWith(`/${String(id)}`));
			if (lose(count)) return void socket.destroy();
			const made = { ...(JSON.parse(body) as IDataObject), id: listed.length + 1 };
			listed.unshift(made);
			return made;
		},
	});
	const posts = () => service.arrived.filter(({ path }) => path === documentsPath);
	return { ...service, posts };
}

it.each<[string, IDataObject, RegExp | undefined]>([
	['another supplier is created', { companyName: 'Bolt' }, undefined],
	['what may be the same supplier is not', { companyRegNo: '111' }, /may or may not exist/],
])('after a lost document, one with its number of %s', async (_, contact, words) => {
	const service = await company(documents(12), (count) => count === 1);
	const { json: items } = await service.run(
		create({
			...{ direction: 0, uniqueBy: 'externalNo' },
			additionalFields: { externalNo: 'F-1' },
			contact: {
				companyName: '={{ $json.companyName }}',
				companyRegNo: '={{ $json.companyRegNo }}',
			},
		}),
		{ items: [{ companyName: 'Acme' }, contact], node: goOn },
	);
	expect(items[0].error).toMatch(/may or may not have been made/);
	if (words) expect(items[1].error).toMatch(words);
	else expect(items[1]).toMatchObject({ id: 13, existed: false });
	expect(service.posts()).toHaveLength(words ? 1 : 2);
});

describe('a validation error in a success response leaves the outcome unknown', () => {
	const refusal = { code: 17, message: 'The currency is unknown', params: {}, fieldsAffected: [] };
	const others = documents(1_000).slice(0, 150);

	it.each<[string, IDataObject[], IDataObject[]]>([
		['the first page of the list has the oldest', documents(30).reverse(), []],
		['the first page of the list is full of new documents', documents(250), others],
	])('if %s', async (_, listed, made) => {
		const { run } = await smallService({
			answer: ({ path, body }) => {
				if (path === searchPath) return pageOf(listed, body);
				listed.unshift(...made);
				return refusal;
			},
		});
		const { error } = await run(withKey(), { items: [{ orderNo: 'A' }] });
		expect(error?.message).toMatch(/The currency is unknown\. The change may or may not have/);
	});

	it('if the list can be read only once', async () => {
		let looks = -1;
		const answer: Answering = ({ path, body }, response) => {
			if (path === documentsPath) {
				looks = 0;
				return refusal;
			}
			if (looks >= 0 && ++looks > 1) return void json(response, 500, {});
			return pageOf(documents(30), body);
		};
		const { run } = await smallService({ answer });
		const { error } = await run(withKey({ maxTries: 1 }), { items: [{ orderNo: 'A' }] });
		expect(error?.message).toMatch(/The currency is unknown\. The change may or may not have/);
	});
});

it('Look Back is the largest of all items', async () => {
	const service = await company(documents(250), () => false);
	const { error, json: items } = await service.run(withKey({ lookBack: '={{ $json.lookBack }}' }), {
		items: [
			{ orderNo: 'new', lookBack: 10 },
			{ orderNo: 'N-201', lookBack: 100 },
		],
	});
	expect(error).toBeUndefined();
	expect(items.map(({ existed }) => existed)).toEqual([false, true]);
});

it('a response with a document that existed before is not taken for the new one', async () => {
	const listed = documents(12);
	const { run } = await smallService({
		answer: ({ method, path, body }) => {
			if (path === searchPath) return pageOf(listed, body);
			if (method !== 'POST') return undefined;
			listed.unshift({ ...(JSON.parse(body) as IDataObject), id: 13 });
			return listed[3];
		},
	});
	const { error, json: items } = await run(withKey(), { items: [{ orderNo: 'A' }] });
	expect(error).toBeUndefined();
	expect(items[0]).toMatchObject({ id: 13, orderNo: 'A', existed: false });
});

it('another execution waits for a document that the service confirmed without its ID', async () => {
	const listed = documents(12);
	let shownFrom = 0;
	const service = await smallService({
		answer: ({ method, path, body }, response) => {
			const isShown = performance.now() >= shownFrom;
			if (path === searchPath) return pageOf(isShown ? listed : listed.slice(1), body);
			if (method !== 'POST') return undefined;
			listed.unshift({ ...(JSON.parse(body) as IDataObject), id: 13 });
			// Later than the first execution looks.
			shownFrom = performance.now() + (probeUntilListed.seconds + 10) * 1000;
			return void response.writeHead(204).end();
		},
	});
	const items = [{ orderNo: 'A' }];
	const first = await service.run(withKey(), { items });
	expect(first.json).toEqual([{ created: true, existed: false }]);
	const second = await service.run(withKey(), { items });
	expect(second.json[0]).toMatchObject({ id: 13, existed: true });
	expect(service.arrived.filter(({ path }) => path === documentsPath)).toHaveLength(1);
});
