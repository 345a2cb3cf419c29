import { expect, test } from 'vitest';
import { isThisMachine, proxyRoutes } from '../../main/service/proxy-routes.ts';

const direct = { kind: 'direct' };
const proxy = (url: string) => ({ kind: 'proxy', url });

test.each([
  ['DIRECT', [direct]],
  ['', [direct]],
  ['PROXY proxy.shop:8080', [proxy('http://proxy.shop:8080')]],
  ['PROXY a:1;PROXY b:2 ; DIRECT', [proxy('http://a:1'), proxy('http://b:2'), direct]],
  ['HTTPS proxy.shop:443', [proxy('https://proxy.shop')]],
  ['proxy [::1]:3128', [proxy('http://[::1]:3128')]],
  ['SOCKS5 socks.shop:1080; PROXY a:1', [proxy('http://a:1')]],
  ['SOCKS socks.shop:1080; DIRECT', [direct]],
  ['SOCKS5 socks.shop:1080; SOCKS other:1', [{ kind: 'unsupported', name: 'SOCKS5 socks.shop:1080' }]],
  ['PROXY', [{ kind: 'unsupported', name: 'PROXY' }]],
  ['PROXY bad host', [proxy('http://bad')]],
  ['PROXY :::', [{ kind: 'unsupported', name: 'PROXY :::' }]],
])('%j leads to %j', (list, routes) => {
  expect(proxyRoutes(list)).toEqual(routes);
});

test.each(['localhost', '127.0.0.1', '127.8.0.1', '::1', '[::1]'])('%s is this machine', (host) => {
  expect(isThisMachine(host)).toBe(true);
});
test.each(['service.test', '10.0.0.1', '127.0.0.1.evil.test', 'localhost.evil.test', '1127.0.0.1'])(
  '%s is another machine',
  (host) => {
    expect(isThisMachine(host)).toBe(false);
  },
);
