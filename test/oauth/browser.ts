import assert from 'node:assert/strict'
import type { Reply, TestApp } from '#test/app.ts'

/** Opens the consent page for an app in a user's browser, without running scripts. */
export async function atConsent(
  app: TestApp,
  cookie: string,
  url: URL | string,
): Promise<{ page: Reply; press(button: 'allow' | 'deny', change?: Change): Promise<URL> }> {
  const { pathname, search, origin } = new URL(url)
  assert.equal(origin, app.url, 'the consent page is on the main host')
  const page = await app.call('GET', `${pathname}${search}`, { cookie })
  return {
    page,
    async press(button, change = {}) {
      const reply = await post(app, cookie, page, button, change)
      assert.equal(reply.status, 200, String(reply.body).slice(0, 2000))
      return backOf(reply)
    },
  }
}

export type Change = { without?: readonly string[]; fields?: Record<string, string> }

/** Submits the form on a page. Some of its fields are changed first. */
export const post = (app: TestApp, cookie: string, page: Reply, button: string, change?: Change): Promise<Reply> =>
  app.call('POST', '/oauth/authorize', { cookie, headers: { origin: app.url }, form: formOn(page, button, change) })

/** Encodes the fields of the form on a page, and the pressed button. */
export function formOn(page: Reply, button: string, { without = [], fields = {} }: Change = {}): string {
  const form = /<form[^>]*action="\/oauth\/authorize"[^]*?<\/form>/.exec(page.body)?.[0] ?? ''
  const formFields = new URLSearchParams()
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const at = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
    const [name, value, type] = [at('name')!, unescaped(at('value') ?? ''), at('type')]
    if (type === 'checkbox' && (!/\bchecked\b/.test(tag) || /\bdisabled\b/.test(tag) || without.includes(value))) continue
    formFields.append(name, fields[name] ?? value)
  }
  formFields.append('do', button)
  return formFields.toString()
}

/** Decodes the HTML entities in a string. */
export const unescaped = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&') // prettier-ignore

/** Returns the URL that the response redirects to. */
export function backOf(reply: Reply): URL {
  const address = /^0; url=(.*)$/.exec(reply.headers['refresh'] ?? '')?.[1] ?? reply.headers['location']
  assert.ok(address, `the response has no redirect: ${reply.status} ${String(reply.body).slice(0, 500)}`)
  return new URL(address)
}
