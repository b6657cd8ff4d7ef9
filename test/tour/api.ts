import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { Body, Somebody } from './stage.ts'

/** The public API, as one who knows its documentation alone would call it. */
export type Api = {
  /** Calls it and gives the record. Fails when the status is another than expected: 200, or 201 for POST, unless told. */
  call(who: Pick<Somebody, 'key'> | null, method: string, path: string, json?: unknown, expected?: number): Promise<Body>
  /** A picture as a form with a file. */
  upload(who: Somebody, path: string, picture: Uint8Array): Promise<Body>
  /** A page must open: its text. Names below localhost do not resolve everywhere, so the Host says whose page it is. */
  page(address: string, cookie?: string): Promise<string>
  /** Signs in as a browser does. Gives its cookie. */
  signIn(who: Pick<Somebody, 'email' | 'password'>): Promise<string>
}

export function createApi(site: string): Api {
  const ask = async (method: string, path: string, init: RequestInit, expected: readonly number[]): Promise<Body> => {
    const response = await fetch(`${site}/v1${path}`, { method, redirect: 'manual', ...init })
    const text = await response.text()
    assert.ok(expected.includes(response.status), `${method} /v1${path} answered ${response.status}, not ${expected.join(' or ')}: ${text}`)
    return JSON.parse(text)
  }
  const bearer = (who: Pick<Somebody, 'key'> | null): Record<string, string> => (who ? { authorization: `Bearer ${who.key}` } : {})
  return {
    call: (who, method, path, json, expected) =>
      ask(
        method,
        path,
        {
          headers: { ...bearer(who), ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        },
        expected ? [expected] : method === 'POST' ? [200, 201] : [200],
      ),
    upload(who, path, picture) {
      const form = new FormData()
      form.append('photos', new Blob([Buffer.from(picture)], { type: 'image/jpeg' }), 'front.jpg')
      return ask('POST', path, { headers: bearer(who), body: form }, [200, 201])
    },
    page: (address, cookie) => openPage(site, address, cookie),
    async signIn({ email, password }) {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${site}/v1/sessions`, { method: 'POST', headers, body: JSON.stringify({ email, password }) })
      assert.equal(response.status, 201)
      return response.headers.get('set-cookie')!.split(';')[0]!
    },
  }
}

async function openPage(site: string, address: string, cookie?: string): Promise<string> {
  const { host, pathname, search } = new URL(address)
  const { hostname, port } = new URL(site)
  const asked = request({
    hostname,
    port: port || 80,
    path: pathname + search,
    headers: { host, ...(cookie === undefined ? {} : { cookie }) },
    agent: false,
  }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response) text += String(chunk)
  assert.equal(response.statusCode, 200, `${address} answered ${response.statusCode}`)
  return text
}
