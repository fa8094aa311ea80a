import { Worker } from 'node:worker_threads'
import type { Page } from '@playwright/test'

/** Where a screen has countdowns: a row for each, which has an id, and the element with its seconds. */
interface CountdownRows {
  readonly row: string
  readonly seconds: string
}

/** Those of the list in the popup. */
export const ofList: CountdownRows = {
  row: '.locate-row[data-phase=question]',
  seconds: '.locate-row-state',
}
/** Those of the table of locates. */
export const ofTable: CountdownRows = {
  row: '.blotter-table tr[data-phase=question]',
  seconds: '.blotter-seconds',
}

/** In milliseconds UTC. */
export interface Period {
  readonly from: number
  readonly to: number
}

/** How many countdowns a page has shown, and from when to when one of them did not show a second. */
interface ShownCountdowns {
  readonly countdowns: number
  readonly skips: readonly Period[]
}

const watch = ({ row, seconds }: CountdownRows): string => `(() => {
  const shown = new Map()
  const skips = []
  const look = () => {
    const at = Date.now()
    for (const each of document.querySelectorAll('${row}')) {
      const digits = /\\d+/.exec(each.querySelector('${seconds}')?.textContent ?? '')
      if (!digits) continue
      const second = Number(digits[0])
      const before = shown.get(each.id)
      if (before?.second === second) continue
      if (before && before.second - second > 1) skips.push({ from: before.at, to: at })
      shown.set(each.id, { second, at })
    }
  }
  look()
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  window.shownCountdowns = () => ({ countdowns: shown.size, skips })
})()`

/** Records what the countdowns of a page show, until it closes; the returned function reads it. */
export async function watchCountdowns(
  page: Page,
  rows: CountdownRows,
): Promise<() => Promise<ShownCountdowns>> {
  await page.evaluate(watch(rows))
  return () => page.evaluate<ShownCountdowns>('shownCountdowns()')
}

/** Records when a thread that only sleeps was woken late: then the machine had no time for anybody, until stopped. */
export function watchMachine(): { readonly stalls: readonly Period[]; stop(): Promise<unknown> } {
  const stalls: Period[] = []
  const sleeper = new Worker(new URL('./machine-stalls.worker.ts', import.meta.url))
  sleeper.on('message', (stall: Period) => stalls.push(stall))
  return { stalls, stop: () => sleeper.terminate() }
}

/** How often a countdown is looked at, in milliseconds: what the machine may cost without a second being dropped. */
const tickMs = 250

const commonMs = (a: Period, b: Period): number =>
  Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from))

/**
 * How many seconds were dropped by the page, and how many because the machine stalled for a tick of the countdown or
 * longer in the time in which the second should have been shown.
 */
export function droppedSeconds(skips: readonly Period[], stalls: readonly Period[]) {
  const byMachine = skips.filter(
    (skip) => stalls.reduce((sum, stall) => sum + commonMs(skip, stall), 0) >= tickMs,
  ).length
  return { droppedSeconds: skips.length - byMachine, droppedByMachine: byMachine }
}
