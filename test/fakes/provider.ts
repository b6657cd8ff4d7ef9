import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { startLocalServer } from '#test/local-server.ts'

export type Sent = { status: number; body: unknown }
export type ProviderRequest = { method: string; path: string; query: Record<string, string>; headers: Record<string, string>; body: string }

/** Failure of the next call. `error_in_200` sends the vendor's error body with a success status. */
export type Trouble = 'unauthorised' | 'rate_limited' | 'error_500' | 'error_in_200' | 'non_json' | 'slow' | 'oversize' | 'redirect'

export type FakeProvider = {
  url: string
  requests: ProviderRequest[]
  /** Queues failures for the next calls, in order. Calls after these succeed. */
  meet(...troubles: Trouble[]): void
  stop(): Promise<void>
}

/**
 * Starts a fake of a vendor's API on loopback. `answer` returns responses in the documented format, and `error` is the vendor's error body.
 * `untroubled` returns true for paths that never fail, such as the token endpoint.
 */
export async function startProvider(
  t: { after(stop: () => Promise<void>): void },
  {
    answer,
    error,
    untroubled = () => false,
  }: { answer(requests: ProviderRequest): Sent; error: unknown; untroubled?: (path: string) => boolean },
): Promise<FakeProvider> {
  const troubles: Trouble[] = []
  const requests: ProviderRequest[] = []
  const { url, stop } = await startLocalServer(t, (request, response) => {
    response.on('error', () => {})
    reply(request, response).catch(() => response.destroy())
  })

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, url)
    const one: ProviderRequest = {
      method: request.method!,
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      body: await readText(request),
    }
    requests.push(one)
    const trouble = untroubled(pathname) ? undefined : troubles.shift()
    if (trouble) return meetTrouble(response, trouble)
    const { status, body } = answer(one)
    json(response, status, body)
  }

  function meetTrouble(response: ServerResponse, trouble: Trouble): void {
    if (trouble === 'slow') return
    if (trouble === 'unauthorised') return json(response, 401, error)
    if (trouble === 'rate_limited') return json(response, 429, error, { 'retry-after': '1' })
    if (trouble === 'error_500') return json(response, 500, error)
    if (trouble === 'error_in_200') return json(response, 200, error)
    if (trouble === 'redirect') return json(response, 302, {}, { location: `${url}/elsewhere` })
    if (trouble === 'oversize') return json(response, 200, { filler: 'x'.repeat(2 ** 20) })
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>')
  }

  return { url, requests, meet: (...next) => void troubles.splice(0, Infinity, ...next), stop }
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
