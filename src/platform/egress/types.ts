export type DownloadOptions = {
  maxBytes: number
  /** Value of the `Accept` header. The response may have a different type. */
  accept?: string
  /** Maximum number of redirects. Default: 3. */
  maxRedirects?: number
  signal?: AbortSignal
}

export type Download = {
  /** Path of the file in a separate temporary folder, which `cleanup()` removes. */
  path: string
  bytes: number
  /** Media type that the server declared, in lowercase and without parameters, or null. It is untrusted. */
  contentType: string | null
  finalUrl: string
  cleanup(): Promise<void>
}

export type PostOptions = {
  body: string | Uint8Array
  headers?: Record<string, string>
  /** Time limit for the whole request, in ms. Default: 10,000. */
  timeoutMs?: number
  signal?: AbortSignal
}

export type Posted = {
  status: number
  retryAfter: string | null
}
