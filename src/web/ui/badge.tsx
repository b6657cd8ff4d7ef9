import type { Child } from '#web/framework/jsx/index.ts'
import { Icon, type IconName } from './icon.tsx'

export type Meaning = 'ok' | 'warn' | 'bad' | 'info'

const SIGNS: Readonly<Record<Meaning, IconName>> = { ok: 'check', warn: 'clock', bad: 'warning', info: 'info' }

/** A state in a word or two: colour, sign and word say the same. */
export const Badge = ({ means, icon, children }: { means?: Meaning | 'tone' | undefined; icon?: IconName; children?: Child }) => {
  const sign = icon ?? (means && means !== 'tone' ? SIGNS[means] : undefined)
  return (
    <span class={means ? `badge ${means}` : 'badge'}>
      {sign ? <Icon name={sign} /> : null}
      {children}
    </span>
  )
}

/** Something the page has to say. `alert` is read out at once: only for what just went wrong. */
export const Notice = ({ means = 'info', alert, children }: { means?: Meaning | 'plainly'; alert?: boolean; children?: Child }) => (
  <div class={`notice ${means}`} role={alert ? 'alert' : undefined}>
    <Icon name={means === 'plainly' ? 'info' : SIGNS[means]} />
    <div>{children}</div>
  </div>
)

/** Nothing here yet: says what will be, and offers one way on. */
export const Empty = ({ icon, title, children }: { icon?: IconName; title?: string; children?: Child }) => (
  <div class="empty">
    {icon ? <Icon name={icon} large /> : null}
    {title ? <p class="display">{title}</p> : null}
    {children}
  </div>
)

/** A helper this server has no key for: what it would do, and that all else works (ux rule 8). */
export const HelperOff = ({ name, does, children }: { name: string; does: string; children?: Child }) => (
  <div class="helper-off">
    <Icon name="spark" large />
    <p class="display">{name} is off on this server</p>
    <p>{does}</p>
    <p class="quiet">Everything else works without it. Whoever runs this server can switch it on with a provider’s key.</p>
    {children}
  </div>
)

/** What a helper wrote or found, always named as such (ux rule 5). */
export const HelperMark = ({ children }: { children?: Child }) => (
  <Badge means="info" icon="spark">
    {children ?? 'Answered by the shop’s helper'}
  </Badge>
)
