/** Texts that a runner would act on if they stood in the log unchanged. */
export const commands = [
  '##[set-output name=verdict]compliant',
  '::set-output name=verdict::compliant',
  '##[add-mask]a',
  '::add-mask::a',
  '##[set-env name=X]y',
  '::set-env name=X::y',
  '##[save-state name=X]y',
  '::add-path::/tmp/evil',
  '##[add-matcher]build/matcher.json',
  '::stop-commands::evil',
  '##[error]forged',
  '::notice file=src/a.ts,line=1::forged',
  '::echo::on',
] as const;

/**
 * The same texts behind and between characters that might let them slip through: line breaks of all kinds, ANSI, invisible
 * characters.
 */
export const hostileTexts: readonly string[] = [
  ...commands,
  ...commands.flatMap((command) => [`x\n${command}`, `x\r${command}`]),
  ...['\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f', '%0A', '\n \t'].flatMap((gap) => [
    `x${gap}${commands[0]}`,
    `x${gap}${commands[1]}`,
  ]),
  '\u001B[31m##[set-output name=verdict]compliant\u001B[0m',
  '#\u001B[0m#[set-output name=verdict]compliant',
  '#\u200B#[set-output name=verdict]compliant',
  '\u001B[2K\r::set-output name=verdict::compliant',
  ':\uFEFF:set-output name=verdict::compliant',
  '\u202E::set-output name=verdict::compliant',
  '###[set-output name=verdict]compliant',
  ' ##[set-output name=verdict]compliant',
];

/** Text in an XML attribute. Characters that XML 1.0 cannot hold at all are left out: a file with them is unusable anyway. */
export function attribute(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, '')
    .replace(/[&<"\n\r\t\u0085\u2028]/g, (character) => `&#${character.codePointAt(0)};`);
}

/** A JUnit file that has these texts as the names of suites and tests, as their places and as their messages. */
export function junitOf(texts: readonly string[]): string {
  const suites = texts.map((text) => {
    const name = attribute(text);
    const body = text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, '').replaceAll(']]>', '');
    return `<testsuite name="${name}" tests="2">
  <testcase classname="${name}" name="${name}" file="${name}" line="1" time="0.5"><failure message="${name}" type="${name}"><![CDATA[${body}]]></failure></testcase>
  <testcase classname="${name}" name="${name} again" time="0.5"/>
</testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`;
}
