/** Fewest bytes of a secret whose base64 is looked for: fewer decide less than ten characters, which could be an ordinary word. */
const fewestBytes = 8;

/** How a secret may be written: as it is, in a URL, in JSON, and in base64. */
export function writtenForms(secret: string): readonly string[] {
  return [secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1), ...base64Forms(secret)];
}

/**
 * How a secret shows in base64, as in `basic` credentials with a user before it: the characters that the secret alone
 * decides, for each of the three bytes of a group that it may begin at; in both alphabets, and as URLs and JSON
 * write them. Whether the end is padded makes no difference to them.
 */
export function base64Forms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  if (bytes.length < fewestBytes) return [];
  return [0, 1, 2].flatMap((before) => {
    const length = before + bytes.length;
    // A character has six bits: the first and the last may be shared with what stands before and behind.
    const form = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(Math.ceil((before * 8) / 6), Math.floor((length * 8) / 6));
    const ofUrl = form.replaceAll('+', '-').replaceAll('/', '_');
    return [form, ofUrl, encodeURIComponent(form), form.replaceAll('/', String.raw`\/`)];
  });
}
