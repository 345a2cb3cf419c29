import type { FastifyRequest } from 'fastify';
import { Refusal } from './asking.ts';

type Headers = Pick<FastifyRequest, 'headers'>;

/** Another site can make a browser send cookies, but not these headers. */
export function refuseCrossSiteCall({ headers }: Headers, address: string): void {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? headers.origin === new URL(address).origin : site === 'same-origin';
  if (!isOwn) throw elsewhere();
}

/** `none`: the person opened the address. */
export function refuseCrossSiteDownload({ headers }: Headers): void {
  const site = headers['sec-fetch-site'] ?? 'none';
  if (site !== 'same-origin' && site !== 'none') throw elsewhere();
}

const elsewhere = () =>
  new Refusal(403, 'page.elsewhere', 'Request from another site refused: open the page directly.');
