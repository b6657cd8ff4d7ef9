import { autosave } from './autosave.ts'
import { chat } from './chat.ts'
import { each } from './find.ts'
import { help } from './help.ts'
import { newListing } from './new-listing.ts'
import { swap } from './page.ts'
import { photos } from './photos.ts'
import { steps } from './steps.ts'
import { swaps } from './swaps.ts'
import { moreFiles } from './upload.ts'

const form = document.querySelector<HTMLFormElement>('form[data-island="editor"]')
const saving = form ? autosave(form) : null
if (form) steps(form)
const follow = (page: Document): void => saving?.follow(page)

// must run before `swaps`, which handles all other forms: the editor's photo forms move photos immediately, and its chat forms stream the
// reply
chat(follow)
for (const rail of each('[data-island="photos"]')) {
  photos(rail)
  const upload = rail.querySelector<HTMLFormElement>('form[data-island="upload"]')
  const list = document.getElementById('uploads')
  if (upload && list) moreFiles(upload, rail, list, ({ page }) => swap(page, 'photo-list'))
}
for (const one of each<HTMLFormElement>('form[data-island="new-listing"]')) newListing(one)
swaps(follow)
help(follow)
