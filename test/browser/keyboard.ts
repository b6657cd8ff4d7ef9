import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** Presses Tab, or Shift+Tab with `back`, until the element has the focus. Checks that the element is visible. */
export async function tabTo(page: Page, selector: string, back = false): Promise<void> {
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    if (await page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`)) return seen(page)
  }
  assert.fail(`Tab does not reach ${selector}`)
}

/** Checks that the focused element has a focus ring, and that no other element covers it. */
async function seen(page: Page): Promise<void> {
  const { outline, covered } = await page.evaluate<{ outline: string; covered: boolean }>(`(() => {
    const focused = document.activeElement
    const { left, top, width, height } = focused.getBoundingClientRect()
    const over = document.elementFromPoint(left + width / 2, top + height / 2)
    return { outline: getComputedStyle(focused).outlineStyle, covered: !(over && (focused.contains(over) || over.contains(focused))) }
  })()`)
  assert.deepEqual([outline, covered], ['solid', false])
}

/** Focuses an element with the Tab key, and presses Enter. */
export async function pressOn(page: Page, selector: string, back = false): Promise<void> {
  await tabTo(page, selector, back)
  await page.keyboard.press('Enter')
}

/** Focuses a field with the Tab key, and replaces its text. */
export async function typeIn(page: Page, selector: string, text: string): Promise<void> {
  await tabTo(page, selector)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Presses keys that a script on the page handles. Waits until the page is loaded, because a page ignores earlier key presses. */
export async function shortcut(page: Page, ...keys: string[]): Promise<void> {
  await page.waitForLoadState()
  for (const key of keys) await page.keyboard.press(key)
}
