import type { Child } from '#web/framework/jsx/index.ts'
import { Icon } from './icon.tsx'

type ChipProps = { href: string; current?: boolean; count?: number | undefined; children?: Child }

/** A choice that is a link, so that it works, goes back and can be shared. */
export const Chip = ({ href, current, count, children }: ChipProps) => (
  <li>
    <a class="chip" href={href} aria-current={current ? 'true' : undefined}>
      {children}
      {count === undefined ? null : <span class="of">{count}</span>}
    </a>
  </li>
)

/** A filter that is on; following it takes it off. */
export const AppliedChip = ({ href, children }: { href: string; children?: Child }) => (
  <li>
    <a class="chip applied" href={href}>
      <span class="hidden-text">Take off: </span>
      {children}
      <Icon name="cross" />
    </a>
  </li>
)

/** A row of chips; on a phone it scrolls sideways instead of growing. */
export const Chips = ({ label, row, children }: { label: string; row?: boolean; children?: Child }) => (
  <ul class={row ? 'chips row' : 'chips'} aria-label={label}>
    {children}
  </ul>
)
