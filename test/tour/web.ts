import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'

/** A client for the service's pages that behaves like a browser without scripts. */
export type Web = {
  /** Opens a page and returns its text. Sets the Host header explicitly, because subdomains of `localhost` do not resolve everywhere. */
  page(address: string, cookie?: string): Promise<string>
  /** Signs in like a browser. Returns the session cookie. */
  signIn(who: { email: string; password: string }): Promise<string>
}

export const createWeb = (site: string): Web => ({
  page: (address, cookie) => openPage(site, address, cookie),
  async signIn({ email, password }) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${site}/v1/sessions`, { method: 'POST', headers, body: JSON.stringify({ email, password }) })
    assert.equal(response.status, 201)
    return response.headers.get('set-cookie')!.split(';')[0]!
  },
})

async function openPage(site: string, address: string, cookie?: string): Promise<string> {
  const { host, pathname, search } = new URL(address)
  const { hostname, port } = new URL(site)
  const outgoing = request({
    hostname,
    port: port || 80,
    path: pathname + search,
    headers: { host, ...(cookie === undefined ? {} : { cookie }) },
    agent: false,
  }).end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response) text += String(chunk)
  assert.equal(response.statusCode, 200, `${address} answered ${response.statusCode}`)
  return text
}
