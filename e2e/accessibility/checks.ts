import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Person } from '../support/people.ts'

/** WCAG 2.2 A and AA, and what axe holds to be good practice (quality 3.8). */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Axe leaves these out of its tags or off, and they matter here: 2.5.3 and 2.5.8. */
const alsoRules = {
  'label-content-name-mismatch': { enabled: true },
  'target-size': { enabled: true },
}

/** Fails softly, so that one run tells about every screen; each line names the rule and the element. */
export async function expectAccessible({ page }: Person, station: string): Promise<void> {
  const axe = new AxeBuilder({ page }).options({ rules: alsoRules }).withTags(tags)
  // A tooltip hangs at the end of the page: it is its button's, and of no region.
  axe.exclude('.saltTooltip-container')
  const { violations, passes } = await axe.setLegacyMode().analyze()
  expect(passes.length, `${station}: axe has looked at it`).toBeGreaterThan(10)
  const complaints = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect.soft(complaints, `${station} is accessible`).toEqual([])
}

const looksForLoss = readFileSync(join(import.meta.dirname, '../page/layout-faults.js'), 'utf8')

/**
 * Nothing is cut, covered, out of reach or too small to hit, in the window as it is. What moves to its place
 * when the window changes is given the time of it.
 */
export async function expectNoLayoutFaults({ page }: Person, station: string): Promise<void> {
  const lost = (): Promise<string[]> => page.evaluate<string[]>(looksForLoss)
  await expect.soft.poll(lost, { message: `${station} is whole`, timeout: 2_000 }).toEqual([])
}

/** The windows that nothing may be lost in: the smallest desk there is, and the same one at 200 %. */
export const smallestViewport = { width: 1280, height: 800 } as const
export const zoomedViewport = {
  width: smallestViewport.width / 2,
  height: smallestViewport.height / 2,
} as const

/** The same at a zoom of 200 %: the window has half the pixels of the page in each direction. */
export async function expectNoLayoutFaultsZoomed(person: Person, station: string): Promise<void> {
  const { page } = person
  await page.setViewportSize(zoomedViewport)
  await expectNoLayoutFaults(person, `${station}, at 200 %`)
  await page.setViewportSize(smallestViewport)
}
