import type { Context, Person } from '#platform/context.ts'
import type { Clash } from '#domain/typed.ts'
import type { App } from '#platform/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { Badge } from '#web/components/badge.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { call, tried, type Problem } from './calling.ts'
import { Clashes } from './editor-clashes.tsx'
import { EditorForm, FORM_FIELDS } from './editor-form.tsx'
import { helpWith, isHelperAction } from './editor-help.ts'
import { HelperPanel, readHelp, type Help } from './editor-helper.tsx'
import { changePhotos, isPhotoAction, PhotosRail } from './editor-photos.tsx'
import { readOwn, save, savedAs, type SaveResult } from './editor-save.ts'
import { typedOf, type Typed } from './edits.ts'
import { sendAppPage } from './frame.tsx'
import { doneAt, place } from './places.ts'
import type { Listing } from './records.ts'
import type { Taken } from './taking.ts'
import { thumbsOf } from './thumbs.ts'

/** `/app/listings/{id}`, the `edit_url` of a listing: photos, form, helpers. */
export const mountEditor = (app: App, ctx: Context): void =>
  place(
    app,
    ctx,
    '/app/listings/:id',
    'editor',
    async (c, viewer) => (wantsState(c) ? state(c, await savedAs(ctx, viewer, c.req.param('id')!)) : send(ctx, c, viewer, {})),
    (c, taken) => take(ctx, c, taken),
  )

/** The editor's script saves field by field and asks for what stands there now instead of a page. */
const wantsState = (c: Call): boolean => c.req.header('Accept') === 'application/json'
const state = (c: Call, body: object, status: 200 | 400 | 409 | 503 = 200): Response =>
  c.json(body, status, { 'Cache-Control': 'private, no-store' })

const pathOf = (id: string): string => `/app/listings/${encodeURIComponent(id)}`

async function take(ctx: Context, c: Call, taken: Taken): Promise<Response> {
  const { viewer, fields } = taken
  const id = c.req.param('id')!
  const action = fields.do ?? 'save'
  // another's listing is nobody's here, also where nothing would be written
  const listing = await readOwn(ctx, viewer, id)
  if (isPhotoAction(action)) return photos(ctx, c, listing, taken)
  if (isHelperAction(action)) {
    const helped = await tried(() => helpWith(ctx, viewer, id, fields))
    if ('problem' in helped) return send(ctx, c, viewer, { problem: helped.problem, tab: fields.help, said: fields.message })
    const { tab, said, take: taken } = helped.done
    return doneAt(c, `${pathOf(id)}?help=${tab}${taken ? `&take=${encodeURIComponent(taken)}` : ''}#help`, said)
  }
  if (action === 'delete') {
    const gone = await tried(() => call(ctx, viewer, 'deleteListing', { params: { id } }))
    return 'done' in gone ? doneAt(c, '/app/listings', 'deleted') : send(ctx, c, viewer, { problem: gone.problem })
  }
  const result = await save(ctx, taken, id, action)
  return wantsState(c) ? state(c, await savedAs(ctx, viewer, id, result), statusOf(result)) : answer(ctx, c, viewer, result, action)
}

const statusOf = (result: SaveResult): 200 | 400 | 409 | 503 =>
  result.is === 'saved' ? 200 : result.is === 'clash' ? 409 : result.problem.status

/** What was put on or taken off can be put back for a while. */
const UNDO: Readonly<Record<string, string>> = { publish: 'unpublish', unpublish: 'publish', sold: 'relist' }

async function answer(ctx: Context, c: Call, viewer: Person, result: SaveResult, action: string): Promise<Response> {
  const id = c.req.param('id')!
  if (result.is === 'saved') return doneAt(c, `${pathOf(id)}${UNDO[action] ? `?undo=${UNDO[action]}` : ''}`, result.said)
  if (result.is === 'clash') return send(ctx, c, viewer, { typed: result.typed, clashes: result.clashes })
  return send(ctx, c, viewer, { ...(result.typed && { typed: result.typed, base: result.base! }), problem: result.problem })
}

async function photos(ctx: Context, c: Call, listing: Listing, taken: Taken): Promise<Response> {
  const result = await tried(() => changePhotos(ctx, listing, taken))
  if ('problem' in result) return send(ctx, c, taken.viewer, { problem: result.problem })
  return doneAt(c, `${pathOf(listing.id)}#${taken.fields.photo ? `photo-${taken.fields.photo}` : 'photos'}`, result.done)
}

type Shown = {
  typed?: Typed
  base?: Typed
  problem?: Problem
  clashes?: readonly Clash[]
  /** The helper that was asked, and what was said to it, where it could not be done. */
  tab?: string | undefined
  said?: string | undefined
}

async function send(ctx: Context, c: Call, viewer: Person, { typed, base, problem, clashes = [], tab, said }: Shown): Promise<Response> {
  const id = c.req.param('id')!
  const listing = await readOwn(ctx, viewer, id)
  const current = typedOf(listing)
  const [shop, thumbs, help] = await Promise.all([
    call<{ tone: string }>(ctx, viewer, 'getShop', { params: { slug: listing.shop } }),
    thumbsOf(ctx, [id]),
    readHelp(ctx, viewer, listing, { tab: tab ?? c.req.query('help'), take: c.req.query('take'), said }),
  ])
  return sendAppPage(
    ctx,
    c,
    viewer,
    {
      current: 'listings',
      tone: shop.tone,
      title: listing.title ?? 'Untitled draft',
      intro: <StatusLine listing={listing} />,
      actions: <PageActions ctx={ctx} listing={listing} help={help} />,
      twin: [
        { method: 'GET', path: `/listings/${id}` },
        { method: 'PATCH', path: `/listings/${id}`, body: { title: listing.title ?? 'Oak lamp', price: listing.price ?? 60 } },
        { method: 'POST', path: `/listings/${id}/publish` },
      ],
      undo: undoOf(c, id),
      scripts: ['editor'],
      problem,
      atFields: FORM_FIELDS,
      children: (
        <>
          <div id="clashes" class="clashes">
            {clashes.length > 0 && typed ? <Clashes clashes={clashes} typed={typed} /> : null}
          </div>
          <Steps listing={listing} />
          <div class="editor">
            <PhotosRail viewer={viewer} listing={listing} thumbs={thumbs} />
            <EditorForm
              viewer={viewer}
              listing={listing}
              typed={typed ?? current}
              base={problem && base ? base : current}
              problem={problem}
              questions={new Map(help.run?.result?.questions.map(({ label, question }) => [label, question]))}
            />
            <HelperPanel viewer={viewer} listing={listing} help={help} now={ctx.now()} />
          </div>
        </>
      ),
    },
    clashes.length > 0 ? { status: 409 } : {},
  )
}

/** The way back of what the page was just told to do. */
function undoOf(c: Call, id: string): { action: string; fields: Record<string, string> } | undefined {
  const back = c.req.query('undo') ?? ''
  return Object.values(UNDO).includes(back) ? { action: pathOf(id), fields: { do: back } } : undefined
}

const PageActions = ({ ctx, listing: { id, status, url }, help }: { ctx: Context; listing: Listing; help: Help }) => (
  <>
    <a class="button helper-opener" href={`/app/listings/${id}?help=${help.tab}#help`}>
      Helpers
    </a>
    <ButtonLink href={status === 'draft' ? ctx.urls.draft(id) : url}>See it as buyers do</ButtonLink>
  </>
)

const STEPS = [
  { step: 'photos', href: '#photos', label: 'Photos' },
  { step: 'details', href: '#about', label: 'About' },
  { step: 'price', href: '#pricing', label: 'Price' },
  { step: 'publish', href: '#publish', label: 'Publish' },
] as const

/** On a phone: where one is on the way, and the way there (`step` of the record). */
const Steps = ({ listing: { step } }: { listing: Listing }) => {
  const now = STEPS.findIndex((one) => one.step === step)
  return (
    <nav class="editor-steps" aria-label="Steps">
      <ol role="list">
        {STEPS.map(({ href, label }, index) => (
          <li>
            <a href={href} class={now === -1 || index < now ? 'is-done' : ''} aria-current={index === now ? 'step' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const STATES = { draft: 'A draft, for your eyes alone', live: 'Live', sold: 'Sold' } as const

const StatusLine = ({ listing: { status, visibility, take_offers } }: { listing: Listing }) => (
  <span class="actions" id="listing-state">
    <Badge
      {...(status === 'live'
        ? { means: 'ok' as const }
        : status === 'sold'
          ? { means: 'info' as const, icon: 'tag' as const }
          : { icon: 'lock' as const })}
    >
      {STATES[status]}
    </Badge>
    {visibility === 'link' ? <Badge icon="link">Only by its link</Badge> : null}
    {take_offers ? <Badge icon="tag">Open to offers</Badge> : null}
  </span>
)
