/** The forms in which a service may echo text (docs/internals/security.md). */
export interface EchoForm {
	name: string;
	of: (text: string) => string;
	/** Only secrets are hidden in this form. */
	ofSecrets?: true;
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
	{ name: 'base64', of: base64, ofSecrets: true },
	{ name: 'base64 within a longer text', of: (text) => base64(`id:${text}:x`), ofSecrets: true },
	{
		name: 'base64 for URLs',
		of: (text) => base64(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
		ofSecrets: true,
	},
	{ name: 'base64, URL-encoded', of: (text) => percentEncoded(base64(text)), ofSecrets: true },
	{
		name: 'base64, JSON-escaped with slashes',
		of: (text) => base64(text).replaceAll('/', '\\/'),
		ofSecrets: true,
	},
];

export const exampleOfEchoes = 'Ä & "b"/c+?!';

/** The table of docs/internals/security.md. */
export const echoFormsMarkdown = () =>
	[
		`| Form | \`${exampleOfEchoes}\` in this form | Hides |`,
		'| --- | --- | --- |',
		...echoForms.map(
			({ name, of, ofSecrets }) =>
				`| ${name} | \`${of(exampleOfEchoes)}\` | ${ofSecrets ? 'secrets' : 'secrets, text of the request'} |`,
		),
	].join('\n');
