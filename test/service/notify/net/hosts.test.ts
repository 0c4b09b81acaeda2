import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { wayTo } from '../../../../src/service/notify/hosts.ts';

const forEver = new AbortController().signal;
const way = async (address: string, names: readonly string[], found: readonly string[] = ['1.1.1.1']) =>
  (await wayTo(new URL(address), { webhookHosts: new Set(names), lookup: async () => found }, forEver)).kind;

test('a host that is not named is closed, whatever its port and spelling', async () => {
  for (const address of ['https://other.example/', 'https://hooks.example:8443/', 'https://hooks.example./', 'https://a.hooks.example/'])
    expect([address, await way(address, ['hooks.example'])]).toEqual([address, 'unnamed']);
  expect(await way('https://HOOKS.example:443/', ['hooks.example'])).toBe('open');
  expect(await way('https://hooks.example:8443/', ['hooks.example:8443'])).toBe('open');
});

test('with * every public host is open, at the port of https alone', async () => {
  expect(await way('https://hooks.example/', ['*'])).toBe('open');
  expect(await way('https://1.1.1.1/', ['*'])).toBe('open');
  expect(await way('https://hooks.example:8443/', ['*'])).toBe('unnamed');
});

test('with * a host is closed as soon as one of its addresses is not public, in every spelling', async () => {
  for (const found of [['127.0.0.1'], ['1.1.1.1', '10.0.0.1'], ['169.254.169.254'], ['::ffff:10.0.0.1'], ['64:ff9b::1'], ['fe80::1%eth0']])
    expect([found, await way('https://hooks.example/', ['*'], found)]).toEqual([found, 'forbidden']);
  for (const literal of [
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '10.0.0.1',
    '169.254.169.254',
    '0',
  ])
    expect([literal, await way(`https://${literal}/`, ['*'])]).toEqual([literal, 'forbidden']);
});

test('a name that the operator wrote may lead into their network, but not to where a cloud hands out credentials', async () => {
  for (const found of [['10.0.0.1'], ['127.0.0.1', '::1'], ['fd00::1'], ['100.64.0.1']])
    expect([found, await way('https://relay.internal/', ['relay.internal'], found)]).toEqual([found, 'open']);
  for (const found of [['169.254.169.254'], ['0.0.0.0'], ['10.0.0.1', 'ff02::1'], ['64:ff9b::a9fe:a9fe']])
    expect([found, await way('https://relay.internal/', ['relay.internal'], found)]).toEqual([found, 'forbidden']);
});

test('an address that the operator wrote is open', async () => {
  expect(await way('https://10.0.0.1/', ['10.0.0.1'])).toBe('open');
  expect(await way('https://169.254.10.1/', ['169.254.10.1'])).toBe('open');
  expect(await way('https://[fd00::1]:8443/', ['[fd00::1]:8443'])).toBe('open');
});

test('a name that has no address is unknown, and the system is asked for names by default', async () => {
  expect(await way('https://hooks.example/', ['*'], [])).toBe('unknown');
  const refuses = { webhookHosts: new Set(['*']), lookup: () => Promise.reject(new Error('SERVFAIL')) };
  expect((await wayTo(new URL('https://hooks.example/'), refuses, forEver)).kind).toBe('unknown');
  expect((await wayTo(new URL('https://nobody.invalid/'), { webhookHosts: new Set(['*']) }, forEver)).kind).toBe('unknown');
  expect((await wayTo(new URL('https://localhost/'), { webhookHosts: new Set(['*']) }, forEver)).kind).toBe('forbidden');
  expect((await wayTo(new URL('https://localhost/'), { webhookHosts: new Set(['localhost']) }, forEver)).kind).toBe('open');
});

test('a question for addresses that nobody answers ends with the signal', async () => {
  const silent = { webhookHosts: new Set(['*']), lookup: () => new Promise<readonly string[]>(() => {}) };
  expect((await wayTo(new URL('https://hooks.example/'), silent, AbortSignal.timeout(20))).kind).toBe('unknown');
  expect((await wayTo(new URL('https://hooks.example/'), silent, AbortSignal.abort())).kind).toBe('unknown');
});

test('the networks of this machine are its own, also where their addresses are public', async () => {
  const wayIn = async (name: string, found: string, networks: readonly string[]) =>
    (
      await wayTo(
        new URL('https://hooks.example/'),
        { webhookHosts: new Set([name]), lookup: async () => [found], networks: () => networks },
        forEver,
      )
    ).kind;
  const ours = ['127.0.0.1/8', '1.1.1.7/24', '2606:4700::7/64', 'fe80::1/64'];
  for (const found of ['1.1.1.7', '1.1.1.1', '::ffff:1.1.1.1', '2606:4700::1111']) {
    expect([found, await wayIn('*', found, ours)]).toEqual([found, 'forbidden']);
    expect([found, await wayIn('hooks.example', found, ours)]).toEqual([found, 'open']);
  }
  // To be in the same network makes nothing of them that clouds hand out credentials at.
  expect(await wayIn('hooks.example', 'fe80::9', ours)).toBe('forbidden');
  for (const found of ['1.1.2.1', '2606:4700:0:1::1']) expect([found, await wayIn('*', found, ours)]).toEqual([found, 'open']);
});

test('by itself it asks the system for the networks of this machine', async () => {
  const [first] = Object.values(os.networkInterfaces()).flatMap((all = []) => all);
  if (first === undefined) throw new Error('This machine has no address.');
  const asked = vi
    .spyOn(os, 'networkInterfaces')
    .mockReturnValue({ eth9: [{ ...first, address: '1.1.1.7', family: 'IPv4', cidr: '1.1.1.7/24' }] });
  syncBuiltinESMExports();
  onTestFinished(() => {
    asked.mockRestore();
    syncBuiltinESMExports();
  });
  expect([await way('https://hooks.example/', ['*']), await way('https://hooks.example/', ['*'], ['1.1.2.1'])]).toEqual([
    'forbidden',
    'open',
  ]);
});

test('where nobody may ask for the networks, a named host is reached all the same, and no other one', async () => {
  const asked = vi.spyOn(os, 'networkInterfaces').mockImplementation(() => {
    throw new Error('uv_interface_addresses returned Unknown system error 97');
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    asked.mockRestore();
    syncBuiltinESMExports();
  });
  expect([await way('https://hooks.example/', ['hooks.example']), await way('https://hooks.example/', ['*'])]).toEqual([
    'open',
    'forbidden',
  ]);
});
