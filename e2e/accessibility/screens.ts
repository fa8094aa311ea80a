import { type Browser, expect, test } from '@playwright/test'
import type { Person, Theme } from '../support/people.ts'
import { policyReportCount } from '../support/policy-reports.ts'
import { startServer } from '../support/server.ts'
import { generousRateLimits } from '../support/trading-api.ts'
import { type AuditedScreen, type AuditOptions, AuditSession } from './audit-session.ts'
import { brokerScreens } from './screens/broker.ts'
import { consoleListScreens } from './screens/console-lists.ts'
import { consolePopupScreens } from './screens/console-popups.ts'
import { deskScreens } from './screens/desk.ts'
import { headerAndSessionScreens } from './screens/header-and-session.ts'
import { historyScreens } from './screens/history.ts'
import { locateScreens } from './screens/locate.ts'
import { operationsScreens } from './screens/operations.ts'
import { profileScreens } from './screens/profile.ts'
import { publicPageScreens } from './screens/public-pages.ts'
import { signInScreens } from './screens/sign-in.ts'
import { uploadScreens } from './screens/upload.ts'

/** Every screen, popup and state, in the order of a day. */
export const auditedScreens: readonly AuditedScreen[] = [
  ...signInScreens,
  ...publicPageScreens,
  ...operationsScreens,
  ...consoleListScreens,
  ...consolePopupScreens,
  ...profileScreens,
  ...deskScreens,
  ...historyScreens,
  ...uploadScreens,
  ...locateScreens,
  ...brokerScreens,
  ...headerAndSessionScreens,
]

export type ScreenCheck = (person: Person, screen: string) => Promise<unknown>

/** Visits every screen in turn and checks it, on one server, in one language and theme. */
export async function visitScreens(browser: Browser, who: AuditOptions, check: ScreenCheck): Promise<void> {
  const session = new AuditSession(await startServer(generousRateLimits), browser, who)
  try {
    for (const { name, arrive, leave } of auditedScreens) {
      await test.step(name, async () => {
        const person = await arrive(session)
        await isDrawn(person)
        await check(person, name)
        // After each screen, because a restarted server counts from zero.
        if (session.product.runs()) expect(await policyReportCount(session.product.url), name).toBe(0)
        await leave?.(session)
      })
    }
  } finally {
    await session.leaves()
  }
}

/** Waits until nothing moves, fonts are loaded and a popup can be answered. */
async function isDrawn(person: Person): Promise<void> {
  const { page } = person
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByTitle(person.text('locate.inert'))).toHaveCount(0)
  await page.evaluate('document.fonts.ready.then(() => true)')
}

export const themes: readonly Theme[] = ['light', 'dark']
