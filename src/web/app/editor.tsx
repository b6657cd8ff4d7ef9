import { inTransaction, type Context, type Person } from '#context.ts'
import type { App } from '#lib/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { Badge, Notice } from '#web/components/badge.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { call, tried, type Problem } from './calling.ts'
import { EditorForm, FIELD_WORDS, FORM_FIELDS } from './editor-form.tsx'
import { HelperPanel, helpWith, isHelperAction } from './editor-helper.tsx'
import { changePhotos, isPhotoAction, PhotosRail } from './editor-photos.tsx'
import { changesOf, clashesOf, readTyped, typedOf, type Typed } from './edits.ts'
import { sendAppPage } from './frame.tsx'
import { doneAt, place, type Flash } from './places.ts'
import type { Listing } from './records.ts'
import type { Taken } from './taking.ts'

/** `/app/listings/{id}`, the `edit_url` of a listing: photos, form, helpers. */
export const mountEditor = (app: App, ctx: Context): void =>
  place(
    app,
    ctx,
    '/app/listings/:id',
    'editor',
    (c, viewer) => send(ctx, c, viewer, {}),
    (c, taken) => take(ctx, c, taken),
  )

const read = (ctx: Context, viewer: Person, id: string) => call<Listing>(ctx, viewer, 'getListing', { params: { id } })

async function take(ctx: Context, c: Call, taken: Taken): Promise<Response> {
  const { viewer, fields } = taken
  const id = c.req.param('id')!
  const action = fields.do ?? 'save'
  if (isPhotoAction(action)) return photos(ctx, c, taken)
  if (isHelperAction(action)) {
    const helped = await tried(() => helpWith(ctx, viewer, id, fields))
    const back = `/app/listings/${encodeURIComponent(id)}?help=${encodeURIComponent(fields.help ?? '')}`
    return 'done' in helped ? doneAt(c, back, 'saved') : send(ctx, c, viewer, { problem: helped.problem })
  }
  if (action === 'delete') {
    const gone = await tried(() => call(ctx, viewer, 'deleteListing', { params: { id } }))
    return 'done' in gone ? doneAt(c, '/app/listings', 'deleted') : send(ctx, c, viewer, { problem: gone.problem })
  }
  return save(ctx, c, taken, action)
}

/** Saves what was changed here, and moves the listing where a button says so: both or neither. */
async function save(ctx: Context, c: Call, { viewer, fields, lines }: Taken, action: string): Promise<Response> {
  const id = c.req.param('id')!
  const now = typedOf(await read(ctx, viewer, id))
  const { typed, base } = readTyped(fields, lines('fields'))
  // a form of buttons alone has nothing typed in it
  const hasFields = base !== null
  const clashes = hasFields ? clashesOf(typed, base, now) : []
  if (clashes.length > 0) return send(ctx, c, viewer, { typed, clashes })
  const [move, said] = MOVES[action] ?? [null, 'saved' as const]
  const result = await tried(() =>
    inTransaction(ctx, async (tx) => {
      const changes = hasFields ? changesOf(typed, base) : {}
      if (Object.keys(changes).length > 0) await call(tx, viewer, 'changeListing', { params: { id }, body: changes })
      if (move) await call(tx, viewer, move, { params: { id } })
    }),
  )
  if ('done' in result) return doneAt(c, `/app/listings/${encodeURIComponent(id)}`, said)
  return send(ctx, c, viewer, { ...(hasFields ? { typed, base } : {}), problem: result.problem })
}

const MOVES: Readonly<Record<string, readonly [endpoint: string, said: Flash]>> = {
  publish: ['publishListing', 'published'],
  unpublish: ['unpublishListing', 'unpublished'],
  sold: ['markListingSold', 'sold'],
  relist: ['relistListing', 'relisted'],
}

async function photos(ctx: Context, c: Call, taken: Taken): Promise<Response> {
  const id = c.req.param('id')!
  const listing = await read(ctx, taken.viewer, id)
  const result = await tried(() => changePhotos(ctx, listing, taken))
  if ('problem' in result) return send(ctx, c, taken.viewer, { problem: result.problem })
  return doneAt(c, `/app/listings/${encodeURIComponent(id)}#${taken.fields.photo ? `photo-${taken.fields.photo}` : 'photos'}`, result.done)
}

type Shown = { typed?: Typed; base?: Typed; problem?: Problem; clashes?: ReturnType<typeof clashesOf> }

async function send(ctx: Context, c: Call, viewer: Person, { typed, base, problem, clashes = [] }: Shown): Promise<Response> {
  const id = c.req.param('id')!
  const listing = await read(ctx, viewer, id)
  const current = typedOf(listing)
  const shop = (await call<{ tone: string }>(ctx, viewer, 'getShop', { params: { slug: listing.shop } })).tone
  return sendAppPage(
    ctx,
    c,
    viewer,
    {
      current: 'listings',
      tone: shop,
      title: listing.title ?? 'Untitled draft',
      intro: <StatusLine listing={listing} />,
      actions: <ButtonLink href={listing.status === 'draft' ? ctx.urls.draft(id) : listing.url}>See it as buyers do</ButtonLink>,
      problem,
      atFields: FORM_FIELDS,
      children: (
        <>
          {clashes.length > 0 ? <Clashes clashes={clashes} /> : null}
          <div class="editor">
            <PhotosRail viewer={viewer} listing={listing} />
            <EditorForm
              viewer={viewer}
              listing={listing}
              typed={typed ?? current}
              base={problem && base ? base : current}
              problem={problem}
            />
            <HelperPanel ctx={ctx} viewer={viewer} listing={listing} tab={c.req.query('help')} />
          </div>
        </>
      ),
    },
    clashes.length > 0 ? { status: 409 } : {},
  )
}

const STATES = { draft: 'A draft, for your eyes alone', live: 'Live', sold: 'Sold' } as const

const StatusLine = ({ listing: { status, visibility, take_offers } }: { listing: Listing }) => (
  <span class="actions">
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

/** What somebody else changed while this page was open; what was typed here still stands in the form. */
const Clashes = ({ clashes }: { clashes: ReturnType<typeof clashesOf> }) => (
  <div class="app-said">
    <Notice means="warn" alert>
      <strong>This listing was changed meanwhile, in another window or by an agent. Nothing of yours was saved yet.</strong>
      <ul class="outcomes" role="list">
        {clashes.map(({ name, now }) => (
          <li>
            {FIELD_WORDS[name]} is now {now === '' ? 'empty' : `“${now}”`}.
          </li>
        ))}
      </ul>
      <p>What you typed stands below: save again to put yours in its place, or load the page anew to keep theirs.</p>
    </Notice>
  </div>
)
