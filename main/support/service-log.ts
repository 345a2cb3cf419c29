import type { Log } from '../base/log.ts';
import type { ServiceLog } from '../service/log.ts';

/**
 * The log as the service's client and the sandbox write to it. Of what they pass, only the log's own fields are
 * written.
 */
export function serviceLog(log: Log): ServiceLog {
  return {
    debug: (facts, message) => log.debug(message, { ...facts }),
    info: (facts, message) => log.info(message, { ...facts }),
    warn: (facts, message) => log.warn(message, { ...facts }),
  };
}
