import type { Context, Person, Core } from '#platform/context/index.ts'
import { MAX_SEARCHES } from '#catalog/saved-searches/index.ts'
import { goTo, type Call } from '#web/framework/answer.ts'
import { Button, ButtonLink, Empty, Form, Select, Time } from '#web/ui/index.ts'
import {
  api,
  filled,
  page,
  sendAccountPage,
  tried,
  type PageRequest,
  type Fields,
  type Outcome,
  type SentForm,
  signInPath,
} from '#web/framework/page/index.ts'
import { answerTo, call } from '#platform/http/call.ts'
import { pairsToObject } from '#platform/http/pairs.ts'
import { redirectWithMessage } from '#web/framework/page/flash.ts'
import { textCookie, textCookieIn } from '#platform/http/cookies.ts'

const ALL = { query: { limit: MAX_SEARCHES } }

/** Alert options on the page. Each option is a combination of the API fields `alert` and `alert_by`. */
const ALERTS = [
  { value: 'none', label: 'No alerts' },
  { value: 'email', label: 'Daily email' },
  { value: 'push', label: 'Daily browser notification' },
  { value: 'both', label: 'Daily email and browser notification' },
]

const ABOUT = (
  <>
    You get at most one email and one browser notification a day for all searches together.{' '}
    <a href="/you/settings#push">Turn on notifications in this browser</a>
  </>
)

/** Saved searches and their daily alerts. */
export const searchesPage = page({
  path: '/you/searches',
  name: 'your searches',
  form: take,
  late: (c, ctx, fields) => leaveSearch(c, ctx, fields),
  show: send,
})

async function send(at: PageRequest): Promise<Response> {
  const { ctx, c, viewer } = at
  const left = takeLeft(ctx, c)
  if (left) return saveLeft(at, left)
  const { data } = await call(ctx, viewer, api.listSearches, ALL)
  const body =
    data.length === 0 ? (
      <Empty icon="search" title="No saved searches yet">
        <p>Save a search to get one alert a day when new items match.</p>
        <ButtonLink kind="dark" href="/search" label="Search" />
      </Empty>
    ) : (
      <ul class="rows">
        {data.map(({ id, name, alert, alert_by: by, url, created_at }) => (
          <li>
            <div class="stack tight">
              <a class="title" href={url}>
                {name}
              </a>
              <span class="small quiet">
                Saved <Time at={created_at} now={ctx.now()} />
              </span>
              <Form action="/you/searches" viewer={viewer} with={{ search: id }}>
                <div class="actions">
                  <Select
                    id={`alerts-${id}`}
                    name="alerts"
                    label={`Alerts for ${name}`}
                    hidesLabel
                    choices={ALERTS}
                    value={alert === 'none' ? 'none' : by}
                  />
                  <Button small do="alerts" label="Save" about={` alerts of ${name}`} />
                </div>
              </Form>
            </div>
            <Form action="/you/searches" viewer={viewer} with={{ search: id }}>
              <Button small kind="quiet" do="delete" label="Delete" about={`: ${name}`} />
            </Form>
          </li>
        ))}
      </ul>
    )
  return sendAccountPage(at, { current: 'searches', title: 'Saved searches', ...(data.length > 0 && { intro: ABOUT }), children: body })
}

/** Saves a search (also from the search results), changes its alerts, or deletes it. Undoing a deletion saves the search again. */
async function take({ ctx, c, viewer }: PageRequest, { fields: { do: what, search: id = '', ...fields } }: SentForm): Promise<Outcome> {
  const to = '/you/searches'
  if (what === 'save') return { to, message: await save(ctx, viewer, fields) }
  if (what === 'alerts') return { to, message: await changeAlerts(ctx, viewer, id, fields['alerts']) }
  if (what !== 'delete') return goTo(c, to)
  const { data } = await call(ctx, viewer, api.listSearches, ALL)
  const row = data.find((one) => one.id === id)
  await call(ctx, viewer, api.deleteSearch, { params: { id } })
  const { url, name, alert, alert_by } = row!
  const again = { query: new URL(url).searchParams.toString(), name, alert, alert_by }
  return { to, message: 'Search deleted.', undo: { path: to, fields: { do: 'save', ...again } } }
}

/** Changes a search's alerts, and returns the message for the user. Errors: 400 for an unknown choice, 404. */
async function changeAlerts(ctx: Context, viewer: Person, id: string, choice = ''): Promise<string> {
  const body = choice === 'none' ? { alert: choice } : { alert: 'daily', alert_by: choice }
  const { name, alert, alert_by: by } = await call(ctx, viewer, api.changeSearch, { params: { id }, body })
  return `${name}: ${ALERTS.find(({ value }) => value === (alert === 'none' ? alert : by))!.label}.`
}

async function saveLeft({ ctx, c, viewer }: PageRequest, left: Fields): Promise<Response> {
  const response = redirectWithMessage(ctx, c, '/you/searches', { message: await save(ctx, viewer, left) })
  response.headers.append('Set-Cookie', leftCookie(ctx, ''))
  return response
}

/** Returns the message for the user, which may describe an error. `query`: the search as a URL query string. */
async function save(ctx: Context, viewer: Person, fields: Fields): Promise<string> {
  const { query = '', ...others } = fields
  const body = { ...filled(others), ...pairsToObject([...new URLSearchParams(query)]) }
  const saved = await tried(() => answerTo(ctx, viewer, api.saveSearch, { body }))
  if ('problem' in saved) return saved.problem.message
  if (saved.done.status === 200) return 'You already saved this search.'
  return saved.done.body.alert === 'daily'
    ? 'Search saved. You get one alert a day when new items match. Choose below how you want to receive it.'
    : 'Search saved.'
}

/**
 * Stores an anonymous user's search in a cookie until they sign in or sign up. Only our own form can set the cookie, so a link on a
 * different site cannot save a search.
 */
function leaveSearch(c: Call, ctx: Core, { do: what, query = '', alert = '' }: Fields): Response {
  const left = what === 'save' ? new URLSearchParams(filled({ query, alert })).toString() : ''
  return goTo(c, signInPath('/you/searches'), 303, { 'Set-Cookie': leftCookie(ctx, left) })
}

const LEFT_SECONDS = 900

const leftCookie = (ctx: Core, query: string): string => textCookie(ctx, 'search', query, LEFT_SECONDS)

function takeLeft(ctx: Core, c: Call): Record<string, string> | null {
  const left = textCookieIn(ctx, c.req.header('Cookie'), 'search')
  return left === null ? null : Object.fromEntries(new URLSearchParams(left))
}
