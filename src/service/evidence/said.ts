/** An input without the fields that were sent as `null`: the interface takes both for "not said". */
export function said<Input extends object>(input: Input): Input {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) as Input;
}
