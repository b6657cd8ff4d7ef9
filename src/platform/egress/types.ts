export type DownloadOptions = {
  maxBytes: number
  /** Sent as `Accept`; the type of the response is not checked against it. */
  accept?: string
  /** Redirects to follow; default 3. */
  maxRedirects?: number
  signal?: AbortSignal
}

export type Download = {
  /** The only file in a temp folder. Remove it with `cleanup()`. */
  path: string
  bytes: number
  /** Declared by the server, in lowercase, without parameters; null when undeclared. Not to be trusted. */
  contentType: string | null
  finalUrl: string
  cleanup(): Promise<void>
}

export type PostOptions = {
  body: string | Uint8Array
  headers?: Record<string, string>
  /** For connection and response together; default 10 s. */
  timeoutMs?: number
  signal?: AbortSignal
}

export type Posted = {
  status: number
  /** The `Retry-After` header as sent, or null. */
  retryAfter: string | null
}
