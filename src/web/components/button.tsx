import type { Child } from 'hono/jsx'
import { Icon, type IconName } from './icon.tsx'

/** `dark` is the one thing to do here; `pop` wears the shop's colour; `bad` cannot be undone. */
type Look = { kind?: 'dark' | 'pop' | 'quiet' | 'bad'; small?: boolean; wide?: boolean; icon?: IconName; children?: Child }

const classes = ({ kind, small, wide }: Look): string => ['button', kind, small && 'small', wide && 'wide'].filter(Boolean).join(' ')

type ButtonProps = Look & {
  type?: 'submit' | 'button'
  name?: string
  value?: string
  disabled?: boolean
  /** At work: keeps its words, and says so. */
  busy?: boolean
  /** What the button does by itself, without a script: `show-modal` on the dialog of that id. */
  opens?: string
}

export const Button = ({ type = 'submit', name, value, disabled, busy, opens, icon, children, ...look }: ButtonProps) => (
  <button
    class={classes(look)}
    type={opens ? 'button' : type}
    name={name}
    value={value}
    disabled={disabled}
    aria-busy={busy ? 'true' : undefined}
    {...(opens ? { command: 'show-modal', commandfor: opens } : {})}
  >
    {busy ? <Icon name="wait" /> : icon ? <Icon name={icon} /> : null}
    {children}
  </button>
)

type ButtonLinkProps = Look & { href: string; rel?: string }

/** Looks like a button, goes somewhere. */
export const ButtonLink = ({ href, rel, icon, children, ...look }: ButtonLinkProps) => (
  <a class={classes(look)} href={href} rel={rel}>
    {icon ? <Icon name={icon} /> : null}
    {children}
  </a>
)

type RoundProps = { icon: IconName; label: string; pressed?: boolean; class?: string } & (
  | { href: string }
  | { name?: string; value?: string; closes?: string }
)

/** A button that is all icon; `label` is its name. */
export const RoundButton = ({ icon, label, pressed, class: extra = '', ...to }: RoundProps) =>
  'href' in to ? (
    <a class={`round ${extra}`.trim()} href={to.href} aria-label={label} rel="nofollow">
      <Icon name={icon} full={pressed === true} />
    </a>
  ) : (
    <button
      class={`round ${extra}`.trim()}
      type={to.closes ? 'button' : 'submit'}
      name={to.name}
      value={to.value}
      aria-label={label}
      aria-pressed={pressed === undefined ? undefined : pressed ? 'true' : 'false'}
      {...(to.closes ? { command: 'close', commandfor: to.closes } : {})}
    >
      <Icon name={icon} />
    </button>
  )
