import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { strip } from '../../../src/junit/strip/take.ts';
import { before, folder, stripped, textOf, useFolder, withoutBoth, withoutLogs, withoutPassed } from '../stripped.ts';

useFolder();

describe('without logs', () => {
  test('system-out, system-err and properties go wherever they stand, and nothing else changes', async () => {
    const content = `\uFEFF<?xml version='1.0'  encoding="utf-8" ?>\r\n<!-- a comment -->
<testsuites xmlns:n="urn:x"><testsuite  name='a &amp; b' ><properties><property name="key" value="secret"/></properties>
  <testcase name="one" ><failure message='2 > 1'>at x\n\tat y</failure><system-out>secret</system-out >and text</testcase>
  <n:system-err a="1>2">secret <deep>secret</deep><![CDATA[</n:system-err>]]><!-- </n:system-err> --></n:system-err>
  <testcase name="two"><flakyFailure><system-out>secret</system-out><stackTrace>at z</stackTrace></flakyFailure><system-out secret="1"/></testcase>
  <system-output>stays</system-output><!-- <system-out>stays</system-out> --><![CDATA[<system-out>stays</system-out>]]>
</testsuite></testsuites>
`;
    const { text: left, result } = await stripped(content, withoutLogs);
    expect(left).toBe(
      content
        .replace(/<properties>.*<\/properties>/, '')
        .replace('<system-out>secret</system-out >', '')
        .replace(/<n:system-err a.*<\/n:system-err>\n/, '\n')
        .replace('<system-out>secret</system-out>', '')
        .replace('<system-out secret="1"/>', ''),
    );
    expect(left).not.toContain('secret');
    expect(result).toMatchObject({ kind: 'stripped', elements: 5, cases: 0, bytes: Buffer.byteLength(left) });
  });

  test('elements of logs inside of each other go together', async () => {
    const content = '<testsuite><system-out>a<system-out>b</system-out>c<system-err/>d</system-out><testcase/></testsuite>';
    expect(await textOf(content, withoutLogs)).toBe('<testsuite><testcase/></testsuite>');
  });

  test('a file in another encoding becomes UTF-8, and says so', async () => {
    const content = '<?xml version="1.0" encoding="UTF-16"?>\n<testsuite name="Größe"><system-out>secret</system-out></testsuite>';
    const expected = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="Größe"></testsuite>';
    expect(await textOf(Buffer.from(`\uFEFF${content}`, 'utf16le'), withoutLogs)).toBe(expected);
    expect(await textOf(Buffer.from(content.replace('UTF-16', 'iso-8859-1'), 'latin1'), withoutLogs)).toBe(expected);
  });

  test('its declaration says so, however it is written, and nothing else that looks like one', async () => {
    const inUtf16 = (content: string): Promise<string> => textOf(Buffer.from(`\uFEFF${content}`, 'utf16le'), withoutLogs);
    expect(await inUtf16(`\n <?xml version='1.0' encoding\n= 'UTF-16' ?><a/>`)).toBe(`\n <?xml version='1.0' encoding\n= 'UTF-8' ?><a/>`);
    for (const content of ['<!-- <?xml encoding="UTF-16" ?> --><a/>', '<?xml version="1.0"?><a encoding="UTF-16"/>']) {
      expect(await inUtf16(content)).toBe(content);
    }
  });

  test('bytes that are no UTF-8 stay as they are', async () => {
    const content = Buffer.from('<testsuite name="Gr\xf6\xdfe"><testcase/></testsuite>', 'latin1');
    await stripped(content, withoutLogs);
    expect(readFileSync(join(folder, 'to.xml')).subarray(before.length).equals(content)).toBe(true);
  });

  test('the hash is that of the file that was read', async () => {
    const { result } = await stripped('<testsuite><system-out/></testsuite>', withoutLogs);
    const sum = execFileSync('sha256sum', [join(folder, 'from.xml')], { encoding: 'utf8' }).slice(0, 64);
    expect(result).toMatchObject({ sha256: sum });
  });

  test.each(['', '<testsuite>', '<testsuite><system-out></testsuite>', '<testsuite><system-out><![CDATA[', 'words'])(
    'a broken file is told, never half of it: %s',
    async (content) => {
      const { result } = await stripped(content, withoutLogs);
      expect(result).toEqual({ kind: 'broken', why: expect.stringMatching(/./) });
    },
  );
});

describe('without passed test cases', () => {
  test('those of which more is told than that they passed stay, and so do suites with their attributes', async () => {
    const told = [
      '<testcase name="f"><failure>no</failure></testcase>',
      '<testcase name="e"><error/></testcase>',
      '<testcase name="s"><skipped/></testcase>',
      '<testcase name="d" status="notrun"/>',
      '<testcase name="r" result="failed"></testcase>',
      '<testcase name="y"><flakyError/></testcase>',
      '<testcase name="u"><rerunFailure/></testcase>',
    ];
    const content = `<testsuites tests="9">\n  <testsuite name="a" tests="9" failures="1">
    <testcase name="p1" time="1"/>
    ${told.join('\n    <testcase name="p"><system-out>log</system-out></testcase>\n    ')}
    <testcase name="p2" status="run"><properties/></testcase>
  </testsuite>\n  <testsuite name="b"><testcase name="p3"/></testsuite>\n</testsuites>`;
    const { text: left, result } = await stripped(content, withoutPassed);
    expect(left).toBe(
      `<testsuites tests="9">\n  <testsuite name="a" tests="9" failures="1">\n    ${told.join('\n    ')}\n  </testsuite>\n  <testsuite name="b"></testsuite>\n</testsuites>`,
    );
    expect(result).toMatchObject({ cases: 9, elements: 0 });
  });

  test('a test case that is known to stay only after many bytes stays whole, and one that goes leaves nothing', async () => {
    const long = '<unknown>'.padEnd(300_000, 'x');
    const failed = `<testcase name="f">${long}</unknown><failure/></testcase>`;
    const passed = `<testcase name="p">${long}</unknown></testcase>`;
    expect(await textOf(`<testsuite>${passed}${failed}${passed}</testsuite>`, withoutPassed)).toBe(`<testsuite>${failed}</testsuite>`);
  });

  test('a `>` in an attribute ends no tag', async () => {
    const failed = '<testcase name="f"><failure message="2 > 1"/></testcase>';
    const content = `<testsuite><testcase name="a > b"/>${failed}<testcase name="c > d" time="1"></testcase>${failed}</testsuite>`;
    expect(await textOf(content, withoutPassed)).toBe(`<testsuite>${failed}${failed}</testsuite>`);
  });

  test.each(['failure', 'error', 'skipped', 'disabled', 'ignored', 'flakyFailure', 'flakyError', 'rerunFailure', 'rerunError'])(
    'one that holds <%s> stays',
    async (name) => {
      const stays = `<testcase><${name}/></testcase>`;
      expect(await textOf(`<testsuite>${stays}<testcase/></testsuite>`, withoutPassed)).toBe(`<testsuite>${stays}</testsuite>`);
    },
  );

  test('a test case inside of another goes or stays with it', async () => {
    const stays = '<testcase><failure/><testcase/></testcase>';
    expect(await textOf(`<testsuite>${stays}<testcase><testcase/></testcase></testsuite>`, withoutPassed)).toBe(
      `<testsuite>${stays}</testsuite>`,
    );
  });

  test('a failure inside of logs is no failure', async () => {
    const content = '<testsuite><testcase><system-out><failure/></system-out></testcase></testsuite>';
    expect(await textOf(content, withoutBoth)).toBe('<testsuite></testsuite>');
  });
});

describe('a file that cannot be stripped', () => {
  test('is broken where its encoding is not read', async () => {
    const { result } = await stripped(Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), withoutLogs);
    expect(result).toEqual({ kind: 'broken', why: expect.stringContaining('UTF-32') });
  });

  test('is no fault of its own where it cannot be read', async () => {
    await expect(strip(folder, 1, 0, withoutLogs)).rejects.toThrow('is no regular file');
    await expect(strip(join(folder, 'gone.xml'), 1, 0, withoutLogs)).rejects.toThrow('ENOENT');
  });

  test.runIf(process.platform === 'linux')('is closed again, as is one that can be', async () => {
    const open = (): number => readdirSync('/proc/self/fd').length;
    const before = open();
    for (const content of ['<testsuite/>', '<testsuite>']) await stripped(content, withoutLogs);
    expect(open()).toBe(before);
  });
});
