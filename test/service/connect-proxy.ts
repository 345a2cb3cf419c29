import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface ConnectProxy extends AsyncDisposable {
  /** The proxy in the format of the system's proxy settings. */
  readonly entry: string;
  readonly asked: readonly string[];
  readonly open: number;
  /** Response to CONNECT: 200 opens the tunnel, `hangs-up` closes the connection, other statuses keep it open. */
  answer: number | 'hangs-up';
}

/** Starts a local proxy whose tunnels all lead to `port`, as if the requested host resolved to this machine. */
export async function connectProxy(port: number): Promise<ConnectProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connection', keep);
  server.on('connect', (request, client: Socket) => {
    asked.push(request.url ?? '');
    if (proxy.answer === 'hangs-up') return void client.destroy();
    if (proxy.answer !== 200) {
      // Keep writing: a socket notices that the other side is gone only when a write fails.
      const more = (error?: Error | null) => void (error || client.write(' ', more));
      client.resume().on('end', () => more());
      return void client.write(`HTTP/1.1 ${proxy.answer} No\r\ncontent-length: 0\r\n\r\n`);
    }
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    keep(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  const proxy: ConnectProxy = {
    entry: `PROXY 127.0.0.1:${own}`,
    asked,
    get open() {
      return sockets.size;
    },
    answer: 200,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
