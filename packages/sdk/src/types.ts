/** Last argument of every call. */
export type CallOptions = {
  /**
   * Makes a write safe to send twice within 24 hours: the second time nothing happens and the first response returns. Every write
   * gets a generated key. Set yours when another run of your program may retry.
   */
  idempotencyKey?: string
  /** Aborts the call. */
  signal?: AbortSignal
  /** Time limit of one try, in milliseconds. */
  timeoutMs?: number
  /** Number of retries after a temporary failure. */
  retries?: number
  /**
   * When the key must ask its owner first: waits for the decision and returns the result. Without it such a call throws
   * `ApprovalNeeded`. `true` waits until the approval expires.
   */
  waitForApproval?: boolean | WaitOptions
}

/** Options for waiting for an approval. */
export type WaitOptions = {
  /** Time limit in milliseconds; the approval itself stays open. Default: until the approval expires, one day. */
  timeoutMs?: number
  /** Poll interval in milliseconds. */
  pollMs?: number
  signal?: AbortSignal
}

/** The first page when awaited, and every record of all pages in a `for await`. */
export type Pages<Page, Item> = Promise<Page> & AsyncIterable<Item>

export type ClientOptions = {
  /** Address of the service: `https://market.example/v1`. */
  baseUrl: string
  /** A key (`rsk_…`) or an agent link's token (`ral_…`), or a test one (`rsk_test_…`, `ral_test_…`). Reading the marketplace needs none. */
  key?: string
  /** Time limit of one try, in milliseconds. Default: 60 seconds. */
  timeoutMs?: number
  /** Number of retries after a temporary failure. Default: 2. */
  retries?: number
  /** Default of all calls for when the key must ask its owner: see `CallOptions`. */
  waitForApproval?: boolean | WaitOptions
  /** Replaces the global `fetch`, for a proxy, a log or a test. */
  fetch?: typeof globalThis.fetch
}
