import type { Child } from '#web/framework/jsx/index.ts'
import { Icon, type IconName } from './icon.tsx'

/** `dark` is for the main action. `pop` has the shop's color. `bad` is for actions that cannot be undone. */
type ButtonStyle = {
  kind?: 'dark' | 'pop' | 'quiet' | 'bad' | undefined
  small?: boolean
  icon?: IconName
  /** Text of the button. A text that contains elements goes into the children. */
  label?: string
  /** Text after the label that only screen readers get, such as `: Blue jacket`. */
  about?: string
  children?: Child
}

const classes = ({ kind, small }: ButtonStyle): string => ['button', kind, small && 'small'].filter(Boolean).join(' ')

type ButtonProps = ButtonStyle & {
  type?: 'submit' | 'button'
  name?: string
  value?: string
  /** Value of the form field `do`, which selects the form's action. Replaces `name` and `value`. */
  do?: string
  disabled?: boolean
  /** True while the action is in progress. The button's label does not change. */
  busy?: boolean
  /** Id of the dialog that the button opens even without a script (`show-modal`). */
  opens?: string
  /** Path that the button sends the form to, instead of the form's own path. The browser then does not validate the fields. */
  action?: string
  /** Id of the form that the button submits, if it is not the form that contains the button. */
  form?: string
}

export const Button = ({ type = 'submit', do: what, disabled, busy, opens, action, form, ...button }: ButtonProps) => (
  <button
    class={classes(button)}
    type={opens ? 'button' : type}
    form={form}
    name={what === undefined ? button.name : 'do'}
    value={what ?? button.value}
    disabled={disabled}
    aria-busy={busy ? 'true' : undefined}
    {...(action === undefined ? {} : { formaction: action, formnovalidate: true })}
    {...(opens ? { command: 'show-modal', commandfor: opens } : {})}
  >
    <Face {...button} {...(busy ? { icon: 'wait' } : {})} />
  </button>
)

/**
 * Restricts content of a public page to some audiences, such as `owner` or `stranger other`. A script shows the content to these audiences
 * (web/islands/viewer-state.ts). Before the script runs, the page looks as it does to anonymous users.
 */
export const forWhom = (parts: string | undefined) =>
  parts === undefined ? {} : { 'data-for': parts, hidden: !parts.split(' ').includes('stranger') }

type ButtonLinkProps = ButtonStyle & { href: string; rel?: string; whom?: string | undefined }

/** A link that looks like a button. */
export const ButtonLink = ({ href, rel, whom, ...style }: ButtonLinkProps) => (
  <a class={classes(style)} href={href} rel={rel} {...forWhom(whom)}>
    <Face {...style} />
  </a>
)

const Face = ({ icon, label, about, children }: ButtonStyle) => (
  <>
    {icon ? <Icon name={icon} /> : null}
    {label}
    {about ? <span class="hidden-text">{about}</span> : null}
    {children}
  </>
)

type RoundProps = { icon: IconName; label: string; pressed?: boolean; class?: string; name?: string; value?: string; closes?: string }

/** A button that shows only an icon. `label` is its accessible name. */
export const RoundButton = ({ icon, label, pressed, class: extra = '', name, value, closes }: RoundProps) => (
  <button
    class={`round ${extra}`.trim()}
    type={closes ? 'button' : 'submit'}
    name={name}
    value={value}
    aria-label={label}
    aria-pressed={pressed === undefined ? undefined : pressed ? 'true' : 'false'}
    {...(closes ? { command: 'close', commandfor: closes } : {})}
  >
    <Icon name={icon} />
  </button>
)

type ShareProps = {
  /** The script reports to this URL that the user has shared the page. */
  at: string
  /** URL to share. Default: the page's URL. */
  of?: { url: string; title: string }
}

/** Button that shares a URL. A script shows the button if the browser supports sharing. */
export const ShareButton = ({ at, of }: ShareProps) => (
  <button class="button" type="button" data-share={at} data-url={of?.url} data-title={of?.title} hidden>
    <Icon name="link" />
    Share
  </button>
)

/**
 * Button that follows a shop, and shows whether the user already follows it. `small`: for a button next to the shop's name, on a page with
 * a different main action.
 */
export const FollowButton = ({ following, kind = 'dark' }: { following: boolean; kind?: 'dark' | 'small' }) => (
  <button
    class={`button ${kind} follow`}
    type="submit"
    name="following"
    value={following ? 'false' : 'true'}
    aria-pressed={following ? 'true' : 'false'}
  >
    <span class="off">
      <Icon name="plus" /> Follow
    </span>
    <span class="on">
      <Icon name="check" /> Following
    </span>
  </button>
)
