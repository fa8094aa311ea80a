import type { PlatformHours } from '@aitai/contract/schemas/reference.ts'
import { haltCodes } from '@aitai/engine/model/refusals.ts'
import { languages, textIn } from '@aitai/messages/texts.ts'
import { cleanup } from '@testing-library/react'
import { expect, test } from 'vitest'
import { hoursOf } from '../../test/support/fixtures.ts'
import { renderInStore } from '../../test/support/render-in-store.tsx'
import { api } from '../shared/api/desk-api.ts'
import { createStore } from '../shared/store/store.ts'
import { formatHourRange, zoneName } from '../ui/format/format.ts'
import { initTexts } from '../ui/text/use-text.ts'
import { MarketIndicator } from './MarketIndicator.tsx'

const minuteMs = 60_000

/** A range of UTC that begins and ends so many minutes from now; it may wrap midnight. */
function around(from: number, to: number): string {
  const clock = (minutes: number): string =>
    new Date(Date.now() + minutes * minuteMs).toISOString().slice(11, 16)
  return `${clock(from)} to ${clock(to)}`
}
const isOn = around(-120, 120)
const isOver = around(-240, -120)

const open = hoursOf(isOn)

async function show(language: 'En' | 'Jp', hours: PlatformHours) {
  initTexts(language)
  const store = createStore()
  await store.dispatch(api.util.upsertQueryData('getPlatformHours', { securityId: 'toyota' }, hours))
  renderInStore(<MarketIndicator securityId="toyota" />, store)
  const state = document.querySelector<HTMLElement>('.market-state')
  const engine = document.querySelector<HTMLElement>('[data-light=engine]')
  return { state, engine }
}

for (const language of languages) {
  const local = (range: string) => ({
    ranges: formatHourRange(range, Date.now(), language),
    zone: zoneName(Date.now(), language),
  })

  // spec: 2.trader.2
  test(`open shows the exchange's hours in local time with its zone, ${language}`, async () => {
    const { state, engine } = await show(language, open)

    expect(state?.dataset.market).toBe('open')
    expect(state?.textContent).toContain(textIn(language, 'market.open'))
    expect(state?.textContent).toContain(textIn(language, 'market.hours', local(isOn)))
    expect(engine?.textContent).toContain(textIn(language, 'market.engine.on'))
  })

  test(`the platform open and the exchange not is paused, and the engine off by the hour, ${language}`, async () => {
    const hours = { ...open, exchangeHourRanges: [isOver], matchingEngineHourRanges: [isOver] }
    const { state, engine } = await show(language, hours)

    expect(state?.dataset.market).toBe('paused')
    expect(state?.textContent).toContain(textIn(language, 'market.paused'))
    expect(engine?.textContent).toContain(textIn(language, 'market.engine.off'))
    expect(engine?.textContent).toContain(textIn(language, 'market.engine.why.hours'))
  })

  // spec: 4.indicator.6
  test(`closed says so with the hours of operation in local time, ${language}`, async () => {
    const hours = { ...open, platformHourRanges: [isOver], exchangeHourRanges: [isOver] }

    expect((await show(language, hours)).state?.textContent).toContain(
      textIn(language, 'market.currentlyClosed', local(isOver)),
    )
    cleanup()
    const { state } = await show(language, { ...open, tradingDay: false })
    expect(state?.dataset.market).toBe('closed')
    expect(state?.textContent).toContain(textIn(language, 'market.holiday', local(isOn)))
  })

  test(`closed by an operator says so at any hour, ${language}`, async () => {
    const { state } = await show(language, { ...open, halted: 'PLATFORM-CLOSED' })

    expect(state?.dataset.market).toBe('closed')
    expect(state?.textContent).toContain(textIn(language, 'market.closedByOperator', local(isOn)))
  })

  // spec: 2.trader.33
  test.each(haltCodes)(`%s puts the engine's light out, and says by whom, ${language}`, async (halted) => {
    const { engine } = await show(language, { ...open, halted })

    expect(engine?.dataset.on).toBe('false')
    expect(engine?.textContent).toContain(textIn(language, 'market.halted'))
    expect(engine?.title).not.toBe(textIn(language, 'market.engine.why.hours'))
  })
}
