import type { Child } from '#web/framework/jsx/index.ts'
import { Icon } from './icon.tsx'

type ChipProps = { href: string; label: string; current?: boolean; count?: number | undefined }

/** A choice, as a link. It works without scripts and with the back button, and its URL can be shared. */
export const Chip = ({ href, label, current, count }: ChipProps) => (
  <li>
    <a class="chip" href={href} aria-current={current ? 'true' : undefined}>
      {label}
      {count === undefined ? null : <span class="of">{count}</span>}
    </a>
  </li>
)

/** An active filter, as a link that removes it. */
export const AppliedChip = ({ href, children }: { href: string; children?: Child }) => (
  <li>
    <a class="chip applied" href={href}>
      <span class="hidden-text">Remove: </span>
      {children}
      <Icon name="cross" />
    </a>
  </li>
)

/** A row of chips. On a phone, the row scrolls sideways. */
export const Chips = ({ label, row, children }: { label: string; row?: boolean; children?: Child }) => (
  <ul class={row ? 'chips row' : 'chips'} aria-label={label}>
    {children}
  </ul>
)
