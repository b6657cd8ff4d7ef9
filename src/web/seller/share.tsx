import { goTo } from '#web/framework/answer.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { ButtonLink, QrCode, Section, ShareButton, Snippet } from '#web/ui/index.ts'
import { api, call, page, sendApp, type Listing, type PageRequest } from '#web/framework/page/index.ts'
import { sendListingCard } from '#web/public/cards.ts'
import { EDITOR_COPY, SHARE_COPY } from './copy.ts'
import { Additions, editorPath, stepPath } from './editor-steps.tsx'
import { readinessOf } from './readiness-of.ts'

const load = ({ ctx, c, viewer }: PageRequest): Promise<Listing> =>
  call(ctx, viewer, api.getListing, { params: { id: c.req.param('id')! } })

/**
 * `/app/listings/{id}/share` shows the link to a live listing as text, card and QR code, and suggests ways to sell the item faster.
 * Publishing leads to this page. A listing that is not live leads to the editor.
 */
export const sharePage = page({ path: '/app/listings/:id/share', name: 'share', load, show: send })

/** Serves a listing's share card from the app's host. Errors: 404 for a draft. */
export const shareCardPage = page({
  path: '/app/listings/:id/card.png',
  name: 'share card',
  load,
  show: ({ ctx, c, viewer }, { shop, url }) => sendListingCard(ctx, c, { slug: shop, link: url.slice(url.lastIndexOf('/') + 1), viewer }),
})

/** Returns the path of the share page. */
export const sharePath = (listing: string): string => `${editorPath(listing)}/share`

async function send(at: PageRequest, listing: Listing): Promise<Response> {
  const { id, status, title, url, visibility } = listing
  if (status !== 'live') return goTo(at.c, status === 'draft' ? stepPath(id, 'publish') : editorPath(id))
  return sendApp(at, {
    current: 'listings',
    title: SHARE_COPY.title(title!),
    intro: visibility === 'link' ? SHARE_COPY.linkOnly : SHARE_COPY.intro,
    actions: (
      <>
        <ButtonLink href={editorPath(id)} label={SHARE_COPY.edit} />
        <ButtonLink href={url} label={SHARE_COPY.view} />
      </>
    ),
    apiCalls: [`GET /listings/${id}`],
    children: (
      <div class="share-parts">
        <Section id="link" title={SHARE_COPY.link}>
          <Snippet text={url} />
          <ShareButton at={`${at.ctx.config.publicUrl}${ROUTES.shareListing(id)}`} of={{ url, title: title! }} />
          <QrCode text={url} label={SHARE_COPY.code} />
          <p class="small quiet">{SHARE_COPY.codeHint}</p>
        </Section>
        <Section id="helps-title" title={SHARE_COPY.helps}>
          <Tips listing={listing} />
        </Section>
        <Section id="card" title={SHARE_COPY.card}>
          <img
            class="share-card"
            src={`${editorPath(id)}/card.png`}
            alt={SHARE_COPY.cardAlt(title!)}
            width={1200}
            height={630}
            loading="lazy"
          />
          <p class="small quiet">{SHARE_COPY.cardHint}</p>
        </Section>
      </div>
    ),
  })
}

/** Suggestions that are based on the listing's data and never on an AI model. */
const Tips = ({ listing }: { listing: Listing }) => {
  const { helps } = readinessOf(listing)
  return helps.length === 0 ? (
    <p>{SHARE_COPY.complete}</p>
  ) : (
    <ul role="list" class="todo soft">
      <Additions listing={listing.id} all={helps} lead={EDITOR_COPY.add} />
    </ul>
  )
}
