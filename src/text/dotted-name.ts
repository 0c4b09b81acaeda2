/** A version in a name, which mostly comes from a value of a matrix. */
const version = /v?\d+(?:\.\d+)+/;

/** The ways out for a name of evidence that holds a dot. */
export interface AroundDot {
  /** One name for all legs. */
  readonly oneName: string;
  readonly advice: string;
}

/**
 * The ways out for a name with a dot in it that a value of a matrix brought, as in `unit-tests-3.11`; `undefined` where it has no such
 * value. `leg`: the values of its leg by their keys, where they are known.
 */
export function aroundDot(name: string, leg: object = {}): AroundDot | undefined {
  const known = Object.entries(leg)
    .map(([key, value]) => ({ key, text: String(value), yaml: typeof value === 'number' ? String(value) : `'${String(value)}'` }))
    .filter(({ key, text }) => /^[A-Za-z_][\w-]*$/.test(key) && /^[\w,-]*\.[\w.,-]*$/.test(text) && name.includes(text))
    .toSorted((one, other) => other.text.length - one.text.length);
  const [text] = version.exec(name) ?? [];
  const values = known.length > 0 || text === undefined ? known : [{ key: '<its key>', text, yaml: `'${text}'` }];
  if (values.length === 0) return undefined;
  const oneName = values
    .reduce((rest, value) => rest.replace(value.text, ''), name)
    .replaceAll(/([-_])[-_]+/g, '$1')
    .replaceAll(/^[-_]+|[-_]+$/g, '');
  if (!/^[\w,-]*$/.test(oneName)) return undefined;
  const written = values.reduce((rest, value) => rest.replace(value.text, () => `\${{ matrix.${value.key}-id }}`), name);
  const second = values.map((value) => `\`- {${value.key}: ${value.yaml}, ${value.key}-id: '${value.text.replaceAll('.', '-')}'}\``);
  return {
    oneName: oneName === '' ? '<its name>' : oneName,
    advice: `A name of evidence holds no dot. Let all legs of a matrix record under one name, such as ${oneName === '' ? 'unit-tests' : oneName}: each counts by itself. Or give each leg a second value without a dot in \`include:\` of the matrix, as ${second.join(' and ')}, and write \`${written}\``,
  };
}
