import { startApp, type Reply, type TestApp } from '#test/app.ts'
import { openSeller, type Seller } from '#test/factories.ts'

type Fields = Record<string, string | readonly string[]>

/** A browser without scripts. A user is signed in. */
export type Visitor = {
  get(path: string): Promise<Reply>
  /** Submits a form with its CSRF token, as a browser would. */
  post(path: string, fields?: Fields): Promise<Reply>
  upload(path: string, fields: Record<string, string>, files: readonly { name: string; bytes: Uint8Array }[]): Promise<Reply>
  token: string
}

/** Starts a service with the seller Ana, who is signed in to a browser. */
export async function startWithSeller(t: Parameters<typeof startApp>[0]): Promise<{ app: TestApp; ana: Seller; page: Visitor }> {
  const app = await startApp(t)
  const ana = await openSeller(app)
  return { app, ana, page: await visitorOf(app, ana.cookie) }
}

export async function visitorOf(app: TestApp, cookie: string): Promise<Visitor> {
  const { body } = await app.call('GET', '/', { cookie })
  const token = /name="form_token" value="([^"]+)"/.exec(body)![1]!
  const headers = { origin: app.url }
  let flash = ''
  /** Stores the flash cookie for the next page, as a browser would. */
  const checked = async (reply: Promise<Reply>): Promise<Reply> => {
    const left = /(?:__Host-)?flash=[^;]*/.exec((await reply).headers['set-cookie'] ?? '')
    if (left) flash = left[0].endsWith('=') ? '' : `; ${left[0]}`
    return reply
  }
  return {
    token,
    get: (path) => checked(app.call('GET', path, { cookie: cookie + flash })),
    post(path, fields = {}) {
      const formFields = new URLSearchParams({ form_token: token })
      for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) formFields.append(name, value)
      return checked(app.call('POST', path, { cookie, headers, form: formFields.toString() }))
    },
    async upload(path, fields, files) {
      const form = new FormData()
      for (const [name, value] of Object.entries({ ...fields, form_token: token })) form.append(name, value)
      for (const { name, bytes } of files) form.append('files', new Blob([bytes]), name)
      const request = new Request('http://localhost/', { method: 'POST', body: form })
      const raw = { type: request.headers.get('Content-Type')!, bytes: Buffer.from(await request.arrayBuffer()) }
      return checked(app.call('POST', path, { cookie, headers, raw }))
    },
  }
}

/** Returns the cells of the table with this caption as text. */
export function tableOf(html: string, caption: string): string[][] {
  const table = html.split('<table').find((part) => part.includes(`>${caption}</caption>`)) ?? ''
  const rows = [...table.split('</table>')[0]!.matchAll(/<tr>([^]*?)<\/tr>/g)]
  return rows.map(([, row]) => [...row!.matchAll(/<t[hd][^>]*>([^]*?)<\/t[hd]>/g)].map(([, cell]) => textOf(cell!)))
}

export const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
