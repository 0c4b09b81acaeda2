import { once } from 'node:events';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the inputs of the JUnit benchmark: 250,000 cases in 100 MB, 600 MB of logs, 5,000 files of 4 KB. */
export async function writeInputs(folder: string): Promise<void> {
  for (const name of ['cases', 'logs', 'files']) mkdirSync(join(folder, name));
  await write(join(folder, 'cases', 'cases.xml'), manyCases());
  await write(join(folder, 'logs', 'logs.xml'), longLogs());
  for (let index = 0; index < 5000; index += 1) writeFileSync(join(folder, 'files', `TEST-${index}.xml`), smallFile(index));
}

async function write(path: string, pieces: Iterable<string>): Promise<void> {
  const file = createWriteStream(path);
  for (const piece of pieces) {
    if (!file.write(piece)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}

const trace = '\tat com.example.Foo.bar(Foo.java:12)\n'.repeat(30);
const words = 'log line of an ordinary test with some words in it\n'.repeat(25);

function* manyCases(): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n';
  for (let suite = 0; suite < 1000; suite += 1) {
    const place = `com.example.module${suite % 37}.package${suite % 11}.Suite${suite}`;
    let text = `  <testsuite name="${place}" tests="250" failures="3" errors="0" skipped="2" time="12.5" timestamp="2026-01-02T03:04:05">\n`;
    for (let index = 0; index < 250; index += 1) {
      const open = `    <testcase name="does what it says for the number ${index} in fine weather" classname="${place}Test" time="0.0${index}"`;
      if (index % 83 === 7) {
        text += `${open}>\n      <failure message="expected &lt;1&gt; but was &lt;2&gt;" type="E"><![CDATA[${trace}]]></failure>\n    </testcase>\n`;
      } else if (index % 125 === 9) text += `${open}>\n      <skipped/>\n    </testcase>\n`;
      else if (index % 5 === 0) text += `${open}>\n      <system-out><![CDATA[${words}]]></system-out>\n    </testcase>\n`;
      else text += `${open}/>\n`;
    }
    yield `${text}  </testsuite>\n`;
  }
  yield '</testsuites>\n';
}

function* longLogs(): Generator<string> {
  const line = '2026-01-02 03:04:05 INFO  [main] c.e.Service - handled request 4711 in 12 ms, status=200 user=größe <ok>\n';
  const asCdata = `<![CDATA[${line.repeat(2800)}]]>`;
  const asText = line.replaceAll('<', '&lt;').replaceAll('>', '&gt;').repeat(2800);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n';
  for (let suite = 0; suite < 200; suite += 1) {
    yield `<testsuite name="suite ${suite}" tests="10" failures="1">\n`;
    for (let index = 0; index < 10; index += 1) {
      const failure = index === 3 ? '<failure message="no">at x</failure>' : '';
      const log = index % 2 === 0 ? asText : asCdata;
      yield `<testcase name="case ${index}" classname="c.S${suite}" time="1.5">${failure}<system-out>${log}</system-out></testcase>\n`;
    }
    yield '</testsuite>\n';
  }
  yield '</testsuites>\n';
}

function smallFile(file: number): string {
  const isRed = file % 100 === 0;
  let text = `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="com.example.Suite${file}" tests="20" failures="${isRed ? 1 : 0}" time="1.0">\n`;
  for (let index = 0; index < 20; index += 1) {
    const open = `  <testcase name="case number ${index} of this suite does something useful" classname="com.example.module.Suite${file}Test" time="0.05${index}"`;
    text += isRed && index === 3 ? `${open}><failure message="no">at x</failure></testcase>\n` : `${open}/>\n`;
  }
  return `${text}  <system-out><![CDATA[${'words and words\n'.repeat(60)}]]></system-out>\n</testsuite>\n`;
}
