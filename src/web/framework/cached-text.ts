import { EncodedBody, varied } from '#platform/http/encoded-body.ts'
import { sendFinished, type Call } from './answer.ts'

/** A text that is the same for everybody, packed once in each way. */
export const encodedText = (text: string): EncodedBody => new EncodedBody(text, { well: true })

/** Made when it is first asked for. */
export function lazyEncodedText(make: () => string): () => EncodedBody {
  let made: EncodedBody | undefined
  return () => (made ??= encodedText(make()))
}

/** From any origin, kept by caches for five minutes, then asked for by its tag. */
export async function sendText(c: Call, type: string, text: EncodedBody, more: Record<string, string> = {}): Promise<Response> {
  const headers = { 'Content-Type': type, 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*', ...more }
  return sendFinished(c, text, { ...headers, Vary: varied(more['Vary']) })
}
