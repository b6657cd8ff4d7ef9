import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** Moves on by the keyboard, or back, until the focus stands on what is looked for, and checks that it can be seen. */
export async function tabTo(page: Page, selector: string, back = false): Promise<void> {
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    if (await page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`)) return seen(page)
  }
  assert.fail(`the keyboard never comes to ${selector}`)
}

/** A ring around it, and nothing over it. */
async function seen(page: Page): Promise<void> {
  const { outline, covered } = await page.evaluate<{ outline: string; covered: boolean }>(`(() => {
    const focused = document.activeElement
    const { left, top, width, height } = focused.getBoundingClientRect()
    const over = document.elementFromPoint(left + width / 2, top + height / 2)
    return { outline: getComputedStyle(focused).outlineStyle, covered: !(over && (focused.contains(over) || over.contains(focused))) }
  })()`)
  assert.deepEqual([outline, covered], ['solid', false])
}

/** The same, and presses Enter on it. */
export async function pressOn(page: Page, selector: string, back = false): Promise<void> {
  await tabTo(page, selector, back)
  await page.keyboard.press('Enter')
}

/** Goes to a field and types over what stands in it. */
export async function typeIn(page: Page, selector: string, text: string): Promise<void> {
  await tabTo(page, selector)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}
