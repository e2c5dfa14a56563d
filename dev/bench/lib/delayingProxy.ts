import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * A network between a client and a service: whatever is sent arrives half a round trip later, and a new connection
 * costs one round trip before its first byte leaves, as the greeting of TCP does. TLS goes through it untouched, so its
 * greeting takes the round trips that it takes. Neither bandwidth nor loss is modelled.
 */
export class DelayingProxy {
	private readonly sockets = new Set<Socket>();

	private constructor(
		private readonly server: Server,
		private readonly host: string,
	) {}

	/** @param origin of the service, e.g. https://127.0.0.1:4000 */
	static async start(origin: string, roundTripMs: number): Promise<DelayingProxy> {
		const { hostname, port, protocol } = new URL(origin);
		const server = createServer({ allowHalfOpen: true, noDelay: true });
		const proxy = new DelayingProxy(server, `${protocol}//${hostname}`);
		server.on('connection', (client) => {
			const service = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
			service.setNoDelay(true);
			delay(client, service, roundTripMs / 2, roundTripMs);
			delay(service, client, roundTripMs / 2, 0);
			for (const socket of [client, service]) proxy.keep(socket);
		});
		server.listen(0, hostname);
		await once(server, 'listening');
		return proxy;
	}

	private keep(socket: Socket): void {
		this.sockets.add(socket);
		socket.on('close', () => this.sockets.delete(socket));
	}

	get baseUrl(): string {
		return `${this.host}:${(this.server.address() as AddressInfo).port}`;
	}

	async stop(): Promise<void> {
		for (const socket of this.sockets) socket.destroy();
		this.server.close();
		await once(this.server, 'close');
	}
}

/** Hands on what one side sends, in order; `greetingMs` is how much later than now the first of it can have left. */
function delay(from: Socket, to: Socket, ms: number, greetingMs: number): void {
	const open = performance.now() + greetingMs;
	const onTheWay: Array<{ at: number; arrive: () => void }> = [];
	let timer: NodeJS.Timeout | undefined;
	const next = () => {
		timer = undefined;
		while (onTheWay[0] && onTheWay[0].at <= performance.now()) onTheWay.shift()?.arrive();
		if (onTheWay[0]) timer = setTimeout(next, onTheWay[0].at - performance.now());
	};
	const send = (arrive: () => void) => {
		onTheWay.push({ at: Math.max(performance.now(), open) + ms, arrive });
		timer ??= setTimeout(next, onTheWay[0].at - performance.now());
	};
	from.on('data', (bytes) => send(() => to.writable && to.write(bytes)));
	from.on('end', () => send(() => to.end()));
	from.on('error', () => to.destroy());
}
