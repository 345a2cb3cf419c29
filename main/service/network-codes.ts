import { errors } from 'undici';
import type { ServiceErrorCode } from '../base/service-error-codes.ts';
import { ProxyFault } from './connector.ts';

const UNREACHABLE = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL', 'EACCES']);

/** `answered`: the response headers had arrived. */
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

export function connectCode(error: Error): ServiceErrorCode {
  if (error instanceof ProxyFault) return error.fault;
  const system = systemCode(error);
  if (error instanceof errors.ConnectTimeoutError || system === 'ETIMEDOUT') return 'network.connect-timeout';
  if (system === 'ENOTFOUND' || system.startsWith('EAI_')) return 'network.dns';
  if (system === 'ECONNREFUSED') return 'network.refused';
  if (UNREACHABLE.has(system)) return 'network.unreachable';
  if (system === 'ECONNRESET' || system === 'EPIPE') return 'network.reset';
  // Any other failure while connecting is in the TLS handshake: certificates, versions, a peer that hangs up.
  return 'network.tls';
}

/** An AggregateError of several addresses has an empty message. */
export function messageOf(error: Error): string {
  return error.message || systemCode(error);
}

/** The error code of the system or of undici; after several addresses, the code of the first. */
function systemCode(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return systemCode(error.errors[0]);
  return '';
}
