const digest = `{"sha256":"${'a'.repeat(64)}"}`;
const open =
  '{"_type":"https://in-toto.io/Statement/v1","predicateType":"https://slsa.dev/verification_summary/v1","predicate":{},"subject":';

function inEnvelope(statement: string): string {
  return `{"payloadType":"application/vnd.in-toto+json","payload":"${Buffer.from(statement).toString('base64')}","signatures":[{"sig":"AA=="}]}`;
}

function inBundle(statement: string): string {
  const mediaType = 'application/vnd.dev.sigstore.bundle.v0.3+json';
  return `{"mediaType":"${mediaType}","verificationMaterial":{"publicKey":{"hint":""}},"dsseEnvelope":${inEnvelope(statement)}}`;
}

/** Files of some bytes (at least 3 MB) that are no statement, each with a word of the refusal. */
export function hostileFiles(size: number): readonly (readonly [name: string, text: string, word: string])[] {
  const many = (of: string, bytes = size): string => `[${Array.from({ length: Math.floor(bytes / (of.length + 1)) }, () => of).join()}]`;
  const subjects = (count: number): string => `${open}[${Array.from({ length: count }, () => `{"digest":${digest}}`).join()}]}`;
  return [
    ['a list in a list', '['.repeat(size), 'nested deeper than 16'],
    ['an object in an object', '{"a":'.repeat(size / 5), 'nested deeper than 16'],
    ['objects', many('{}'), 'one value too many'],
    ['lists', many('[]'), 'one value too many'],
    ['numbers', many('1e5'), 'one value too many'],
    ['empty texts', many('""'), 'one value too many'],
    ['names', `{${Array.from({ length: size / 12 }, (_, index) => `"a${index}":0`).join()}}`, 'one name too many'],
    ['quotes', `["${'\\"'.repeat(size / 2)}"]`, 'no object'],
    ['a text without end', `["${'\\\\'.repeat(size / 2)}`, 'no JSON'],
    ['blanks', ' '.repeat(size), 'no JSON'],
    ['zeros', '0'.repeat(size), 'no JSON'],
    ['subjects', subjects(size / 100), `${size / 100} subjects`],
    ['subjects in a bundle', inBundle(subjects(size / 120)), 'subjects'],
    ['a list in a list in a bundle', inBundle('['.repeat(size * 0.75)), 'nested deeper than 16'],
    ['objects in a bundle', inBundle(many('{}', size * 0.75)), 'one value too many'],
    ['a bundle in an envelope', inEnvelope(inEnvelope(inBundle(`"${'a'.repeat(size / 3)}"`))), 'not of the form'],
    ['a long address', `${open}[{"uri":"https://${'a'.repeat(size)}","digest":${digest}}]}`, 'no URI'],
    ['a long payload that is no base64', inEnvelope('a'.repeat(size * 0.75)).replace('","signatures"', '!","signatures"'), 'no base64'],
    ['signatures', `{"payloadType":"application/vnd.in-toto+json","payload":"","signatures":${many('{"sig":"AA=="}')}}`, 'one'],
  ];
}
