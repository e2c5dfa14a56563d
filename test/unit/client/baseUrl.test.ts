import { normalizeBaseUrl } from '../../../nodes/shared/client/baseUrl';
import { thrownBy } from '../support/thrownBy';

describe('normalizeBaseUrl', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['  https://api.example.com//  ', 'https://api.example.com'],
		['https://api.example.com/V2', 'https://api.example.com'],
		['https://api.example.com:8443/v2', 'https://api.example.com:8443'],
		['https://example.com/accounting//v2//', 'https://example.com/accounting'],
		['https://example.com/accounting', 'https://example.com/accounting'],
		['https://example.com/v20', 'https://example.com/v20'],
		['https://API.Example.com/?a=1#b', 'https://api.example.com'],
	])('takes %p as %p', (input, expected) => {
		expect(normalizeBaseUrl(input)).toBe(expected);
	});

	it.each([
		'http://localhost:5678',
		'http://service.localhost',
		'http://127.0.0.1:3000',
		'http://127.10.20.30',
		'http://10.100.200.70',
		'http://172.16.0.1',
		'http://172.31.255.255',
		'http://192.168.100.20:8080',
		'http://169.254.10.10',
		'http://[::1]:3000',
		'http://[fd12:3456::1]',
		'http://[fe80::1]',
	])('accepts plain http for %s', (input) => {
		expect(normalizeBaseUrl(input)).toBe(input);
	});

	it.each([
		'http://api.example.com',
		'http://8.8.8.8',
		'http://172.15.0.1',
		'http://172.32.0.1',
		'http://192.169.0.1',
		'http://100.10.0.0',
		'http://127.0.0.1.example.com',
		'http://10.example.com',
		'http://localhost.example.com',
		'http://notlocalhost',
		'http://[2001:db8::1]',
	])('refuses plain http for %s', async (input) => {
		const failure = await thrownBy(() => normalizeBaseUrl(input));
		expect(failure).toMatchObject({ kind: 'badInput', fields: ['baseUrl'] });
		expect(failure.message).toMatch(/public host .* would send the app secret unencrypted/);
	});

	it.each([
		['', 'empty'],
		['   ', 'empty'],
		[undefined, 'empty'],
		[7, 'empty'],
		['api.example.com', 'not a web address'],
		['/v2', 'not a web address'],
		['ftp://api.example.com', 'must start with https://, not ftp://'],
		['file:///etc/passwd', 'must start with https://, not file://'],
		['https://user:word@api.example.com', 'must not contain a user name or password'],
		['https://user@api.example.com', 'must not contain a user name or password'],
		['https://:word@api.example.com', 'must not contain a user name or password'],
		['//user:word@host/path?key=hush#17', /not a web address: host\/path$/],
	])('refuses %p', async (input, says) => {
		const failure = await thrownBy(() => normalizeBaseUrl(input));
		expect(failure).toMatchObject({ kind: 'badInput' });
		expect(failure.message).toMatch(says);
		expect(failure.message).not.toContain('word@');
		expect(failure.description).not.toBe('');
	});
});
