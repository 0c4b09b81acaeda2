import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { onlyPart } from '../../../src/service/http/form.ts';

const plain = '--b\r\nContent-Disposition: form-data; name="data_json"\r\n\r\n{"a":1}\r\n--b--\r\n';

/** The only part that a server reads, and the body that is left then. The pieces of the body come one after another. */
async function read(pieces: readonly string[], type = 'multipart/form-data; boundary=b'): Promise<readonly [string | undefined, string]> {
  const { promise, resolve } = Promise.withResolvers<readonly [string | undefined, string]>();
  const server = createServer((request, response) => {
    // As long as it takes to look up the caller.
    setImmediate(() => {
      const part = onlyPart(request, 'data_json')?.toString();
      void text(request).then((rest) => {
        resolve([part, rest]);
        return response.end();
      });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  const length = Buffer.byteLength(pieces.join(''));
  const [first = '', ...others] = pieces;
  socket.write(`POST / HTTP/1.1\r\nHost: h\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${first}`);
  for (const piece of others) {
    await sleep(50);
    socket.write(piece);
  }
  const found = await promise;
  socket.destroy();
  server.close();
  return found;
}

test.each([
  ['the plainest form', plain, undefined],
  ['a part with a type', plain.replace('\r\n\r\n{', '\r\nContent-Type: application/json; charset=utf-8\r\n\r\n{'), undefined],
  ['other letters in the names of headers', plain.replace('Content-Disposition', 'content-disposition'), undefined],
  ['no line after the end', plain.slice(0, -2), undefined],
  ['a long boundary', plain.replaceAll('--b', `--${'-'.repeat(40)}x`), `multipart/form-data; boundary=${'-'.repeat(40)}x`],
])('%s is read at once', async (_, form, type) => {
  expect(await read([form], type)).toEqual(['{"a":1}', '']);
});

const other = 'Content-Disposition: form-data; name="attachment_file"; filename="a"\r\n\r\nx\r\n';

test.each([
  ['a form with a file', plain.replace('--b--', `--b\r\n${other}--b--`)],
  ['a file in place of the JSON', plain.replace('"data_json"', '"data_json"; filename="a"')],
  ['a part of another name', plain.replace('data_json', 'other')],
  ['an encoding that is not for forms', plain.replace('\r\n\r\n{', '\r\nContent-Transfer-Encoding: base64\r\n\r\n{')],
  ['text before the first part', `text\r\n${plain}`],
  ['text after the end', `${plain}text`],
  ['a form without an end', plain.slice(0, -6)],
  ['a boundary in the content', plain.replace('{"a":1}', '{\r\n--b\r\n}')],
  ['a part without content', '--b\r\n\r\n--b--'],
])('%s is left to the parser of all forms, and none of it is lost', async (_, form) => {
  expect(await read([form])).toEqual([undefined, form]);
});

test('a form that comes in pieces, or is large, is left as well', async () => {
  expect(await read([plain.slice(0, 70), plain.slice(70)])).toEqual([undefined, plain]);
  const large = plain.replace('1', `"${'x'.repeat(70_000)}"`);
  expect(await read([large])).toEqual([undefined, large]);
});
