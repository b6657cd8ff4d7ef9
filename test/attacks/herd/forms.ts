import { Hono } from 'hono'
import type { Context } from '#platform/context/index.ts'
import type { App } from '#platform/http/mount.ts'
import type { TestApp } from '#test/app.ts'
import { mountPages } from '#web/index.ts'

/** A form on a page, with plausible values in its fields. A form with several buttons is listed once per button. */
export type PageForm = {
  name: string
  route: string
  path: string
  fields: [string, string][]
  files: { name: string; accept: string }[]
  /** Ids of the records that the form is about; may be empty. */
  records: string[]
}

/** Lists every mounted page route that accepts a submitted form. */
export function formRoutes(ctx: Context): string[] {
  const app: App = new Hono()
  mountPages(app, ctx)
  return [...new Set(app.routes.filter(({ method }) => method === 'POST').map(({ path }) => path))]
}

/**
 * Limits for each group of pages or forms that differ only in the records they are about: the number of pages to read, and the number of
 * forms to return.
 */
const MOST_PAGES = 5
const MOST_FORMS = 5

/** Starts with the pages `starts` and follows their links, sending the given cookie. Returns all forms on the visited pages. */
export async function findForms(app: TestApp, cookie: string | undefined, starts: readonly string[]): Promise<PageForm[]> {
  const routes = formRoutes(app.service.ctx)
  const waiting = [...starts]
  const known = new Set(starts)
  const pages = new Map<string, number>()
  const forms = new Map<string, PageForm[]>()
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const kind = kindOf(path)
    const read = pages.get(kind) ?? 0
    if (read >= MOST_PAGES) continue
    pages.set(kind, read + 1)
    const { status, body } = await app.call('GET', path, cookie === undefined ? {} : { cookie })
    if (status !== 200 || typeof body !== 'string') continue
    const html = body
    for (const form of formsIn(html, path, routes)) {
      const same = forms.get(form.name) ?? []
      if (same.length < MOST_FORMS) forms.set(form.name, [...same, form])
    }
    for (const [, link] of html.matchAll(/\bhref="(\/[^"#]*)"/g)) {
      const next = unescaped(link!)
      if (known.has(next) || NOT_READ.test(next)) continue
      known.add(next)
      waiting.push(next)
    }
  }
  return [...forms.values()].flat()
}

const RECORD = /\b[a-z]{3}_[0-9a-z]{26}\b|\b[0-9A-Za-z]{32}\b/g
const NO_RECORD = /^(form_token|base)$/

const NOT_READ = /^\/(static|media|dev|docs|help|v1|styleguide|openapi|llms|feed)|\.(xml|md|txt|json)$/

const kindOf = (path: string): string => {
  const [bare = '', query = ''] = path.split('?')
  const names = [...new URLSearchParams(query).keys()].toSorted().join('&')
  return `${bare.replaceAll(/\b[a-z]{3}_[0-9a-z]{26}\b/g, ':id')}?${names}`
}

function* formsIn(html: string, page: string, routes: readonly string[]): Generator<PageForm> {
  for (const [, head = '', inside = ''] of html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)) {
    const { method, action = page, id } = attributes(head)
    if (method !== 'post') continue
    const path = action.replace(/^https?:\/\/[^/]+/, '')
    const route = routes.find((one) => new RegExp(`^${one.replaceAll(/:\w+/g, '[^/?]+')}(\\?|$)`).test(path))
    if (route === undefined) throw new Error(`A form on ${page} posts to ${path}, which accepts no form.`)
    // a button or field may be outside the form that it belongs to, or even inside a different form
    const outside =
      id === undefined
        ? []
        : [...html.matchAll(/<(?:button|input)\b[^>]*>/g)].map(([tag]) => tag).filter((tag) => attributes(tag).form === id)
    const own = inside.replaceAll(/<(?:button|input)\b[^>]*>/g, (tag) => ([undefined, id].includes(attributes(tag).form) ? tag : ''))
    const fields = fieldsOf(own + outside.join(''))
    const buttons = [...(own + outside.join('')).matchAll(/<button\b[^>]*>/g)]
      .map(([tag]) => attributes(tag))
      .filter(({ type = 'submit' }) => type === 'submit')
    // Skips the form that switches to test data, because test mode would hide all other forms.
    if (buttons.some(({ name }) => name === 'show')) continue
    for (const { name, value = '', formaction } of buttons.length === 0 ? [{}] : buttons) {
      const pressed: [string, string][] = name === undefined ? fields : [...fields, [name, value]]
      const names = fields.map(([field]) => field).filter((field) => field !== 'form_token')
      const actionFields = [...fields, ...(name === undefined ? [] : [[name, value] as const])].filter(([field]) =>
        ACTION_FIELD.test(field),
      )
      const label =
        actionFields.length > 0 ? actionFields.map(([field, what]) => (/method|pay/.test(field) ? `${field}=${what}` : what)) : names
      yield {
        name: `${route} ${[...new Set(label)].join('+')}`,
        route,
        path: formaction ?? path,
        fields: pressed,
        files: [...inside.matchAll(/<input\b[^>]*>/g)]
          .map(([tag]) => attributes(tag))
          .filter(({ type }) => type === 'file')
          .map(({ name: input = '', accept = '' }) => ({ name: input, accept })),
        records: [formaction ?? path, ...pressed.filter(([field]) => !NO_RECORD.test(field)).map(([, label]) => label)].flatMap(
          (text) => text.match(RECORD) ?? [],
        ),
      }
    }
  }
}

function fieldsOf(html: string): [string, string][] {
  const fields: [string, string][] = []
  const [, confirmed] = /Type ([\w-]+) to /.exec(html) ?? []
  const radios = new Set<string>()
  for (const [tag] of html.matchAll(/<input\b[^>]*>/g)) {
    const { name, type = 'text', value, checked, required } = attributes(tag)
    if (name === undefined || type === 'file' || type === 'submit') continue
    if (type === 'radio') {
      if (radios.has(name) && checked === undefined) continue
      if (radios.has(name))
        fields.splice(
          fields.findIndex(([field]) => field === name),
          1,
        )
      radios.add(name)
      fields.push([name, value ?? 'on'])
    } else if (type === 'checkbox') {
      if (checked !== undefined || required !== undefined || /^(listing|ids?|scopes?|events)/.test(name)) fields.push([name, value ?? 'on'])
    } else fields.push([name, value || (name === 'confirm' && confirmed) || typed(name, type)])
  }
  for (const [, head = '', text = ''] of html.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g)) {
    const { name } = attributes(head)
    if (name !== undefined)
      fields.push([name, unescaped(text) || (name.endsWith('_uris') ? 'https://app.example.test/back' : 'Some words about it.')])
  }
  for (const [, head = '', inside = ''] of html.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)) {
    const { name } = attributes(head)
    const options = [...inside.matchAll(/<option\b([^>]*)>/g)].map(([, option]) => attributes(option!))
    const chosen =
      options.find(({ selected, value }) => selected !== undefined && value) ?? options.find(({ value }) => value) ?? options[0]
    if (name !== undefined) fields.push([name, chosen?.value ?? ''])
  }
  return fields
}

/** Names of fields whose values distinguish forms that have the same URL. */
const ACTION_FIELD = /^(do|action|deed|part|choice|intent|method|decision|pay)$/

/** Returns a plausible value to enter in an empty text field. */
function typed(name: string, type: string): string {
  if (type === 'hidden') return ''
  if (type === 'email' || /email|contact/.test(name)) return 'somebody@example.test'
  if (type === 'password' || /password/.test(name)) return 'a long enough password'
  if (type === 'url' || /url/.test(name)) return 'https://hooks.example.test/in'
  if (type === 'date') return new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  if (name === 'amount') return '90'
  // numbered fields get increasing values, because a shop's discounts must increase
  if (type === 'number' || /amount|price|cents|percent|shipping|fee|limit|^max_/.test(name))
    return String(4 + Number(/_(\d)$/.exec(name)?.[1] ?? 0))
  if (name === 'country') return 'US'
  if (name === 'parcel') return '24 oz, 12 x 9 x 4 in'
  if (name === 'accent') return '#fbe137'
  if (name === 'letter') return 'A'
  // leaves the SKU empty, because SKUs must be unique within an account
  if (name === 'sku') return ''
  if (name === 'carrier') return 'UPS'
  if (name === 'number') return '1Z999AA10123456784'
  if (/slug|link/.test(name)) return 'some-place'
  return 'Some words'
}

function attributes(tag: string): Record<string, string | undefined> {
  return Object.fromEntries([...tag.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [name, unescaped(value ?? '')]))
}

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
