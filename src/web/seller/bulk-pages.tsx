import { latestBulk } from '#catalog/listings/bulk/index.ts'
import type { Context, Person } from '#platform/context/index.ts'
import { invalid } from '#platform/errors/index.ts'
import type { AnswerOf } from '#platform/http/endpoint.ts'
import { goTo } from '#web/framework/answer.ts'
import { counted } from '#web/framework/format.ts'
import { api, call, page, sendApp, type Outcome, type PageRequest, type SentForm } from '#web/framework/page/index.ts'
import { Button, ButtonLink, Form, Notice } from '#web/ui/index.ts'
import type { Change } from './bulk-actions.ts'
import { namedRefusals, Refused } from './bulk-preview.tsx'

type Bulk = AnswerOf<typeof api.getBulk>

/** Runs the previewed bulk change. After an error, the page links back to the listings. */
export const runBulkPage = page({
  path: '/app/listings/bulk',
  name: 'bulk-run',
  files: true,
  form: run,
  show: (at) => (at.problem ? sendProblem(at) : goTo(at.c, '/app/listings')),
})

async function run({ ctx, viewer, c }: PageRequest, { fields: { ids = '', change = '', token = '' } }: SentForm): Promise<Outcome> {
  const body = { ids: ids.split(' ').filter(Boolean), change: parsed(change), token }
  const started = await call(ctx, viewer, api.bulkListings, { body })
  return goTo(c, started.object === 'bulk' ? pathOf(started.id) : '/app/listings')
}

function parsed(change: string): Change {
  try {
    return JSON.parse(change) as Change
  } catch {
    throw invalid('change', 'Preview the change again.')
  }
}

const sendProblem = (at: PageRequest): Promise<Response> =>
  sendApp(at, {
    current: 'listings',
    title: 'The change was not started',
    children: <ButtonLink href="/app/listings" label="Back to listings" />,
  })

const pathOf = (id: string): string => `/app/listings/bulk/${id}`

/** `/app/listings/bulk/{id}` shows the progress and result of a bulk change, and can undo it. */
export const bulkPage = page({
  path: '/app/listings/bulk/:id',
  name: 'bulk',
  form: undo,
  show: (at) => send(at),
})

const bulkId = (at: PageRequest): string => at.c.req.param('id') ?? ''

async function undo(at: PageRequest): Promise<Outcome> {
  const { id } = await call(at.ctx, at.viewer, api.undoBulk, { params: { id: bulkId(at) } })
  return goTo(at.c, pathOf(id))
}

async function send(at: PageRequest): Promise<Response> {
  const { ctx, viewer } = at
  const bulk = await call(ctx, viewer, api.getBulk, { params: { id: bulkId(at) } })
  const isRunning = bulk.status === 'queued' || bulk.status === 'running'
  const path = `/listings/bulk/${bulk.id}`
  return sendApp(at, {
    current: 'listings',
    title: isRunning ? 'Changing your listings' : bulk.status === 'undone' ? 'Change undone' : 'Listings changed',
    // without scripts, the browser reloads the page while the job runs
    headers: isRunning ? { Refresh: '2' } : undefined,
    apiCalls: [`GET ${path}`, `POST ${path}/undo`],
    children: (
      <div class="stack">
        <Notice means={isRunning ? 'info' : bulk.refused.length > 0 ? 'warn' : 'ok'}>
          <strong>{resultOf(bulk)}</strong>
          {isRunning ? (
            <progress max={bulk.total} value={bulk.done + bulk.refused.length} aria-label="Progress" />
          ) : (
            <Refused refused={await namedRefusals(ctx, viewer, bulk.refused)} total={bulk.refused.length} />
          )}
        </Notice>
        <div class="actions">
          {canUndo(ctx, bulk) ? (
            <Form action={pathOf(bulk.id)} viewer={viewer}>
              <Button label="Undo" />
            </Form>
          ) : null}
          <ButtonLink href="/app/listings" label="Back to listings" />
        </div>
      </div>
    ),
  })
}

const canUndo = (ctx: Context, { done, undo_until }: Pick<Bulk, 'done' | 'undo_until'>): boolean =>
  done > 0 && undo_until !== null && new Date(undo_until) > ctx.now()

function resultOf({ status, done, total, refused }: Bulk): string {
  const of = `${done} of ${counted(total, 'listing')}`
  if (status === 'queued' || status === 'running') return `${of} done.`
  const verb = status === 'undone' ? 'restored' : 'changed'
  return refused.length === 0 ? `${counted(done, 'listing')} ${verb}.` : `${of} ${verb}.`
}

/** Returns a link to the newest bulk change if that change is running or can be undone, otherwise null. */
export async function latestBulkNotice(ctx: Context, viewer: Person) {
  const bulk = await latestBulk(ctx, viewer)
  if (!bulk || !(bulk.status === 'queued' || bulk.status === 'running' || canUndo(ctx, bulk))) return null
  return (
    <Notice means={bulk.undo_until ? 'ok' : 'info'}>
      {resultOf(bulk)} <a href={pathOf(bulk.id)}>{bulk.undo_until ? 'See the result or undo the change' : 'See the progress'}</a>
    </Notice>
  )
}
