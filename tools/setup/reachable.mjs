import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

const proxies = [
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
  'npm_config_https_proxy',
  'npm_config_proxy',
];

/**
 * Returns whether `address` answers within 5 s; true behind a proxy, which this check cannot use. Avoids minutes of
 * retries without a network.
 * @param {string} address
 * @returns {Promise<boolean>}
 */
export function reachable(address) {
  if (proxies.some((name) => process.env[name])) return Promise.resolve(true);
  const request = address.startsWith('http:') ? requestHttp : requestHttps;
  return new Promise((resolve) => {
    const asked = request(address, { method: 'HEAD', timeout: 5_000 });
    asked.on('response', (response) => {
      response.resume();
      resolve(true);
    });
    asked.on('timeout', () => asked.destroy(new Error('timeout')));
    asked.on('error', () => resolve(false));
    asked.end();
  });
}
