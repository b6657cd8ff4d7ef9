import type { Viewer } from '#web/answer.ts'
import { ButtonLink, Button } from '#web/components/button.tsx'
import { Form } from '#web/components/form.tsx'
import { Icon } from '#web/components/icon.tsx'
import type { Site } from './document.tsx'

type TopProps = { site: Site; viewer?: Viewer | undefined; q?: string | undefined }

/** The header: search first, then the way in, or to what is one's own. */
export const Top = ({ site, viewer, q }: TopProps) => (
  <header class="top">
    <a class="brand" href={`${site.publicUrl}/`}>
      res<span>ale</span>
    </a>
    <form class="find" role="search" action={`${site.publicUrl}/search`} method="get" data-island="search">
      <label class="hidden-text" for="q">
        Search the marketplace
      </label>
      <input id="q" name="q" type="search" maxlength={200} placeholder="Wool coat, lamp…" autocomplete="off" value={q ?? ''} />
      <button type="submit" aria-label="Search">
        <Icon name="search" />
      </button>
    </form>
    <nav aria-label="Account">
      {viewer?.kind === 'session' ? (
        <>
          {viewer.isOperator || viewer.lacksSecond ? (
            <ButtonLink href="/operator" kind="quiet">
              Operate
            </ButtonLink>
          ) : null}
          <ButtonLink href="/you" kind="quiet">
            You
          </ButtonLink>
          <ButtonLink href="/app" kind="dark">
            Sell
          </ButtonLink>
        </>
      ) : (
        <>
          <ButtonLink href={`${site.publicUrl}/sign-in`}>Sign in</ButtonLink>
          <ButtonLink href={`${site.publicUrl}/app`} kind="dark">
            Sell
          </ButtonLink>
        </>
      )}
    </nav>
  </header>
)

/** The footer: help stands in the same place on every page (WCAG 3.2.6). */
export const Foot = ({ site, viewer }: TopProps) => (
  <footer class="foot">
    <span>Good things, already made.</span>
    {[
      ['/check', 'Shopping check'],
      ['/help', 'Help'],
      ['/safety', 'Safety'],
      ['/fees', 'Fees'],
      ['/terms', 'Terms'],
      ['/privacy', 'Privacy'],
      ['/docs', 'Developers'],
    ].map(([path, name]) => (
      <a href={`${site.publicUrl}${path}`}>{name}</a>
    ))}
    {viewer?.kind === 'session' ? (
      <Form action="/sign-out" viewer={viewer}>
        <Button kind="quiet" small>
          Sign out
        </Button>
      </Form>
    ) : null}
  </footer>
)
