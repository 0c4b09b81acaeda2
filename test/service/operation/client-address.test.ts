import { expect, test } from 'vitest';
import { addressIn, clientOf } from '../../../src/service/operation/clients.ts';

test.each([
  ['203.0.113.9', '203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::9', '2001:db8:1:3::9', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::1%eth0', 'fe80::/64'],
  // With the port, as some proxies write it.
  ['203.0.113.9:4711', '203.0.113.9', '203.0.113.9'],
  ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::9', '2001:db8:1:2::/64'],
  // No address at all.
  ['', 'unknown', 'unknown'],
  ['a stranger', 'unknown', 'unknown'],
  ['203.0.113.9:4711:1', 'unknown', 'unknown'],
  ['300.0.113.9:1', 'unknown', 'unknown'],
  ['x'.repeat(60_000), 'unknown', 'unknown'],
  ['\u001B[2J203.0.113.9', 'unknown', 'unknown'],
])('%j is the address %s of the client %s', (said, address, client) => {
  expect([addressIn(said), clientOf(said)]).toEqual([address, client]);
});
