import path from 'node:path';

/** One line for each report, with its file and rule; ESLint's own format ends with a line that names neither. */
export default (results) =>
	results
		.flatMap(({ filePath, messages }) =>
			messages.map(
				({ line = 1, column = 1, message, ruleId }) =>
					`${path.relative('', filePath)}:${line}:${column}: ${message} (${ruleId})\n`,
			),
		)
		.join('');
