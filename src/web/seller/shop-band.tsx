import { firstSentence } from '#core/text.ts'
import { Avatar, Disc } from '#web/ui/shop.tsx'

type BandProps = { tone: string; name: string; about: string; picture?: string | null; without: string; host: string }

/** Previews a shop's header in the shop's color. A script updates the preview while the user types. */
export const AppearanceBand = ({ tone, name, about, picture, without, host }: BandProps) => (
  <div class={`band tone-${tone}`} id="look-band">
    <Disc />
    <Avatar name={name || 'Your shop'} {...(picture ? { picture } : {})} />
    <span class="title">{name || 'Your shop'}</span>
    <span class="line" data-without={without}>
      {firstSentence(about) ?? without}
    </span>
    <span class="small host">{host}</span>
  </div>
)
