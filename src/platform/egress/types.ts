export type DownloadOptions = {
  maxBytes: number
  /** Sent as `Accept`, not enforced. */
  accept?: string
  /** Default: 3. */
  maxRedirects?: number
  signal?: AbortSignal
}

export type Download = {
  /** Alone in a temp folder; remove it with `cleanup()`. */
  path: string
  bytes: number
  /** Declared type in lowercase, without parameters, or null. Not to be trusted. */
  contentType: string | null
  finalUrl: string
  cleanup(): Promise<void>
}

export type PostOptions = {
  body: string | Uint8Array
  headers?: Record<string, string>
  /** Total; default 10 s. */
  timeoutMs?: number
  signal?: AbortSignal
}

export type Posted = {
  status: number
  /** The `Retry-After` header as sent, or null. */
  retryAfter: string | null
}
