export type DownloadOptions = {
  maxBytes: number
  /** Sent as `Accept`; the answer's type is not held against it. */
  accept?: string
  /** How often it may be sent elsewhere; 3 unless told. */
  maxRedirects?: number
  signal?: AbortSignal
}

export type Download = {
  /** The file, alone in a temp folder; it must be removed with `cleanup()`. */
  path: string
  bytes: number
  /** As the server declared it, lower case, without parameters; null if it said nothing. Not to be trusted. */
  contentType: string | null
  finalUrl: string
  cleanup(): Promise<void>
}

export type PostOptions = {
  body: string | Uint8Array
  headers?: Record<string, string>
  /** For connecting and the answer together; default 10 s. */
  timeoutMs?: number
  signal?: AbortSignal
}

export type Posted = {
  status: number
  /** The `Retry-After` header as sent, or null. */
  retryAfter: string | null
}
