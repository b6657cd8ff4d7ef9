import type { Child } from '#web/framework/jsx/index.ts'
import { Icon, type IconName } from './icon.tsx'

export type Meaning = 'ok' | 'warn' | 'bad' | 'info'

const SIGNS: Readonly<Record<Meaning, IconName>> = { ok: 'check', warn: 'clock', bad: 'warning', info: 'info' }

/** A status in one or two words. Color, icon and text express the same meaning. */
export const Badge = ({ means, icon, children }: { means?: Meaning | 'tone' | undefined; icon?: IconName; children?: Child }) => {
  const sign = icon ?? (means && means !== 'tone' ? SIGNS[means] : undefined)
  return (
    <span class={means ? `badge ${means}` : 'badge'}>
      {sign ? <Icon name={sign} /> : null}
      {children}
    </span>
  )
}

/** A message on the page. Screen readers announce an `alert` immediately, so use `alert` only for new errors. */
export const Notice = ({ means = 'info', alert, children }: { means?: Meaning | 'plainly'; alert?: boolean; children?: Child }) => (
  <div class={`notice ${means}`} role={alert ? 'alert' : undefined}>
    <Icon name={means === 'plainly' ? 'info' : SIGNS[means]} />
    <div>{children}</div>
  </div>
)

/** An empty state, which explains what will appear here and offers a link. */
export const Empty = ({ icon, title, children }: { icon?: IconName; title?: string; children?: Child }) => (
  <div class="empty">
    {icon ? <Icon name={icon} large /> : null}
    {title ? <p class="display">{title}</p> : null}
    {children}
  </div>
)

/**
 * Notice that a helper is unavailable because this server lacks the necessary API key. Explains the helper's purpose, and says that
 * everything else works (spec: ux rule 8).
 */
export const HelperOff = ({ name, does, children }: { name: string; does: string; children?: Child }) => (
  <div class="helper-off">
    <Icon name="spark" large />
    <p class="display">{name} is unavailable</p>
    <p>{does}</p>
    <p class="quiet">You can do everything else without this helper. The operator of this server can turn it on with a provider’s key.</p>
    {children}
  </div>
)

/** Marks text that a helper wrote or found (spec: ux rule 5). */
export const HelperMark = ({ children }: { children?: Child }) => (
  <Badge means="info" icon="spark">
    {children ?? 'Answered by the shop’s helper'}
  </Badge>
)
