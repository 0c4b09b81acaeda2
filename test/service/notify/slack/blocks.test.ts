import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../../../src/service/notify/payload.ts';
import { blocksOf } from '../../../../src/service/notify/targets.ts';
import { payload } from '../payload.ts';

/** Every text in a message, whichever block it is in. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe('a message to a chat', () => {
  test('says what happened, with links, in the blocks of the chat', () => {
    expect(blocksOf(wordsOf(payload()))).toEqual({
      text: 'prod: an artifact started: 1 instance started running (from 0 to 1)',
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'prod: an artifact started', emoji: false } },
        { type: 'section', text: { type: 'plain_text', text: '1 instance started running (from 0 to 1)', emoji: false } },
        {
          type: 'section',
          fields: [
            ['Organization', 'acme'],
            ['Environment', 'prod'],
            ['Snapshot', '3 (compliant)'],
            ['Artifact', 'shop'],
            ['Fingerprint', 'a'.repeat(64)],
            ['Flow', 'checkout'],
            ['Commit', 'c'.repeat(40)],
          ].map(([label, value]) => ({ type: 'plain_text', text: `${label}\n${value}`, emoji: false })),
        },
        {
          type: 'context',
          elements: [
            {
              type: 'mrkdwn',
              text: '<https://evidence.example/s|Snapshot> · <https://evidence.example/a?x=1&amp;y=2|Artifact> · <https://ci.example/c|Commit>',
            },
          ],
        },
      ],
    });
  });

  test('cannot call anybody or draw a link by a name', () => {
    const name = '<!channel> <https://evil.example|click> & *bold* <@U1>';
    const texts = textsIn(blocksOf(wordsOf(payload({ environment: name, artifact: { name } }))));
    const foreign = texts.filter((text) => !text.startsWith('<https://evidence.example/'));
    expect(foreign.join()).toContain('&lt;!channel&gt; &lt;https://evil.example|click&gt; &amp; *bold* &lt;@U1&gt;');
    expect(foreign.join()).not.toMatch(/[<>]/);
  });

  test('has no link that is none, and none that a name ends early', () => {
    const urls = ['javascript:alert(1)', 'https://ci.example/a|b>c<d', `https://ci.example/${'x'.repeat(2000)}`];
    const shown = urls.map((commit_url) => {
      const provenance = { commit_url, html_url: '', build_url: '' };
      return textsIn(blocksOf(wordsOf(payload({ artifact: { name: 'shop', provenance } })))).at(-1);
    });
    const snapshot = '<https://evidence.example/s|Snapshot>';
    expect(shown).toEqual([snapshot, `${snapshot} · <https://ci.example/a%7Cb%3Ec%3Cd|Commit>`, snapshot]);
  });

  test.each([
    ['long', 'x'.repeat(5000)],
    ['long and escaped', '&'.repeat(5000)],
    ['of pairs', '😀'.repeat(5000)],
  ])('is not longer than the chat takes, with a name that is %s', (_, name) => {
    const { text, blocks }: Record<string, unknown> = Object(blocksOf(wordsOf(payload({ environment: name, artifact: { name } }))));
    expect(String(text).length).toBeLessThanOrEqual(3000);
    const [header, section, fields] = Object(blocks);
    expect(header.text.text.length).toBeLessThanOrEqual(150);
    expect(section.text.text.length).toBeLessThanOrEqual(3000);
    expect(fields.fields.length).toBeLessThanOrEqual(10);
    for (const field of fields.fields) {
      expect(field.text.length).toBeLessThanOrEqual(2000);
      expect(field.text).not.toMatch(/&(?!amp;|lt;|gt;)|[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
    }
  });
});
