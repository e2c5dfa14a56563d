/** A self-signed certificate for 127.0.0.1, new at every start. */
import { generate } from 'selfsigned';

export async function makeCertificate(): Promise<{ key: string; cert: string }> {
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
		keyType: 'ec',
		extensions: [
			{
				name: 'subjectAltName',
				altNames: [
					{ type: 2, value: 'localhost' },
					{ type: 7, ip: '127.0.0.1' },
				],
			},
		],
	});
	return { key, cert };
}
