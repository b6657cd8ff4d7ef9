/** What every call takes as its last argument. */
export type CallOptions = {
  /**
   * Makes a write safe to send twice, within 24 hours: the second time nothing happens and the first answer comes again. Every write
   * has one of its own; give yours where a retry may come from another run of your program.
   */
  idempotencyKey?: string
  /** Ends the call from outside. */
  signal?: AbortSignal
  /** How long one try may take, in milliseconds. */
  timeoutMs?: number
  /** How often a try that failed for the moment is made again. */
  retries?: number
  /**
   * Where the key has to ask its owner first: waits for the owner, and gives what the call gives. Without it such a call throws
   * `ApprovalNeeded`. `true` waits until the approval expires.
   */
  waitForApproval?: boolean | WaitOptions
}

/** How to wait for an approval. */
export type WaitOptions = {
  /** Gives up after so long, in milliseconds; the approval itself stays open. Without it: as long as that does, a day. */
  timeoutMs?: number
  /** Time between two looks, in milliseconds. */
  pollMs?: number
  signal?: AbortSignal
}

/** A first page when awaited, and every record of all pages in a `for await`. */
export type Pages<Page, Item> = Promise<Page> & AsyncIterable<Item>

export type ClientOptions = {
  /** Where the service is: `https://market.example/v1`. */
  baseUrl: string
  /** A key (`rsk_…`) or an agent link's token (`ral_…`), or a test one (`rsk_test_…`, `ral_test_…`). The marketplace can be read without one. */
  key?: string
  /** How long one try may take, in milliseconds: 60 seconds unless told. */
  timeoutMs?: number
  /** How often a try that failed for the moment is made again: twice unless told. */
  retries?: number
  /** For all calls, where the key has to ask its owner first: see `CallOptions`. */
  waitForApproval?: boolean | WaitOptions
  /** Instead of the global `fetch`: a proxy, a log, a test. */
  fetch?: typeof globalThis.fetch
}
