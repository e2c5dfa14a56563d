/** The forms in which a service may echo text (docs/internals/security.md). */
export interface EchoForm {
	name: string;
	of: (text: string) => string;
}

const percentEncoded = (text: string) =>
	encodeURIComponent(text).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);

const unicodeEscaped = (text: string) =>
	text
		.split('')
		.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
		.join('');

const base64 = (text: string) => Buffer.from(text).toString('base64');

export const echoForms: EchoForm[] = [
	{ name: 'plain', of: (text) => text },
	{ name: 'plain, in capital letters', of: (text) => text.toUpperCase() },
	{ name: 'URL-encoded', of: (text) => encodeURIComponent(text) },
	{ name: 'URL-encoded, with all signs', of: percentEncoded },
	{ name: 'URL-encoded, in small letters', of: (text) => percentEncoded(text).toLowerCase() },
	{ name: 'URL-encoded as a form', of: (text) => percentEncoded(text).replaceAll('%20', '+') },
	{ name: 'JSON-escaped', of: (text) => JSON.stringify(text).slice(1, -1) },
	{
		name: 'JSON-escaped, with slashes',
		of: (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
	},
	{ name: 'JSON-escaped, as code units', of: unicodeEscaped },
	{ name: 'base64', of: base64 },
	{ name: 'base64 within a longer text', of: (text) => base64(`id:${text}:x`) },
	{
		name: 'base64 for URLs',
		of: (text) => base64(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
	},
	{ name: 'base64, URL-encoded', of: (text) => percentEncoded(base64(text)) },
	{
		name: 'base64, JSON-escaped with slashes',
		of: (text) => base64(text).replaceAll('/', '\\/'),
	},
];

export const exampleOfEchoes = 'Ä & "b"/c+?!';

/** The table of docs/internals/security.md. */
export const echoFormsMarkdown = () =>
	[
		`| Form | \`${exampleOfEchoes}\` in this form |`,
		'| --- | --- |',
		...echoForms.map(({ name, of }) => `| ${name} | \`${of(exampleOfEchoes)}\` |`),
	].join('\n');
