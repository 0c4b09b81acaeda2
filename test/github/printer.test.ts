import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Printer } from '../../src/github/printer.ts';
import { markdown } from '../../src/text/index.ts';
import { parseCommand, type Command } from '../support/runner/command.ts';
import { hostile, linesOf, registered, unseen } from '../text/hostile.ts';
import { printed } from './printed.ts';

const linesBy = (use: (printer: Printer) => void): readonly string[] => linesOf(printed(use)).slice(0, -1);

const commandsIn = (lines: readonly string[]): readonly Command[] => lines.flatMap((line) => parseCommand(line, registered) ?? []);
const secret = 'a-very-secret-token';

describe('the printer', () => {
  it('writes no command for any line of text', () => {
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 4 }), (texts) => {
        expect(
          commandsIn(
            linesBy((printer) => {
              for (const text of texts) printer.line(text);
            }),
          ),
        ).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('writes an address that nobody could open so that no link is made of it, and leaves others as they are', () => {
    const text = 'GET http://127.0.0.1:40123/api/v2/trails, then https://evidence.example/ and http://127.0.0.1:9/';
    const use = (printer: Printer): void => {
      printer.unlink('http://127.0.0.1:40123');
      printer.line(text);
      printer.annotate({ level: 'error', message: text });
    };
    const said = 'GET 127.0.0.1:40123/api/v2/trails, then https://evidence.example/ and http://127.0.0.1:9/';
    expect(linesBy(use)).toEqual([said, `::error::${said}`]);
  });

  it('hides a secret in a summary whose signs are written so that they are no markup', () => {
    printed((printer) => {
      printer.hide('ghs_16C7e42F292c6912E77');
      expect(printer.clean(`| ${markdown('the name is ghs_16C7e42F292c6912E77')} |`)).toBe('| the name is *** |');
    });
  });

  it('hides a secret that comes together where an address loses its scheme', () => {
    const [line] = linesBy((printer) => {
      printer.hide(secret);
      printer.unlink(`http://${secret.slice(6)}`);
      printer.line(`${secret.slice(0, 6)}http://${secret.slice(6)}`);
    }).slice(1);
    expect(line).toBe('***');
  });

  it('writes just the one annotation that was asked for, on one line, whatever is in it', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (message, title, file) => {
        const lines = linesBy((printer) => printer.annotate({ level: 'error', message, title, file, line: 7 }));
        const [command] = commandsIn(lines);
        expect(lines).toHaveLength(1);
        expect(command?.name).toBe('error');
        expect([...(command?.properties.keys() ?? [])].filter((name) => !['title', 'file', 'line'].includes(name))).toEqual([]);
        expect(command?.properties.get('line')).toBe('7');
        expect(command?.data ?? '').not.toContain('##[');
      }),
      { numRuns: 1_000 },
    );
  });

  it('brings message, title and place through the runner as they were', () => {
    const [command] = commandsIn(
      linesBy((printer) =>
        printer.annotate({
          level: 'warning',
          message: '50% of a, b: c\nsecond %0A line',
          title: 'x, y: 100%',
          file: 'a,b:c%.xml',
          line: 3,
        }),
      ),
    );
    expect(command?.name).toBe('warning');
    expect(command?.data).toBe('50% of a, b: c\nsecond %0A line');
    expect(Object.fromEntries(command?.properties ?? [])).toEqual({ title: 'x, y: 100%', file: 'a,b:c%.xml', line: '3' });
  });

  it('writes ten annotations in all, the most severe first, the rest as plain lines, and says how many', () => {
    const lines = linesBy((printer) => {
      printer.annotate({ level: 'notice', message: 'by the way' });
      for (let n = 1; n <= 3; n += 1) printer.annotate({ level: 'warning', message: `warned ${n}` });
      for (let n = 1; n <= 6; n += 1) printer.annotate({ level: 'error', message: `failed ${n}`, title: 'test', isDetail: true });
      for (let n = 1; n <= 3; n += 1) printer.annotate({ level: 'error', message: `reason ${n}` });
      printer.finish('the job summary');
    });
    expect(commandsIn(lines).map(({ data, name }) => [name, data])).toEqual([
      ['group', 'More than the annotations of this step'],
      ['endgroup', ''],
      ...[1, 2, 3].map((n) => ['error', `reason ${n}`]),
      ...[1, 2, 3, 4, 5, 6].map((n) => ['error', `failed ${n}`]),
      ['warning', 'warned 1'],
    ]);
    expect(lines.slice(1, 4)).toEqual(['warning: warned 2', 'warning: warned 3', 'notice: by the way']);
    expect(lines.at(-1)).toBe('3 more are in the fold above; what failed is in the job summary');
  });

  it('names no other place for what is left where there is none', () => {
    const lines = linesBy((printer) => {
      for (let n = 1; n <= 11; n += 1) printer.annotate({ level: 'error', message: `failed ${n}`, title: 'test' });
    });
    expect(lines[1]).toBe('error: test: failed 11');
    expect(lines.at(-1)).toBe('1 more is in the fold above');
  });

  it('says nothing of plain lines where ten annotations were just enough', () => {
    const lines = linesBy((printer) => {
      for (let n = 1; n <= 10; n += 1) printer.annotate({ level: 'warning', message: `warned ${n}` });
    });
    expect(commandsIn(lines)).toHaveLength(10);
    expect(lines).toHaveLength(10);
    expect(lines[0]).toBe('::warning::warned 1');
  });

  it('cuts a long message where the runner would, and not inside a character', () => {
    const [command] = commandsIn(linesBy((printer) => printer.annotate({ level: 'error', message: `${'x'.repeat(3_999)}😀😀` })));
    expect(command?.data.length).toBeLessThanOrEqual(4_000);
    expect(command?.data.isWellFormed()).toBe(true);
  });

  it('folds lines under a title, and none of them ends the fold', () => {
    const lines = linesBy((printer) => printer.group('What would be\nsent', ['{', '::endgroup::', '##[endgroup]', '}']));
    expect(commandsIn(lines).map(({ name }) => name)).toEqual(['group', 'endgroup']);
    expect(lines).toHaveLength(6);
  });

  it('masks a secret first with the runner, then itself, everywhere', () => {
    const lines = linesBy((printer) => {
      printer.hide(secret);
      printer.hide(secret);
      printer.line(`the token is ${secret}`);
      printer.annotate({ level: 'error', message: `token=${encodeURIComponent(secret)}`, title: secret, file: `${secret}.xml` });
      printer.group(secret, [secret]);
      expect(printer.clean(`${secret}!`)).toBe('***!');
    });
    expect(lines[0]).toBe(`::add-mask::${secret}`);
    expect(lines.slice(1).join('\n')).not.toContain(secret);
  });

  it('leaves no secret that only appears when control characters are taken out', () => {
    const lines = linesBy((printer) => {
      printer.hide(secret);
      printer.line(`the token is ${secret.slice(0, 5)}\u0000\u200B\u001B[0m${secret.slice(5)}`);
    });
    expect(lines.slice(1).join('\n')).not.toContain(secret);
  });

  it.each(['ab##[cd]-secret', '::error-secret'])('leaves no secret that holds what is made harmless: %s', (odd) => {
    const lines = linesBy((printer) => {
      printer.hide(odd);
      printer.line(odd);
      printer.annotate({ level: 'notice', message: odd, title: odd, file: odd });
      printer.group(odd, [odd]);
    });
    expect(lines.slice(1).join('\n')).not.toContain('secret');
    expect(lines[1]).toBe('***');
  });

  it.each(unseen.map(({ code, name }) => [name, String.fromCodePoint(code)]))(
    'leaves no secret that %s parts, wherever it stands',
    (_, part) => {
      const text = `the token is ${secret.slice(0, 5)}${part}${secret.slice(5)}`;
      const lines = linesBy((printer) => {
        printer.hide(secret);
        printer.line(text);
        for (let n = 1; n <= 11; n += 1) printer.annotate({ level: 'error', message: text, title: text, file: text });
        printer.group(text, [text]);
      });
      expect(lines.slice(1).join('\n')).not.toContain(secret.slice(5));
      expect(lines).toContain('the token is ***');
    },
  );

  it('does not mask a word of three letters', () => {
    expect(linesBy((printer) => printer.hide('yes'))).toEqual([]);
    expect(linesBy((printer) => printer.hide('word'))).toEqual(['::add-mask::word']);
  });
});
