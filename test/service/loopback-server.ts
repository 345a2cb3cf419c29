import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

export interface Loopback extends AsyncDisposable {
  readonly origin: string;
  readonly port: number;
}

export function serveHttp(listener: RequestListener): Promise<Loopback> {
  return listening(createHttpServer(listener));
}

export function serveHttps(options: { key: string; cert: string }, listener: RequestListener): Promise<Loopback> {
  return listening(createHttpsServer(options, listener));
}

/** Starts a server for raw bytes, e.g. for responses refused by an HTTP library. */
export function serveBytes(listener: (socket: Socket) => void): Promise<Loopback> {
  return listening(createServer(listener));
}

async function listening(server: Server): Promise<Loopback> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // Some tests close the connection on purpose: a socket error must not fail the test.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
