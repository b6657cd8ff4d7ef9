import type { Context } from '#platform/context/index.ts'
import { continuesWith, EDITOR_STEPS, stepToShow } from '#catalog/listings/rules/editor-steps.ts'
import type { Clash, Typed } from '#catalog/listings/rules/editor-fields.ts'
import type { Call } from '#web/framework/answer.ts'
import { Badge, ButtonLink } from '#web/ui/index.ts'
import {
  api,
  type PageRequest,
  call,
  type Listing,
  type Outcome,
  page,
  type Problem,
  sendApp,
  type SentForm,
} from '#web/framework/page/index.ts'
import { Clashes } from './editor-clashes.tsx'
import { DeleteListing, EditorForm, FORM_FIELDS } from './editor-form.tsx'
import { helpWith, isHelperAction } from './editor-help.ts'
import { HelperPanel, readHelp, type Help } from './editor-helper.tsx'
import { hiddenListings, HiddenNotice } from './hidden.tsx'
import { changePhotos, isPhotoAction, PhotosRail } from './editor-photos.tsx'
import { editorPath, StepLinks, stepPath } from './editor-steps.tsx'
import { readOwn, save, savedAs, type SaveResult } from './editor-save.ts'
import { typedOf } from './edits.ts'
import { thumbsOf } from '#catalog/photos/thumbs/index.ts'
import { countAudience } from '#commerce/invitations/index.ts'
import { EDITOR_COPY, MESSAGES } from './copy.ts'
import { inviteLabel, invitePath } from './invite.tsx'
import { sharePath } from './share.tsx'
import { changeDrops, DROP_FIELDS, DROPS_ID, isDropAction, PriceDrops } from './price-drop.tsx'

/** `/app/listings/{id}`, the `edit_url` of a listing, shows its photos, form and helpers. */
export const editorPage = page({
  path: '/app/listings/:id',
  name: 'editor',
  files: true,
  form: take,
  show: async (at) =>
    acceptsJson(at.c) && !at.problem ? state(at.c, await savedAs(at.ctx, at.viewer, at.c.req.param('id')!)) : send(at, {}),
})

const acceptsJson = (c: Call): boolean => c.req.header('Accept') === 'application/json'
const state = (c: Call, body: object, status: ContentStatus = 200): Response =>
  c.json(body, status, { 'Cache-Control': 'private, no-store' })

type ContentStatus = 200 | Problem['status']

async function take(at: PageRequest, form: SentForm): Promise<Outcome> {
  const { ctx, c, viewer } = at
  const { fields } = form
  const id = c.req.param('id')!
  const action = fields.do ?? 'save'
  // returns 404 for another seller's listing, even if the request would not write anything
  const listing = await readOwn(ctx, viewer, id)
  if (isPhotoAction(action)) {
    const message = await changePhotos(ctx, viewer, listing, form)
    return { to: `${stepPath(id, 'photos')}#${fields.photo ? `photo-${fields.photo}` : 'photos'}`, message }
  }
  if (isHelperAction(action)) {
    const { tab, message, take: made } = await helpWith(ctx, viewer, id, fields)
    return { to: `${editorPath(id)}?help=${tab}${made ? `&take=${encodeURIComponent(made)}` : ''}#help`, message }
  }
  if (action === 'delete') {
    await call(ctx, viewer, api.deleteListing, { params: { id } })
    return { to: '/app/listings', message: MESSAGES.deleted }
  }
  if (isDropAction(action)) return { to: `${stepPath(id, 'publish')}#${DROPS_ID}`, message: await changeDrops(at, id, fields) }
  const result = await save(ctx, viewer, form, id, action)
  return acceptsJson(c) ? state(c, await savedAs(ctx, viewer, id, result), statusOf(result)) : answer(at, result, fields)
}

const statusOf = (result: SaveResult): ContentStatus => (result.is === 'saved' ? 200 : result.is === 'clash' ? 409 : result.problem.status)

const UNDO: Readonly<Record<string, string>> = { publish: 'unpublish', unpublish: 'publish', sold: 'relist' }

async function answer(at: PageRequest, result: SaveResult, { do: action = 'save', step }: SentForm['fields']): Promise<Outcome> {
  const id = at.c.req.param('id')!
  if (result.is === 'saved') return { to: pathAfter(id, action, step), message: result.message, undo: undoOf(id, action) }
  const sent = { step, again: action === 'publish' }
  if (result.is === 'clash') return send(at, { ...sent, typed: result.typed, clashes: result.clashes })
  return send({ ...at, problem: result.problem }, { ...sent, ...(result.typed ? { typed: result.typed, base: result.base! } : {}) })
}

function pathAfter(id: string, action: string, step: string | undefined): string {
  if (action === 'publish') return sharePath(id)
  const next = continuesWith(action) ?? EDITOR_STEPS.find((one) => one === step)
  return next ? stepPath(id, next) : editorPath(id)
}

const undoOf = (id: string, action: string) => {
  const back = UNDO[action]
  return back ? { path: editorPath(id), fields: { do: back } } : undefined
}

/** `step`: the step with the pressed button. `again`: true if the seller has already tried to publish. */
type EditorState = { typed?: Typed; base?: Typed; clashes?: readonly Clash[]; step?: string | undefined; again?: boolean }

async function send(at: PageRequest, { typed, base, clashes = [], step, again = false }: EditorState): Promise<Response> {
  const { ctx, c, viewer, problem } = at
  const id = c.req.param('id')!
  const listing = await readOwn(ctx, viewer, id)
  const current = typedOf(listing)
  const request = { param: problem?.param, step: step ?? at.typed.step ?? c.req.query('step'), help: at.typed.help ?? c.req.query('help') }
  const shown = listing.status === 'sold' ? null : stepToShow(request, listing.step)
  const [shop, thumbs, hidden, audience, help] = await Promise.all([
    call(ctx, viewer, api.getShop, { params: { slug: listing.shop } }),
    thumbsOf(ctx, [id]),
    hiddenListings(ctx, viewer),
    listing.status === 'live' ? countAudience(ctx, viewer, id) : 0,
    readHelp(ctx, viewer, listing, { tab: request.help, take: c.req.query('take'), message: at.typed.message }),
  ])
  return sendApp(at, {
    current: 'listings',
    tone: shop.tone,
    title: listing.title ?? 'Untitled draft',
    intro: <StatusLine listing={listing} />,
    actions: <PageActions ctx={ctx} listing={listing} help={help} audience={audience} />,
    apiCalls: [
      `GET /listings/${id}`,
      [`PATCH /listings/${id}`, { title: listing.title ?? 'Oak lamp', price: listing.price ?? 60 }],
      `POST /listings/${id}/publish`,
    ],
    message: c.req.query('made') ? MESSAGES.draft : undefined,
    scripts: ['editor'],
    atFields: [...FORM_FIELDS, ...DROP_FIELDS],
    children: (
      <>
        {hidden.has(id) ? <HiddenNotice /> : null}
        <div id="clashes" class="clashes">
          {clashes.length > 0 && typed ? <Clashes clashes={clashes} typed={typed} /> : null}
        </div>
        {shown ? <StepLinks listing={listing} shown={shown} /> : null}
        <div class={shown ? `editor at-${shown}` : 'editor'}>
          <PhotosRail viewer={viewer} listing={listing} thumbs={thumbs} />
          <div class="stack">
            <EditorForm
              viewer={viewer}
              listing={listing}
              typed={typed ?? current}
              base={problem && base ? base : current}
              problem={problem}
              step={shown}
              again={again}
              fees={ctx.settings.current()}
              shopCategory={shop.category}
              questions={new Map(help.run?.result?.questions.map(({ label, question }) => [label, question]))}
            />
            <div class="stack" data-step="publish">
              <PriceDrops at={at} listing={listing} />
              {listing.status === 'sold' ? null : <DeleteListing viewer={viewer} listing={listing} />}
            </div>
          </div>
          <HelperPanel viewer={viewer} listing={listing} help={help} now={ctx.now()} />
        </div>
      </>
    ),
    ...(clashes.length > 0 ? { status: 409 as const } : {}),
  })
}

type ActionsProps = { ctx: Context; listing: Listing; help: Help; audience: number }

const PageActions = ({ ctx, listing: { id, status, url }, help, audience }: ActionsProps) => (
  <>
    <a class="button helper-opener" href={`/app/listings/${id}?help=${help.tab}#help`}>
      Helpers
    </a>
    {status === 'live' ? <ButtonLink href={sharePath(id)} label={EDITOR_COPY.share} /> : null}
    {status === 'live' ? <ButtonLink href={invitePath(id)} label={audience > 0 ? inviteLabel(audience) : 'Invitations'} /> : null}
    <ButtonLink href={`/app/listings/${id}/questions`} label="Questions" />
    <ButtonLink href={status === 'draft' ? ctx.urls.draft(id) : url} label="Preview" />
  </>
)

const STATES = { draft: 'Draft: only you can see it', live: 'Live', sold: 'Sold' } as const

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
    {visibility === 'link' ? <Badge icon="link">Link only</Badge> : null}
    {take_offers ? <Badge icon="tag">Open to offers</Badge> : null}
  </span>
)
