import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

import type { LoadedResource, Operation } from '../../nodes/AccountingService/operation';
import { resources as declared } from '../../nodes/AccountingService/resources';

const folder = path.resolve(__dirname, '../../nodes/AccountingService/resources');

/** The operations that the files of a resource export, by value. */
function exportedBy(resource: string): Map<unknown, Operation> {
	const own = path.join(folder, resource);
	const files = existsSync(own) ? readdirSync(own) : [];
	const operations = files
		.filter((file) => file.endsWith('.operation.ts'))
		.flatMap((file) => {
			// The node loads an operation when it is used. The form and the tests need all of them.
			const exported = require(path.join(own, file)) as Record<string, Operation>;
			return Object.values(exported);
		});
	return new Map(operations.map((operation) => [operation.option.value, operation]));
}

/** All resources with all of their operations. */
export const resources: LoadedResource[] = declared.map((resource) => {
	const exported = exportedBy(String(resource.option.value));
	const operations = Object.keys(resource.operations).map((value) => {
		const operation = exported.get(value);
		if (operation) return operation;
		throw new Error(`resources/${String(resource.option.value)} exports no operation "${value}"`);
	});
	return { ...resource, operations };
});
