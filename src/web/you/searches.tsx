import { inTransaction, type Context, type Person } from '#platform/context.ts'
import { SaveSearch } from '#market/searches/schema.ts'
import * as searches from '#market/searches/index.ts'
import { coerceStrings } from '#platform/http/coerce.ts'
import { validate } from '#platform/http/validate.ts'
import { goTo, type Call } from '#web/answer.ts'
import { Badge, Empty } from '#web/components/badge.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Form } from '#web/components/form.tsx'
import { Time } from '#web/components/time.tsx'
import { goSaying } from './flash.ts'
import { sendYours } from './frame.tsx'
import type { Late, Shown, Taken } from './mount.ts'
import { filled, problemOf } from './problem.ts'

const PAGE = { limit: searches.MAX_SEARCHES, offset: 0 }

/** Saved searches; those with a daily mail say so. */
export const sendSearches =
  (ctx: Context): Shown =>
  async (c, viewer) => {
    const left = takeLeft(ctx, c)
    if (left) return save(ctx, c, viewer, left, leftCookie(ctx, ''))
    const { rows } = await searches.listSearches(ctx, viewer, PAGE)
    const body =
      rows.length === 0 ? (
        <Empty icon="search" title="No search saved yet">
          <p>Search for something, save it, and have a mail once a day when there is more of it.</p>
          <ButtonLink kind="dark" href="/search">
            Search
          </ButtonLink>
        </Empty>
      ) : (
        <ul class="rows">
          {rows.map((row) => (
            <li>
              <div class="stack tight">
                <a class="title" href={ctx.urls.search(row)}>
                  {row.name}
                </a>
                <span class="small quiet">
                  Saved <Time at={row.created_at} now={ctx.now()} />
                </span>
                {row.alert === 'daily' ? (
                  <span>
                    <Badge icon="bell">Mail once a day</Badge>
                  </span>
                ) : null}
              </div>
              <Form action="/you/searches" viewer={viewer}>
                <input type="hidden" name="search" value={row.id} />
                <Button small kind="quiet" name="do" value="delete">
                  Delete<span class="hidden-text">: {row.name}</span>
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )
    return sendYours(ctx, c, viewer, { current: 'searches', title: 'Saved searches' }, body)
  }

/** Saves a search (also from its results), or deletes one, which can be undone by saving it again. */
export const takeSearches =
  (ctx: Context): Taken =>
  async (c, viewer, { do: what, search: id = '', ...fields }) => {
    if (what === 'save') return save(ctx, c, viewer, fields)
    if (what !== 'delete') return goTo(c, '/you/searches')
    const { rows } = await searches.listSearches(ctx, viewer, PAGE)
    const row = rows.find((one) => one.id === id)
    await searches.deleteSearch(ctx, viewer, id)
    const { q, category, price, offers, name, alert } = row!
    const again = filled({ q: q ?? '', category: category ?? '', price, offers: String(offers), name, alert })
    return goSaying(ctx, c, '/you/searches', {
      says: 'Search deleted.',
      undo: { path: '/you/searches', fields: { do: 'save', ...again } },
    })
  }

async function save(ctx: Context, c: Call, viewer: Person, fields: Record<string, string>, cookie?: string): Promise<Response> {
  const saved = await tried(ctx, viewer, fields)
  const response = goSaying(ctx, c, '/you/searches', { says: saved })
  if (cookie) response.headers.append('Set-Cookie', cookie)
  return response
}

async function tried(ctx: Context, viewer: Person, fields: Record<string, string>): Promise<string> {
  try {
    const input = validate(SaveSearch, coerceStrings(SaveSearch, filled(fields)))
    const { row, isNew } = await inTransaction(ctx, (tx) => searches.saveSearch(tx, viewer, input))
    if (!isNew) return 'You have saved this search before.'
    return row.alert === 'daily' ? 'Search saved. When there is more of it, you have a mail once a day.' : 'Search saved.'
  } catch (error) {
    return problemOf(error).says
  }
}

/**
 * Somebody who is not signed in wants a search saved: it waits in a cookie, which nobody but our own form can set, while they sign
 * in or open an account, and is saved when they come back. An address that saves by being looked at would be anybody's to send.
 */
export const leaveSearch =
  (ctx: Context): Late =>
  (c, { do: what, q = '', category = '', price = '', offers = '', alert = '' }) => {
    const asked = what === 'save' ? new URLSearchParams(filled({ q, category, price, offers, alert })).toString() : ''
    return goTo(c, `/sign-in?return=${encodeURIComponent('/you/searches')}`, 303, { 'Set-Cookie': leftCookie(ctx, asked) })
  }

const LEFT_SECONDS = 900
const MOST_CHARS = 1_500

const leftName = ({ config }: Context): string => (config.mode === 'public' ? '__Host-search' : 'search')

const leftCookie = (ctx: Context, asked: string): string =>
  `${leftName(ctx)}=${Buffer.from(asked).toString('base64url')}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${asked ? LEFT_SECONDS : 0}${
    ctx.config.mode === 'public' ? '; Secure' : ''
  }`

function takeLeft(ctx: Context, c: Call): Record<string, string> | null {
  const prefix = `${leftName(ctx)}=`
  const raw = (c.req.header('Cookie') ?? '').split('; ').find((part) => part.startsWith(prefix))
  if (!raw || raw.length === prefix.length || raw.length > MOST_CHARS) return null
  return Object.fromEntries(new URLSearchParams(Buffer.from(raw.slice(prefix.length), 'base64url').toString()))
}
