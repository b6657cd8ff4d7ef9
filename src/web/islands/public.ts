import { copies } from './copy.ts'
import { dialogs } from './dialogs.ts'
import { filePreviews } from './file-previews.ts'
import { filters } from './filters.ts'
import { galleries } from './gallery.ts'
import { showViewerState } from './viewer-state.ts'
import { passkeys } from './passkeys.ts'
import { problems } from './problems.ts'
import { recentlyViewed } from './recently-viewed.ts'
import { search } from './search.ts'
import { shares } from './share.ts'
import { similarItems } from './similar.ts'
import { taps } from './quick-actions.ts'
import { times } from './times.ts'

search()
filters()
galleries()
const known = showViewerState()
taps(known)
similarItems(known)
recentlyViewed()
shares()
dialogs()
times()
problems()
copies()
passkeys()
filePreviews()

if ('serviceWorker' in navigator && document.querySelector('link[rel="manifest"]')) {
  const policy = 'trustedTypes' in window ? trusted() : null
  const url = policy ? policy.createScriptURL('/sw.js') : '/sw.js'
  navigator.serviceWorker.register(url as string).catch(() => {
    // private windows may block service workers, but pages work without one
  })
}

type Policy = { createScriptURL(url: string): unknown }

/** Creates the page's only Trusted Types policy, which allows only the URL of our service worker. */
function trusted(): Policy {
  const types = (window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): Policy } }).trustedTypes
  return types.createPolicy('resale', {
    createScriptURL: (url: string) => {
      if (url !== '/sw.js') throw new TypeError('not ours')
      return url
    },
  })
}
