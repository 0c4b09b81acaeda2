/**
 * A reply as the contract has it: every named field is there, and has its type. The service may say more. The fields of `Left`
 * are excepted: they come only sometimes, or as a client sent them.
 */
export type View<Reply, Left extends PropertyKey = never> = {
  readonly [Name in Exclude<keyof Reply, Left>]-?: Shown<Exclude<Reply[Name], undefined>>;
} & Readonly<Record<string, unknown>>;

/** The same, but read-only. */
type Shown<Part> = Part extends readonly (infer Item)[]
  ? readonly Shown<Item>[]
  : Part extends object
    ? { readonly [Name in keyof Part]: Shown<Part[Name]> }
    : Part;
