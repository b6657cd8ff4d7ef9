import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { SITE, type TestApp } from '#test/app.ts'
import { slack } from '#test/machine.ts'

/** A page that is open and receives live updates. */
export type Listener = {
  status: number
  headers: IncomingMessage['headers']
  text(): string
  lines(): string[]
  until(pattern: RegExp, ms?: number): Promise<void>
  ended(ms?: number): Promise<void>
  close(): void
}

/** Opens the event stream `/you/live`, as a browser does when it shows one of the service's pages. */
export async function listenTo(
  app: Pick<TestApp, 'port'>,
  cookie: string | null,
  path = '/you/live',
  headers: Record<string, string> = {},
): Promise<Listener> {
  const request = httpRequest({
    host: '127.0.0.1',
    port: app.port,
    path,
    agent: false,
    headers: {
      host: `${SITE}:${app.port}`,
      accept: 'text/event-stream',
      'sec-fetch-site': 'same-origin',
      ...(cookie && { cookie }),
      ...headers,
    },
  })
  request.on('error', () => {})
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  let over = false
  response.on('data', (chunk: Buffer) => (text += chunk.toString()))
  response.on('close', () => (over = true))
  response.on('error', () => {})
  const wait = async (is: () => boolean, ms: number, what: string) => {
    const deadline = performance.now() + slack(ms)
    while (!is()) {
      if (performance.now() > deadline) throw new Error(`${what} did not arrive within ${ms} ms: ${JSON.stringify(text)}`)
      await sleep(10)
    }
  }
  return {
    status: response.statusCode!,
    headers: response.headers,
    text: () => text,
    lines: () => [...text.matchAll(/^data: (.+)$/gm)].map(([, line]) => line!),
    until: (pattern, ms = 3_000) => wait(() => pattern.test(text), ms, String(pattern)),
    ended: (ms = 3_000) => wait(() => over, ms, 'the end'),
    close: () => request.destroy(),
  }
}
