/** Options of a call, passed as its last argument. */
export type CallOptions = {
  /**
   * Makes it safe to send a write twice within 24 hours: the second request changes nothing and returns the response to the first. The SDK
   * generates a key for every write. Set your own key if a later run of your program may repeat the call.
   */
  idempotencyKey?: string
  /** Aborts the call. */
  signal?: AbortSignal
  /** Time limit per attempt, in milliseconds. */
  timeoutMs?: number
  /** Number of retries after a temporary failure. */
  retries?: number
  /**
   * If the call needs the owner's approval, waits for the decision and returns the call's result. Without this option, the call throws
   * `ApprovalNeeded`. `true` waits until the approval expires.
   */
  waitForApproval?: boolean | WaitOptions
}

/** Options for waiting for an approval. */
export type WaitOptions = {
  /**
   * Time limit in milliseconds. The approval stays open after this limit. Default: no limit, so that the call waits until the approval
   * expires after one day.
   */
  timeoutMs?: number
  /** Poll interval in milliseconds. */
  pollMs?: number
  signal?: AbortSignal
}

/** A list. Resolves to the first page when awaited. A `for await` loop yields the records of all pages. */
export type Pages<Page, Item> = Promise<Page> & AsyncIterable<Item>

export type ClientOptions = {
  /** Base URL of the service, such as `https://market.example/v1`. */
  baseUrl: string
  /**
   * API key (`rsk_…`) or token of an agent link (`ral_…`). In test mode, they begin with `rsk_test_` and `ral_test_`. Reading the
   * marketplace needs no key.
   */
  key?: string
  /** Time limit per attempt, in milliseconds. Default: 60 seconds. */
  timeoutMs?: number
  /** Number of retries after a temporary failure. Default: 2. */
  retries?: number
  /** Default value of `CallOptions.waitForApproval` for all calls. */
  waitForApproval?: boolean | WaitOptions
  /** Replaces the global `fetch`, for example with a proxy, a logger or a test double. */
  fetch?: typeof globalThis.fetch
}
