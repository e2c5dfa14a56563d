import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

import { send } from './apiRequest';
import { create, line } from './create';
import { random } from './onceFaults';
import { json, smallService, type Arrived, type SmallService } from './smallService';
import { goOn, type Parameters } from './withSandbox';

/** The fault of one creation. */
interface Strike {
	/** Whether the service created the record before it. */
	isMade: boolean;
	/** Whether the response proves that nothing was created. */
	isProof?: true;
	answer: (response: ServerResponse, socket: Socket, echo: string, record: IDataObject) => void;
}

const status = (code: number, isMade: boolean, isProof?: true): Strike => ({
	isMade,
	isProof,
	answer: (response, _socket, echo) => {
		response.setHeader('retry-after', '0');
		json(response, code, { message: `Failed: ${echo}`, errors: [echo] });
	},
});
const broken = (isMade: boolean, text?: string): Strike => ({
	isMade,
	answer: (response, socket) => {
		if (text === undefined) return void socket.destroy();
		response.writeHead(200, { 'content-type': 'application/json' }).end(text);
	},
});
const made: Strike = {
	isMade: true,
	answer: (response, _socket, _echo, record) => json(response, 200, record),
};

const strikes: Strike[] = [
	...[500, 502, 503, 504, 408].flatMap((code) => [status(code, true), status(code, false)]),
	...[400, 409, 422, 429, 401].map((code) => status(code, false, true)),
	...[true, false].flatMap((isMade) => [
		broken(isMade),
		broken(isMade, '<!doctype html><p>Sorry</p>'),
		broken(isMade, '{"id": 1, "descr'),
		broken(isMade, '['.repeat(100_000) + ']'.repeat(100_000)),
	]),
	{ isMade: true, answer: (response) => void response.writeHead(204).end() },
];

/** Special characters of patterns, URLs, JSON and HTML. */
const signs = ['(', '[a-', '*+?', '\\d{', '%41', '"', '<b>', 'words ', 'Ünïcödé 😀 '];

/** What the node sent for one item, and the outcome. */
export interface Sent {
	strikes: Strike[];
	made: number;
}

export interface Trials {
	sent: Map<string, Sent>;
	/** Runs one node with a few items; equal seeds give equal runs. `ends` are those of the long texts. */
	run(seed: number): Promise<{ shown: string; ends: string[] }>;
}

const operations: Array<(options: Parameters) => Parameters> = [
	(options) => ({
		...send('/v2/tasks', { method: 'POST', body: 'json', options }),
		jsonBody: '={{ { description: $json.mark, text: $json.text } }}',
	}),
	(options) => ({
		...{ resource: 'task', operation: 'create', options },
		title: '={{ $json.text }}',
		additionalFields: { description: '={{ $json.mark }}' },
	}),
	(options) => documents({}, options),
	(options) => documents({ uniqueBy: 'orderNo' }, options),
];

const documents = (key: Parameters, options: Parameters): Parameters =>
	create({
		lineItemsJson: '={{ [{ ...$json.line, description: $json.text }] }}',
		additionalFields: { description: '={{ $json.mark }}', orderNo: '={{ $json.mark }}' },
		options: { ...key, ...options },
	});

/** A service that creates tasks and documents, or fails while it does. */
export async function creationTrials(): Promise<Trials> {
	const sent = new Map<string, Sent>();
	const records: IDataObject[] = [];
	let chance = random(1);
	function creation({ body }: Arrived, response: ServerResponse, socket: Socket): void {
		const given = JSON.parse(body) as IDataObject;
		const mark = String(given.description);
		const one = sent.get(mark) ?? { strikes: [], made: 0 };
		sent.set(mark, one);
		const strike = chance(5) < 2 ? made : strikes[chance(strikes.length)];
		one.strikes.push(strike);
		const record = { ...given, id: 1000 + records.length };
		if (strike.isMade) {
			one.made++;
			records.push(record);
		}
		strike.answer(response, socket, body, record);
	}
	const service: SmallService = await smallService({
		answer: (request, response, socket) => {
			const { method, path, query, body } = request;
			if (method === 'GET') return records.find(({ id }) => path.endsWith(`/${String(id)}`)) ?? [];
			if (!path.includes('/search/')) return void creation(request, response, socket);
			const { page, pageSize } = {
				...Object.fromEntries(query),
				...(JSON.parse(body) as IDataObject),
			};
			const [number, size] = [Number(page), Number(pageSize)];
			const newest = [...records].reverse().slice((number - 1) * size, number * size);
			return {
				accountingDocuments: number < 1 ? [] : newest,
				...{ pagesCount: Math.ceil(records.length / size), currentPage: number, pageSize: size },
			};
		},
	});
	return {
		sent,
		async run(seed) {
			chance = random(seed);
			const items = Array.from({ length: 1 + chance(4) }, (_, index) => ({
				mark: `mark-${seed}-${index}`,
				// Its end tells it from the other items, whose texts may be the same signs.
				text: `${signs[chance(signs.length)].repeat(1 + chance(8_000)).trim()}Private${index}`,
				line: line(),
			}));
			const parameters = operations[chance(operations.length)]({ maxTries: 1 + chance(3) });
			const again = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
			const node = chance(2) === 0 ? again : { ...again, ...goOn };
			const { error, json: output } = await service.run(parameters, { items, node });
			service.arrived.length = 0;
			const failed = output.filter((one) => 'error' in one).map((one) => one.error);
			const shown = [error?.message, error?.description, ...failed].join('\n');
			const long = items.filter(({ text }) => text.length > 300);
			return { shown, ends: long.map(({ text }) => text.slice(-20)) };
		},
	};
}
