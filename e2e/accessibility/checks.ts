import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Person } from '../support/people.ts'

/** WCAG 2.2 A and AA, and axe's best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules that axe does not run by default: 2.5.3 and 2.5.8. */
const alsoRules = {
  'label-content-name-mismatch': { enabled: true },
  'target-size': { enabled: true },
}

/** Fails softly, so that one run reports every screen. Each line names the rule and the element. */
export async function expectAccessible({ page }: Pick<Person, 'page'>, screen: string): Promise<void> {
  const axe = new AxeBuilder({ page }).options({ rules: alsoRules }).withTags(tags)
  // The design system renders tooltips at the end of the body, outside every landmark.
  axe.exclude('.saltTooltip-container')
  const { violations, passes } = await axe.setLegacyMode().analyze()
  expect(passes.length, `${screen}: axe has looked at it`).toBeGreaterThan(10)
  const complaints = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect.soft(complaints, `${screen} is accessible`).toEqual([])
}

const looksForLoss = readFileSync(join(import.meta.dirname, '../page/layout-faults.js'), 'utf8')

/**
 * Fails if something is cut off, covered, unreachable or too small in the window. Waits for what moves on a
 * resize.
 */
export async function expectNoLayoutFaults({ page }: Pick<Person, 'page'>, screen: string): Promise<void> {
  const lost = (): Promise<string[]> => page.evaluate<string[]>(looksForLoss)
  await expect.soft.poll(lost, { message: `${screen} is whole`, timeout: 10_000 }).toEqual([])
}

/** The viewports that are checked: the smallest desk, and the same at 200 %. */
export const smallestViewport = { width: 1280, height: 800 } as const
export const zoomedViewport = {
  width: smallestViewport.width / 2,
  height: smallestViewport.height / 2,
} as const

/** At a zoom of 200 % the window has half the pixels of the page in each direction. */
export async function expectNoLayoutFaultsZoomed(person: Person, screen: string): Promise<void> {
  const { page } = person
  await page.setViewportSize(zoomedViewport)
  await expectNoLayoutFaults(person, `${screen}, at 200 %`)
  await page.setViewportSize(smallestViewport)
}
