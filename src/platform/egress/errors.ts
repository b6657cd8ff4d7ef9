export type EgressReason =
  | 'aborted'
  | 'bad_response'
  | 'bad_url'
  | 'dns'
  | 'http_status'
  | 'private_address'
  | 'redirect'
  | 'refused'
  | 'timeout'
  | 'tls'
  | 'too_large'
  | 'unsupported'

/** Failed outbound request. The message contains no bytes from the remote server, so it is safe to display. */
export class EgressError extends Error {
  override readonly name = 'EgressError'
  readonly reason: EgressReason
  readonly status: number | undefined

  constructor(reason: EgressReason, message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.reason = reason
    this.status = options.status
  }
}

const DNS_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME', 'ENODATA', 'ESERVFAIL', 'ETIMEOUT'])
const TIMEOUT_CODES = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

/** Converts a network error to an EgressError with a predefined message. */
export function toEgressError(error: unknown): EgressError {
  if (error instanceof EgressError) return error
  const code = codeOf(error)
  if (DNS_CODES.has(code)) return new EgressError('dns', 'The host name could not be resolved.', { cause: error })
  if (TIMEOUT_CODES.has(code)) return new EgressError('timeout', 'The server took too long to respond.', { cause: error })
  // UND_ERR_SOCKET means a broken connection, not an invalid response.
  if (isParserError(error) || (code.startsWith('UND_ERR_') && code !== 'UND_ERR_SOCKET')) {
    return new EgressError('bad_response', 'The server did not respond with valid HTTP.', { cause: error })
  }
  return new EgressError('refused', 'The server could not be reached.', { cause: error })
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

function isParserError(error: unknown): boolean {
  return error instanceof Error && error.name === 'HTTPParserError'
}
