import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RawOptions } from '../../../src/options/index.ts';
import { fault, type Fault } from '../../support/fault-server.ts';
import { playNamed } from '../play-named.ts';
import { checkout, openStage, play, type Checkout, type Stage } from '../setup.ts';
import { listAt, stringAt } from '../../../src/text/index.ts';

let stage: Stage;
let at: Checkout;
const bytes = Buffer.from([0, 255, 1, 254, 0x80, 10, 13, 200]);
beforeAll(async () => {
  stage = await openStage();
  at = checkout();
});
afterAll(() => stage.close());

const where = (): RawOptions => ({ 'base-url': stage.url, 'api-token': stage.token, org: 'acme' });
const download = async (id: string, raw: RawOptions = {}) =>
  (await playNamed('attestation download', { ...where(), id, ...raw }, { workspace: at.path })).result;

/** The id of a record with this file attached. */
async function attested(name: string, file: string | undefined): Promise<string> {
  if (file !== undefined) at.write(file, bytes);
  const attach: RawOptions = file === undefined ? {} : { attachments: file };
  await play('attest', stage, at, { 'attestation-name': name, attach: 'never', ...attach });
  const { result } = await playNamed('attestation find', { ...where(), commit: at.sha, name });
  return stringAt(listAt(result, 'json', 'attestations')?.[0], 'attestation_id') ?? 'none';
}

describe('attestation download', () => {
  it('saves the file byte for byte, under its own name', async () => {
    const id = await attested('own', 'out/report é.bin');
    expect(await download(id)).toMatchObject({ json: { file: join(at.path, 'report é.bin'), bytes: bytes.length } });
    expect(readFileSync(join(at.path, 'report é.bin'))).toEqual(bytes);
  });

  it('replaces no file that is there, unless it may', async () => {
    const id = await attested('kept', 'kept.bin');
    at.write('mine.txt', 'mine');
    expect(await download(id, { output: 'mine.txt' })).toMatchObject({
      kind: 'stopped',
      ending: 'usage',
      message: expect.stringContaining('is there already'),
      fix: expect.stringContaining('--force'),
    });
    expect(readFileSync(join(at.path, 'mine.txt'), 'utf8')).toBe('mine');
    expect(await download(id, { output: 'mine.txt', force: 'true' })).toMatchObject({ kind: 'shown' });
    expect(readFileSync(join(at.path, 'mine.txt'))).toEqual(bytes);
    expect(readdirSync(at.path).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it.each([
    ['a way up', '../../evil.txt', 'evil.txt'],
    ['a way of Windows', 'C:\\temp\\evil2.txt', 'evil2.txt'],
    ['a device of Windows', 'NUL', '_NUL'],
    ['a device of Windows with an extension', 'com1.txt', '_com1.txt'],
    ['none that Windows keeps', 'evil3.txt. .', 'evil3.txt'],
    ['a hidden file', '.bashrc', 'bashrc'],
    ['an option', '-rf.txt', 'rf.txt'],
    ['a line break and a colour', 'a\u001b[31m\nb.txt', 'a__31m_b.txt'],
  ])('leads nowhere by a name that is %s', async (_, name, expected) => {
    const id = await attested('named', 'named.bin');
    stage.script = (request): Fault =>
      request.url.endsWith('/evidence')
        ? {
            kind: 'answer',
            answer: {
              status: 200,
              headers: ['content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`],
              body: bytes,
            },
          }
        : fault.pass();
    const result = await download(id);
    stage.script = fault.pass;
    expect(result).toMatchObject({ json: { file: join(at.path, expected) } });
  });

  it('says that a record has no file, and that there is no record', async () => {
    const id = await attested('bare', undefined);
    expect(await download(id)).toMatchObject({ kind: 'stopped', ending: 'unknown', message: expect.stringMatching(/404/) });
    expect(await download(`${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(8)}`)).toMatchObject({ kind: 'stopped', ending: 'usage' });
    expect(existsSync(join(at.path, 'bare'))).toBe(false);
  });

  it('says that a folder is not there', async () => {
    const id = await attested('nowhere', 'nowhere.bin');
    expect(await download(id, { output: 'no/such/folder/x' })).toMatchObject({
      ending: 'usage',
      message: expect.stringContaining('could not be written'),
    });
  });
});
