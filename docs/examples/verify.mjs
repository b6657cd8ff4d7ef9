// Checks that a request came from the service: Node 18 or newer, nothing to install. `body` is the raw body, as it
// came, as a string or bytes; `header` is the Service-Signature header; `secret` is the webhook's signing secret.
import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_SECONDS = 300

export function verify(body, header, secret, nowSeconds = Date.now() / 1000) {
  const match = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '')
  if (!match) return false
  const [, t, signature] = match
  if (Math.abs(nowSeconds - Number(t)) > TOLERANCE_SECONDS) return false
  const expected = createHmac('sha256', secret).update(`${t}.`).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}
