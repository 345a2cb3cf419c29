import { expect, test } from 'vitest';
import { proxyFromEnvironment } from '../../../main/support/checks/proxy-environment.ts';

const url = 'https://pay.shop.example:8443/v3';

test.each([
  [{}, 'DIRECT'],
  [{ https_proxy: 'http://proxy.shop:8080' }, 'PROXY proxy.shop:8080'],
  [{ HTTPS_PROXY: 'proxy.shop:8080' }, 'PROXY proxy.shop:8080'],
  [{ https_proxy: 'https://proxy.shop' }, 'HTTPS proxy.shop:443'],
  [{ https_proxy: '', ALL_PROXY: 'http://10.0.0.1' }, 'PROXY 10.0.0.1:80'],
  [{ all_proxy: 'socks5://10.0.0.1:1080' }, 'SOCKS 10.0.0.1:1080'],
  [{ http_proxy: 'http://proxy.shop:8080' }, 'DIRECT'],
  [{ https_proxy: 'http://proxy.shop:8080', no_proxy: 'localhost, .shop.example' }, 'DIRECT'],
  [{ https_proxy: 'http://proxy.shop:8080', no_proxy: '*' }, 'DIRECT'],
  [{ https_proxy: 'http://proxy.shop:8080', NO_PROXY: 'hop.example,other' }, 'PROXY proxy.shop:8080'],
  [{ https_proxy: 'http://' }, 'DIRECT'],
])('%j', (env, route) => {
  expect(proxyFromEnvironment(url, env)).toBe(route);
});
