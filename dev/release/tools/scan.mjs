// n8n's scanner over a folder, as it runs over the sources and the tarball of a published package.
// Usage: node scan.mjs <folder> sources|package
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const [folder, kind] = process.argv.slice(2);
const files = kind === 'sources' ? SOURCE_FILE_PATTERNS : ['**/*.js', 'package.json'];
const { passed, message = '', details = '' } = await analyzePackage(folder, files);
if (!passed || message !== '') {
	// "No files found to analyze" passes there and must not here.
	console.error(`${message}\n${details}`);
	process.exitCode = 1;
}
