/** Limits of the interface and of ours, each with its source. Plain numbers, so that every room may read them. */
export const limits = {
  /** Largest `attachment_file`, in bytes: "maximum size 10 MB" in the interface, measured on its service as 10 × 1024 × 1024. */
  attachmentBytes: 10 * 1024 * 1024,
  /** Largest `data_json` that our service accepts, in bytes (ours; the interface shows none). */
  dataJsonBytes: 8 * 1024 * 1024,
  /** Rows in one `junit_results` (ours; above it the client sums rows up). */
  junitRows: 10_000,
  /** Default and largest page of a listing (ours; the interface shows no maximum). */
  pageSize: 100,
  /** Largest template in bytes (ours). */
  templateBytes: 256 * 1024,
} as const;
