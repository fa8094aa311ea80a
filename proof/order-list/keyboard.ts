import { expect, type Locator, type Page } from '@playwright/test'

/** More than any list on the screens has. */
const maxTabs = 300

/** A trader's hands, which never touch a mouse: presses keys in one window or another, and counts them. */
export class Keyboard {
  pressed = 0

  async press(page: Page, key: string): Promise<void> {
    this.pressed += 1
    await page.keyboard.press(key)
  }

  /** Presses Tab, or another key, until the target has the focus. Throws if the focus never comes there. */
  async moveTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
    await expect(target).toBeVisible()
    for (let i = 0; i < maxTabs; i += 1) {
      if (await hasFocus(target)) return
      await this.press(page, key)
    }
    throw new Error(`${maxTabs} times ${key} did not reach ${target}`)
  }
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement)
