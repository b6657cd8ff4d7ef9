import type { Context } from '#platform/context/index.ts'
import { ButtonLink, Empty, HelperOff, Notice, SkeletonGrid } from '#web/ui/index.ts'
import { Part } from './part.tsx'

/** The four states of each view: empty, loading, failed, and without its helper (spec: ux rule 8). */
export const States = ({ ctx }: { ctx: Context }) => (
  <>
    <Part title="Notices">
      <Notice>Your question went to the owner, who usually answers within two hours.</Notice>
      <Notice means="ok">
        <strong>Published.</strong> <a href={ctx.config.publicUrl}>Preview</a>
      </Notice>
      <Notice means="warn">Ship by Tuesday, 5 May, or the order is cancelled and the buyer is refunded.</Notice>
      <Notice means="bad">
        <strong>The photos did not load.</strong> Nothing you typed is lost. Try again. If it happens again, tell us the reference{' '}
        <code>req_1</code>.
      </Notice>
      <Notice means="plainly">Sold on 3 May.</Notice>
    </Part>
    <Part title="Empty">
      <Empty icon="tag" title="Nothing here yet">
        <p>Offers appear here. Your helper counters low offers, and you decide the rest.</p>
        <ButtonLink href="/styleguide" kind="dark" label="List an item" />
      </Empty>
    </Part>
    <Part title="Loading">
      <SkeletonGrid />
    </Part>
    <Part title="Helper off">
      <HelperOff name="Research" does="It would identify the item, look up what others paid for it, and suggest a price." />
    </Part>
  </>
)
