import { EncodedBody, varied } from '#platform/http/encoded-body.ts'
import { sendEncoded, type Call } from './answer.ts'

/** Creates public text that is compressed once per encoding. */
export const encodedText = (text: string): EncodedBody => new EncodedBody(text, { well: true })

/** Returns a function that encodes the text when it is first used. */
export function lazyEncodedText(make: () => string): () => EncodedBody {
  let made: EncodedBody | undefined
  return () => (made ??= encodedText(make()))
}

/** Sends text that scripts from any origin may read. Caches store the text for five minutes and then revalidate it with its ETag. */
export async function sendText(c: Call, type: string, text: EncodedBody, more: Record<string, string> = {}): Promise<Response> {
  const headers = { 'Content-Type': type, 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*', ...more }
  return sendEncoded(c, text, { ...headers, Vary: varied(more['Vary']) })
}
