/** One fact about each item of a list, or about the one that is shown. */
export interface Column<Item> {
  readonly head: string;
  /** Foreign text as it came; empty where nothing is known. */
  readonly cell: (item: Item) => string;
  /** People copy it, so a narrow terminal does not cut it. */
  readonly isWhole?: boolean;
}
