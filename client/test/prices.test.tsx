import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity, MarketUpdate } from '@aitai/contract/schemas/reference.ts'
import type { Client, IMessage } from '@stomp/stompjs'
import { act } from '@testing-library/react'
import { Profiler, type ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { AdvertList } from '../src/adverts/list/AdvertList.tsx'
import { MarketLine } from '../src/market/MarketLine.tsx'
import { marketFeed } from '../src/shared/connection/market-feed.ts'
import { serverClock } from '../src/shared/connection/server-clock.ts'
import { renderInStore } from './support/render-in-store.tsx'

/** Subscriptions of the feed, by their destination. */
const topics = new Map<string, (message: IMessage) => void>()
const client = {
  connected: true,
  subscribe(topic: string, listener: (message: IMessage) => void) {
    topics.set(topic, listener)
    return { unsubscribe: () => topics.delete(topic) }
  },
} as unknown as Client

/** How often each part of the desk has been rendered. */
const renders = { list: 0, rows: 0, selected: 0, other: 0 }
const commits = new Set<number>()

const counted = (part: Exclude<keyof typeof renders, 'rows'>, children: ReactNode): ReactNode => (
  <Profiler
    id={part}
    onRender={(_id, _phase, _actual, _base, _start, commitTime) => {
      renders[part] += 1
      commits.add(commitTime)
    }}
  >
    {children}
  </Profiler>
)

const equityOf = (equityId: string) =>
  ({
    equityId,
    ric: equityId,
    localName: '',
    tickSize: 0.5,
    lotSize: 100,
    minPrice: 1,
    maxPrice: 9,
  }) as Equity

/** Of 40 live IOIs the first one expires within minutes, so its row counts seconds. */
function liveAdverts(): Advert[] {
  const now = serverClock.now()
  return Array.from({ length: 40 }, (_, n) => ({
    id: `advert-${n}`,
    securityId: `security-${n}`,
    securityName: `${1000 + n}.T - Name`,
    direction: 'BUY',
    shareQuantity: 100,
    jpynotional: 100_000,
    advertisementStatus: 'LIVE',
    expiryDate: new Date(now + (n === 0 ? 200_500 : 7_200_500)).toISOString(),
  })) as Advert[]
}

/** Counts the rows that are rendered: each reads the name of its security once. */
const countingEquity = {
  get ric() {
    renders.rows += 1
    return '1000.T'
  },
  localName: 'Name',
} as Equity

const nothing = (): void => {}

function showDesk(): void {
  const adverts = liveAdverts()
  renderInStore(
    <>
      {counted(
        'list',
        <AdvertList
          adverts={adverts}
          equities={new Map(adverts.map(({ securityId }) => [securityId, countingEquity]))}
          selected={adverts[0] ?? null}
          edited={new Set()}
          onSelect={nothing}
          onOpen={nothing}
        />,
      )}
      {counted('selected', <MarketLine equity={equityOf('security-0')} />)}
      {counted('other', <MarketLine equity={equityOf('security-1')} />)}
    </>,
  )
  expect(renders.rows).toBe(40)
  forget()
}

function forget(): void {
  Object.assign(renders, { list: 0, rows: 0, selected: 0, other: 0 })
  commits.clear()
}

function push(securityId: string, midPrice: number): void {
  const update = { securityId, midPrice, stockMovePercentage: 0, indexMovePercentage: 0, at: Date.now() }
  const body = JSON.stringify(update as Partial<MarketUpdate>)
  act(() => [...topics].find(([topic]) => topic.endsWith(securityId))?.[1]({ body } as IMessage))
}

const shown = (selector: string) => document.querySelector(selector)?.textContent
const pass = (milliseconds: number): void => act(() => void vi.advanceTimersByTime(milliseconds))

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date', 'performance'],
  })
  // Prices are pushed here, and nothing is polled.
  vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}))
  marketFeed.connected(client)
})

test('with 40 live IOIs a price renders what shows its security, in one step with the countdown of the list', () => {
  showDesk()
  push('security-1', 5)
  push('security-0', 100)
  forget()

  pass(1_000)
  push('security-0', 101)

  expect(shown('.market-mid dd')).toBe('101.000')
  expect(shown('.time-left')).toBe('3:20')
  // Of the list the one countdown and no row, and nothing of another security.
  expect(renders).toEqual({ list: 1, rows: 0, selected: 1, other: 0 })
  expect(commits.size).toBe(1)
})

test('without prices the countdowns continue every second', () => {
  showDesk()
  push('security-1', 5)
  push('security-0', 100)
  forget()

  for (let second = 0; second < 10; second += 1) pass(1_000)

  expect(shown('.time-left')).toBe('3:11')
  expect(renders.list).toBe(9)
})
