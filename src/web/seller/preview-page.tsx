import type { Context, Person } from '#platform/context/index.ts'
import * as market from '#catalog/browse/index.ts'
import { readQuestions } from '#catalog/questions/index.ts'
import type { Question } from '#web/framework/page/records.ts'
import type { Detail } from '#catalog/browse/index.ts'
import { sendPage } from '#web/framework/answer.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Layout } from '#web/ui/layouts/public.tsx'
import { Item } from '#web/public/listing.tsx'
import { page } from '#web/framework/page/page.tsx'
import { siteOf } from '#web/framework/site.ts'

/** Previews a listing that has no public page. If the listing has a public page, redirects the owner to that page. */
export const previewPage = page({
  path: '/listings/:id',
  name: 'preview',
  load: async ({ ctx, c, viewer }) => {
    const detail = await market.readOwn(ctx, viewer, c.req.param('id')!)
    return { detail, questions: await readQuestions(ctx, detail) }
  },
  show: ({ ctx, c, viewer }, loaded) => sendPage(ctx, c, <PreviewPage ctx={ctx} viewer={viewer} {...loaded} />),
})

type PreviewProps = { ctx: Context; viewer: Person; detail: Detail; questions: readonly Question[] }

const PreviewPage = ({ ctx, viewer, detail, questions }: PreviewProps) => (
  <Layout site={siteOf(ctx)} viewer={viewer} tone={detail.shop.tone} title={`${detail.title ?? 'Draft'} · preview`}>
    <p class="crumbs">
      <Badge means="info" icon="lock">
        Only you can see this preview. The listing is {STATUS_LABELS[detail.status]}.
      </Badge>
    </p>
    <Item ctx={ctx} detail={detail} questions={questions} />
  </Layout>
)

const STATUS_LABELS = { draft: 'a draft', live: 'live', sold: 'sold' } as const
