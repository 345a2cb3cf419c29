import { errors } from 'undici';
import type { ServiceErrorCode } from '../base/service-error-codes.ts';
import { ProxyFault } from './connector.ts';

const UNREACHABLE = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL', 'EACCES']);

/** Code of what broke a request off once its connection stood. `answered`: the head of the response had come. */
export function exchangeCode(
  error: Error,
  { aborted, answered }: { readonly aborted: boolean; readonly answered: boolean },
): ServiceErrorCode {
  if (aborted) return 'aborted';
  if (error instanceof errors.HeadersTimeoutError) return 'network.headers-timeout';
  if (error instanceof errors.BodyTimeoutError) return 'network.body-timeout';
  if (error instanceof errors.HeadersOverflowError) return 'answer.too-large';
  if (answered) return 'network.truncated';
  if (error instanceof errors.HTTPParserError) return 'network.protocol';
  return 'network.reset';
}

/** Code of why there is no connection. */
export function connectCode(error: Error): ServiceErrorCode {
  if (error instanceof ProxyFault) return error.fault;
  const system = systemCode(error);
  if (error instanceof errors.ConnectTimeoutError || system === 'ETIMEDOUT') return 'network.connect-timeout';
  if (system === 'ENOTFOUND' || system.startsWith('EAI_')) return 'network.dns';
  if (system === 'ECONNREFUSED') return 'network.refused';
  if (UNREACHABLE.has(system)) return 'network.unreachable';
  if (system === 'ECONNRESET' || system === 'EPIPE') return 'network.reset';
  // Whatever else fails while connecting is the TLS handshake: certificates, versions, a peer that hangs up.
  return 'network.tls';
}

/** For the log. An error of several addresses has no message of its own. */
export function messageOf(error: Error): string {
  return error.message || systemCode(error);
}

/** The error code of the system or of undici. Where several addresses were tried, that of the first. */
function systemCode(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return systemCode(error.errors[0]);
  return '';
}
